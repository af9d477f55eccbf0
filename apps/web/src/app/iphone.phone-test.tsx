// Must come before any import of the app.
import '../test/phone/ios.ts'
import { screen, waitFor } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { listenForPush } from '../device/phone/push.ts'
import { PhonePushEvents } from '../features/push/PhonePushEvents.tsx'
import { path, withMemoryServer } from '../test/open-app.tsx'
import { installedPhone } from '../test/phone/ios.ts'
import { openPhoneApp } from '../test/phone/open-phone-app.tsx'
import { ExternalLinks } from './ExternalLinks.tsx'

withMemoryServer()
beforeAll(listenForPush)

const open = (at = '/tabs/dashboard') =>
  openPhoneApp(installedPhone, at, {
    beside: (
      <>
        <PhonePushEvents />
        <ExternalLinks />
      </>
    ),
  })

test('an iPhone that gets its APNs token only after the app starts is registered with the server', async () => {
  Object.assign(installedPhone.phone.push, { permission: 'granted', hasApnsToken: false })
  installedPhone.phone.preferences.set('push', 'on')
  const { api } = await open()
  // The number of attempts the app makes by itself.
  await waitFor(() => expect(installedPhone.phone.calls.filter(({ method }) => method === 'getToken')).toHaveLength(3))
  expect(api.world.devices.size).toBe(0)
  installedPhone.phone.receiveApnsToken()
  await waitFor(() => expect([...api.world.devices.keys()]).toEqual([installedPhone.phone.push.token]))
})

test('a push notification that starts the app opens its page once, although iOS reports the tap twice', async () => {
  await open()
  await screen.findByRole('button', { name: 'Menu' })
  const before = history.length
  installedPhone.phone.tapPush({ path: '/settings' }, { isCold: true })
  await waitFor(() => expect(path()).toBe('/settings'))
  expect(history.length).toBe(before + 1)
  installedPhone.phone.tapPush({ path: '/account' })
  await waitFor(() => expect(path()).toBe('/account'))
})

test('the Paste button is shown on iPhone', async () => {
  await open('/tabs/summarize')
  expect(await screen.findByRole('button', { name: 'Paste' })).toBeInTheDocument()
})
