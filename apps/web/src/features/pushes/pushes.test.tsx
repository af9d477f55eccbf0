import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { openApp, path, withMemoryServer } from '../../test/open-app.tsx'
import { installPush, type PushBrowser, removePush } from '../../test/push-browser.ts'
import { createWorld } from '../../test/server/world.ts'

withMemoryServer()
afterEach(removePush)

const card = () => screen.findByRole('region', { name: 'Push messages' })
const open = (browser: Partial<PushBrowser> = {}, world = createWorld()) => {
  const push = installPush(browser)
  return { push, ...openApp('/settings', { world }) }
}
const here = async () => within(await card()).findByRole('switch', { name: 'On this device' })

describe('push messages on this device', () => {
  test('are asked for once, by the press that wants them, and can be chosen by topic [spec 9.18]', async () => {
    const { user, push, api } = open()
    expect(await here()).not.toBeChecked()
    expect(push.asked).toBe(0)
    await user.click(await here())
    await waitFor(async () => expect(await here()).toBeChecked())
    expect([...api.world.devices]).toEqual([['{"endpoint":"https://push.example/1"}', ['digest', 'ready']]])
    await user.click(within(await card()).getByRole('switch', { name: 'Summaries' }))
    await waitFor(() => expect([...api.world.devices.values()]).toEqual([['digest']]))
    expect(within(await card()).getByRole('switch', { name: 'Summaries' })).not.toBeChecked()
    await user.click(within(await card()).getByRole('button', { name: 'Send a test message' }))
    expect(await screen.findByText('Sent. It should be here now.')).toBeInTheDocument()
    await user.click(await here())
    await waitFor(async () => expect(await here()).not.toBeChecked())
    expect(api.world.devices.size).toBe(0)
    expect(push).toMatchObject({ subscription: null, asked: 1 })
  })

  test('stay off, and say so, when the user answers no', async () => {
    const { user } = open({ answer: 'default' })
    await user.click(await here())
    expect(await screen.findByText(/your browser was not allowed/)).toBeInTheDocument()
    expect(await here()).not.toBeChecked()
  })

  test('say how a browser is told otherwise that blocks them for good', async () => {
    const { user } = open({ answer: 'denied' })
    await user.click(await here())
    expect(
      await within(await card()).findByText(
        /Allow them in the settings of the site, where they are called notifications/,
      ),
    ).toBeInTheDocument()
  })

  test('say that the push service of the browser does not answer', async () => {
    const { user, api } = open({ failure: new DOMException('Registration failed', 'AbortError') })
    await user.click(await here())
    expect(await screen.findByText(/could not reach its push service/)).toBeInTheDocument()
    expect(await here()).not.toBeChecked()
    expect(api.world.devices.size).toBe(0)
  })

  test('are not offered where a browser cannot show any', async () => {
    openApp('/settings')
    const words = await within(await card()).findByText(/https|shows no push messages/)
    expect(words).toBeInTheDocument()
    expect(within(await card()).queryByRole('switch')).toBeNull()
  })

  test('are told to the server under their new address when the browser has changed it', async () => {
    localStorage.setItem('push', 'on')
    const { api } = open({ permission: 'granted', subscription: { endpoint: 'https://push.example/new', key: 'k' } })
    await waitFor(() => expect([...api.world.devices.keys()]).toEqual(['{"endpoint":"https://push.example/new"}']))
  })

  test('do not follow from what somebody before in this browser had wanted', async () => {
    const { api } = open({ permission: 'granted', subscription: { endpoint: 'https://push.example/old', key: 'k' } })
    expect(await here()).not.toBeChecked()
    expect(api.world.devices.size).toBe(0)
  })

  test('made with the key of another server are made anew', async () => {
    const { user, push } = open({ subscription: { endpoint: 'https://push.example/old', key: 'another key' } })
    await user.click(await here())
    await waitFor(() =>
      expect(push.subscription).toEqual({ endpoint: 'https://push.example/1', key: 'the key of this server' }),
    )
  })

  test('end with the session', async () => {
    const { user, push } = open()
    await user.click(await here())
    await waitFor(async () => expect(await here()).toBeChecked())
    await user.click(screen.getByRole('button', { name: 'Log out' }))
    await waitFor(() => expect(push.subscription).toBeNull())
  })
})

test('a topic that the account had turned off everywhere is wanted again by the device that chooses it', async () => {
  const world = createWorld()
  world.settings.push.digest = false
  const { user, api } = open({}, world)
  await user.click(await here())
  const digests = await within(await card()).findByRole('switch', { name: 'Digests' })
  expect(digests).not.toBeChecked()
  await user.click(digests)
  await waitFor(() => expect(digests).toBeChecked())
  await waitFor(() => expect(api.world.settings.push.digest).toBe(true))
})

test('pressing a notification opens its page in the open app and never another site', async () => {
  open()
  await here()
  const press = (to: string) =>
    navigator.serviceWorker.dispatchEvent(new MessageEvent('message', { data: { open: to } }))
  for (const foreign of ['//evil.example', '/.//evil.example', '/\\evil.example', 'https://evil.example']) {
    press(foreign)
    expect(path()).toBe('/settings')
    expect(await here()).toBeInTheDocument()
  }
  press('/tabs/history')
  expect(await screen.findByRole('heading', { name: 'My Summaries' })).toBeInTheDocument()
})
