import { useEffect } from 'react'
import { useSession } from '../api/ConnectionContext.tsx'
import { useDevice } from '../device/DeviceContext.tsx'
import { setBadge } from '../device/phone/badge.ts'
import { setBars } from '../device/phone/bars.ts'
import { useNotices } from '../features/notices/queries.ts'
import { PhonePushes } from '../features/pushes/PhonePushes.tsx'
import './on-phone.css'

/** Phone integration: icon badge, system bars and push notifications. */
export function OnPhone() {
  const isSignedIn = useSession().kind === 'signed_in'
  return (
    <>
      <PhonePushes />
      <SystemBars />
      {isSignedIn ? <UnreadBadge /> : <NoBadge />}
    </>
  )
}

function UnreadBadge() {
  const { data, dataUpdatedAt } = useNotices()
  const unread = data?.pages[0]?.unread
  // Set again after every fetch, even of the same count: permission for badges may have been granted since.
  useEffect(() => {
    if (dataUpdatedAt > 0 && unread !== undefined) setBadge(unread)
  }, [unread, dataUpdatedAt])
  return null
}

function NoBadge() {
  useEffect(() => setBadge(0), [])
  return null
}

function SystemBars() {
  const { theme } = useDevice()
  useEffect(() => {
    const applyTheme = () => setBars(theme.current())
    applyTheme()
    return theme.subscribe(applyTheme)
  }, [theme])
  return null
}
