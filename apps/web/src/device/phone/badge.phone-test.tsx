// Must come before any import of the app.
import '../../test/phone/ios.ts'
import { expect, test, vi } from 'vitest'
import { installedPhone } from '../../test/phone/ios.ts'
import { setBadge } from './badge.ts'

test('setting the badge to 0 clears a number that iOS set in the meantime, even if the app had already set 0', async () => {
  const { phone } = installedPhone
  phone.push.permission = 'granted'
  setBadge(3)
  await vi.waitFor(() => expect(phone.badge.count).toBe(3))
  setBadge(0)
  await vi.waitFor(() => expect(phone.badge.count).toBe(0))
  phone.moveToBackground()
  // A push notification arrived and was read on another device.
  phone.badge.count = 1
  phone.moveToForeground()
  setBadge(0)
  await vi.waitFor(() => expect(phone.badge.count).toBe(0))
})
