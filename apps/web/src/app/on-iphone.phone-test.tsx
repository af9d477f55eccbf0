// Before anything of the app is loaded.
import '../test/phone/ios.ts'
import { screen, waitFor } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { listenToPushes } from '../device/phone/push.ts'
import { PhonePushes } from '../features/pushes/PhonePushes.tsx'
import { path, withMemoryServer } from '../test/open-app.tsx'
import { held } from '../test/phone/ios.ts'
import { openPhoneApp } from '../test/phone/open-phone-app.tsx'
import { Opened } from './Opened.tsx'

withMemoryServer()
beforeAll(listenToPushes)

const open = (at = '/tabs/dashboard') =>
  openPhoneApp(held, at, {
    beside: (
      <>
        <PhonePushes />
        <Opened />
      </>
    ),
  })

test('an iPhone that Apple knows only after the start is told to the server all the same', async () => {
  Object.assign(held.phone.push, { permission: 'granted', isKnownToApple: false })
  held.phone.preferences.set('push', 'on')
  const { api } = await open()
  // As often as the app tries by itself.
  await waitFor(() => expect(held.phone.calls.filter(({ method }) => method === 'getToken')).toHaveLength(3))
  expect(api.world.devices.size).toBe(0)
  held.phone.becomeKnownToApple()
  await waitFor(() => expect([...api.world.devices.keys()]).toEqual([held.phone.push.token]))
})

test('a message that has started the app is told of twice and opens what it tells of once', async () => {
  await open()
  await screen.findByRole('button', { name: 'Menu' })
  const before = history.length
  held.phone.tapPush({ path: '/settings' }, { isCold: true })
  await waitFor(() => expect(path()).toBe('/settings'))
  expect(history.length).toBe(before + 1)
  held.phone.tapPush({ path: '/account' })
  await waitFor(() => expect(path()).toBe('/account'))
})

test('a press that pastes is offered', async () => {
  await open('/tabs/summarize')
  expect(await screen.findByRole('button', { name: 'Paste' })).toBeInTheDocument()
})
