import { useEffect } from 'react'
import { useSession } from '../api/ConnectionContext.tsx'
import { useDevice } from '../device/DeviceContext.tsx'
import { setBadge } from '../device/phone/badge.ts'
import { setBars } from '../device/phone/bars.ts'
import { useNotices } from '../features/notices/queries.ts'
import { PhonePushes } from '../features/pushes/PhonePushes.tsx'
import './on-phone.css'

/** What goes on beside the app on phones: its icon, the bars of the system, messages. */
export function OnPhone() {
  const isSignedIn = useSession().kind === 'signed_in'
  return (
    <>
      <PhonePushes />
      <Bars />
      {isSignedIn ? <UnreadOnIcon /> : <NothingOnIcon />}
    </>
  )
}

function UnreadOnIcon() {
  const { data, dataUpdatedAt } = useNotices()
  const unread = data?.pages[0]?.unread
  // Also when the same is answered again: leave to show it may have come since.
  useEffect(() => {
    if (dataUpdatedAt > 0 && unread !== undefined) setBadge(unread)
  }, [unread, dataUpdatedAt])
  return null
}

function NothingOnIcon() {
  useEffect(() => setBadge(0), [])
  return null
}

function Bars() {
  const { theme } = useDevice()
  useEffect(() => {
    const follow = () => setBars(theme.current())
    follow()
    return theme.subscribe(follow)
  }, [theme])
  return null
}
