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
const leave = () => screen.findByText('You may leave: it goes on, and you find it in My Summaries.')
const tell = () => screen.findByRole('button', { name: 'Tell me when it is ready' })
const told = () => screen.findByText('This device tells you when it is ready.')

test('who waits is told that they need not, until there is nothing to wait for', async () => {
  const { api } = open(null)
  await leave()
  expect(screen.queryByRole('button', { name: 'Tell me when it is ready' })).toBeNull()
  act(() => api.change(1, failedWith('no_speech', 'Nobody speaks.')))
  await waitFor(() => expect(screen.queryByText(/^You may leave/)).toBeNull())
})

test('a device that can be told is offered to be, by one press', async () => {
  const { user, push, api } = open(
    {},
    { settings: sampleSettings({ push: { digest: true, ready: false, product: false } }) },
  )
  await user.click(await tell())
  await told()
  expect(push).toMatchObject({ asked: 1 })
  expect([...api.world.devices.values()]).toEqual([['digest', 'ready']])
  await waitFor(() => expect(api.world.settings.push.ready).toBe(true))
})

test('a device that is told of other things only is told of this as well', async () => {
  localStorage.setItem('push', 'on')
  const token = JSON.stringify({ endpoint: 'https://push.example/1' })
  const { user, api } = open(
    { permission: 'granted', subscription: { endpoint: 'https://push.example/1', key: 'k' } },
    { devices: new Map([[token, ['digest']]]) },
  )
  await user.click(await tell())
  await told()
  await waitFor(() => expect(api.world.devices.get(token)).toEqual(['digest', 'ready']))
})

test('who says no to the browser may be asked again', async () => {
  const { user } = open({ answer: 'default' })
  await user.click(await tell())
  expect(await screen.findByText(/your browser was not allowed/)).toBeInTheDocument()
  expect(await tell()).toBeEnabled()
})
