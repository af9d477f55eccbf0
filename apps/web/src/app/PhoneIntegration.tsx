import { useEffect } from 'react'
import { useSession } from '../api/ConnectionContext.tsx'
import { useDevice } from '../device/DeviceContext.tsx'
import { setBadge } from '../device/phone/badge.ts'
import { setSystemBarsStyle } from '../device/phone/system-bars.ts'
import { useNotifications } from '../features/notifications/queries.ts'
import { PhonePushEvents } from '../features/push/PhonePushEvents.tsx'
import './phone-integration.css'

/** Phone integration: icon badge, system bars and push notifications. */
export function PhoneIntegration() {
  const isSignedIn = useSession().kind === 'signed_in'
  return (
    <>
      <PhonePushEvents />
      <SystemBars />
      {isSignedIn ? <UnreadBadge /> : <NoBadge />}
    </>
  )
}

function UnreadBadge() {
  const { data, dataUpdatedAt } = useNotifications()
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
    const applyTheme = () => setSystemBarsStyle(theme.current())
    applyTheme()
    return theme.subscribe(applyTheme)
  }, [theme])
  return null
}
