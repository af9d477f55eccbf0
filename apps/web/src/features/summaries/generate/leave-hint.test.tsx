import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { openApp, withMemoryServer } from '../../../test/open-app.tsx'
import { installPush, type PushBrowser, removePush } from '../../../test/push-browser.ts'
import { failedWith, sampleSummary, unwritten } from '../../../test/server/samples.ts'
import { addSummaries, createWorld, sampleSettings, type World } from '../../../test/server/world.ts'

withMemoryServer()
afterEach(removePush)

function open(browser: Partial<PushBrowser> | null, world: Partial<World> = {}) {
  const push = browser && installPush(browser)
  const working = sampleSummary(1, Date.now(), { ...unwritten, state: 'working', stage: 'summarising' })
  return { push, ...openApp('/tabs/summarize', { world: addSummaries(createWorld(world), [working]) }) }
}
const leaveHint = () => screen.findByText('You can leave. It will be in My Summaries.')
const notifyButton = () => screen.findByRole('button', { name: 'Notify me when it’s ready' })
const confirmation = () => screen.findByText('We’ll notify you on this device when it’s ready.')

test('shows that the user can leave while a summary is in progress', async () => {
  const { api } = open(null)
  await leaveHint()
  expect(screen.queryByRole('button', { name: 'Notify me when it’s ready' })).toBeNull()
  act(() => api.change(1, failedWith('no_speech', 'Not enough speech to summarize.')))
  await waitFor(() => expect(screen.queryByText(/^You can leave/)).toBeNull())
})

test('turns on the ready notification on this device with one press', async () => {
  const { user, push, api } = open(
    {},
    { settings: sampleSettings({ push: { digest: true, ready: false, product: false } }) },
  )
  await user.click(await notifyButton())
  await confirmation()
  expect(push).toMatchObject({ promptCount: 1 })
  expect([...api.world.devices.values()]).toEqual([['digest', 'ready']])
  await waitFor(() => expect(api.world.settings.push.ready).toBe(true))
})

test('adds the ready notification on a device that gets other notifications', async () => {
  localStorage.setItem('push', 'on')
  const token = JSON.stringify({ endpoint: 'https://push.example/1' })
  const { user, api } = open(
    { permission: 'granted', subscription: { endpoint: 'https://push.example/1', key: 'k' } },
    { devices: new Map([[token, ['digest']]]) },
  )
  await user.click(await notifyButton())
  await confirmation()
  await waitFor(() => expect(api.world.devices.get(token)).toEqual(['digest', 'ready']))
})

test('offers the ready notification again after the browser prompt is dismissed', async () => {
  const { user } = open({ answer: 'default' })
  await user.click(await notifyButton())
  expect(await screen.findByText(/your browser didn’t allow them/)).toBeInTheDocument()
  expect(await notifyButton()).toBeEnabled()
})
