// Before anything of the app is loaded.
import '../../test/phone/ios.ts'
import { expect, test, vi } from 'vitest'
import { held } from '../../test/phone/ios.ts'
import { setBadge } from './badge.ts'

test('a number that the iPhone itself has put on the icon meanwhile goes, though the app had shown the same before', async () => {
  const { phone } = held
  phone.push.permission = 'granted'
  setBadge(3)
  await vi.waitFor(() => expect(phone.badge.count).toBe(3))
  setBadge(0)
  await vi.waitFor(() => expect(phone.badge.count).toBe(0))
  phone.leave()
  // A message came, and was read on another device.
  phone.badge.count = 1
  phone.comeBack()
  setBadge(0)
  await vi.waitFor(() => expect(phone.badge.count).toBe(0))
})
