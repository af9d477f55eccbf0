import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { openApp, path, withMemoryServer } from '../../test/open-app.tsx'
import { installPush, type PushBrowser, removePush } from '../../test/push-browser.ts'
import { createWorld } from '../../test/server/world.ts'

withMemoryServer()
afterEach(removePush)

const card = () => screen.findByRole('region', { name: 'Push notifications' })
const open = (browser: Partial<PushBrowser> = {}, world = createWorld()) => {
  const push = installPush(browser)
  return { push, ...openApp('/settings', { world }) }
}
const deviceSwitch = async () => within(await card()).findByRole('switch', { name: 'On this device' })

describe('push notifications on this device', () => {
  test('asks for permission only when push is switched on, and lets the user choose topics [spec 9.18]', async () => {
    const { user, push, api } = open()
    expect(await deviceSwitch()).not.toBeChecked()
    expect(push.promptCount).toBe(0)
    await user.click(await deviceSwitch())
    await waitFor(async () => expect(await deviceSwitch()).toBeChecked())
    expect([...api.world.devices]).toEqual([['{"endpoint":"https://push.example/1"}', ['digest', 'ready']]])
    await user.click(within(await card()).getByRole('switch', { name: 'Summaries' }))
    await waitFor(() => expect([...api.world.devices.values()]).toEqual([['digest']]))
    expect(within(await card()).getByRole('switch', { name: 'Summaries' })).not.toBeChecked()
    await user.click(within(await card()).getByRole('button', { name: 'Send test notification' }))
    expect(await screen.findByText('Sent. It should arrive any moment.')).toBeInTheDocument()
    await user.click(await deviceSwitch())
    await waitFor(async () => expect(await deviceSwitch()).not.toBeChecked())
    expect(api.world.devices.size).toBe(0)
    expect(push).toMatchObject({ subscription: null, promptCount: 1 })
  })

  test('keeps push off and shows a message when the user dismisses the permission prompt', async () => {
    const { user } = open({ answer: 'default' })
    await user.click(await deviceSwitch())
    expect(await screen.findByText(/your browser didn’t allow them/)).toBeInTheDocument()
    expect(await deviceSwitch()).not.toBeChecked()
  })

  test('explains how to allow notifications when the browser blocks them permanently', async () => {
    const { user } = open({ answer: 'denied' })
    await user.click(await deviceSwitch())
    expect(await within(await card()).findByText(/Allow them in the site settings/)).toBeInTheDocument()
  })

  test('shows an error if the browser cannot reach its push service', async () => {
    const { user, api } = open({ failure: new DOMException('Registration failed', 'AbortError') })
    await user.click(await deviceSwitch())
    expect(await screen.findByText(/couldn’t reach its push service/)).toBeInTheDocument()
    expect(await deviceSwitch()).not.toBeChecked()
    expect(api.world.devices.size).toBe(0)
  })

  test('shows no switch in a browser without push support', async () => {
    openApp('/settings')
    const message = await within(await card()).findByText(/https|doesn’t support push notifications/)
    expect(message).toBeInTheDocument()
    expect(within(await card()).queryByRole('switch')).toBeNull()
  })

  test('registers the new push token with the server when the browser has changed it', async () => {
    localStorage.setItem('push', 'on')
    const { api } = open({ permission: 'granted', subscription: { endpoint: 'https://push.example/new', key: 'k' } })
    await waitFor(() => expect([...api.world.devices.keys()]).toEqual(['{"endpoint":"https://push.example/new"}']))
  })

  test('keeps push off if only a previous user of this browser had switched it on', async () => {
    const { api } = open({ permission: 'granted', subscription: { endpoint: 'https://push.example/old', key: 'k' } })
    expect(await deviceSwitch()).not.toBeChecked()
    expect(api.world.devices.size).toBe(0)
  })

  test('replaces a push subscription that was made with the key of another server', async () => {
    const { user, push } = open({ subscription: { endpoint: 'https://push.example/old', key: 'another key' } })
    await user.click(await deviceSwitch())
    await waitFor(() =>
      expect(push.subscription).toEqual({ endpoint: 'https://push.example/1', key: 'the key of this server' }),
    )
  })

  test('removes the push subscription at logout', async () => {
    const { user, push } = open()
    await user.click(await deviceSwitch())
    await waitFor(async () => expect(await deviceSwitch()).toBeChecked())
    await user.click(screen.getByRole('button', { name: 'Log out' }))
    await waitFor(() => expect(push.subscription).toBeNull())
  })
})

test('switching on a push topic on a device turns it on for an account that had it off', async () => {
  const world = createWorld()
  world.settings.push.digest = false
  const { user, api } = open({}, world)
  await user.click(await deviceSwitch())
  const digests = await within(await card()).findByRole('switch', { name: 'Digests' })
  expect(digests).not.toBeChecked()
  await user.click(digests)
  await waitFor(() => expect(digests).toBeChecked())
  await waitFor(() => expect(api.world.settings.push.digest).toBe(true))
})

test('opens the page of a clicked notification in the app, but never another site', async () => {
  open()
  await deviceSwitch()
  const press = (to: string) =>
    navigator.serviceWorker.dispatchEvent(new MessageEvent('message', { data: { open: to } }))
  for (const foreign of ['//evil.example', '/.//evil.example', '/\\evil.example', 'https://evil.example']) {
    press(foreign)
    expect(path()).toBe('/settings')
    expect(await deviceSwitch()).toBeInTheDocument()
  }
  press('/tabs/history')
  expect(await screen.findByRole('heading', { name: 'My Summaries' })).toBeInTheDocument()
})
