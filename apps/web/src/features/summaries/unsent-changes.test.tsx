import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type OfflineRow, offlineStore } from '../../device/offline-store.ts'
import { testAudio } from '../../test/browser.ts'
import { installOfflineStorage, removeOfflineStorage } from '../../test/offline-browser.ts'
import { type OpenedApp, openApp, withMemoryServer } from '../../test/open-app.tsx'
import { sampleSummary } from '../../test/server/samples.ts'
import { addSummaries, createWorld } from '../../test/server/world.ts'

withMemoryServer()
beforeEach(() => {
  installOfflineStorage()
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  cleanup()
  removeOfflineStorage()
  vi.mocked(console.error).mockRestore()
})

const world = () =>
  addSummaries(createWorld(), [sampleSummary(1, Date.now(), { audioDurationMs: 684_000, unread: false })])
const unreachable = () => Response.error()
const storedChanges = async () =>
  (await offlineStore<OfflineRow & { body: object }>('changes').all()).map(({ body }) => body)

async function listen(app: OpenedApp) {
  await app.user.click(await screen.findByRole('button', { name: /^Play Why bridges/ }))
  await waitFor(() => expect(testAudio.isOn()).toBe(true))
  act(() => testAudio.loaded(684))
}
const bar = async () => within(await screen.findByRole('region', { name: 'Audio player' }))
/** Pauses at a position and resumes, which saves the position. */
async function stopAt(app: OpenedApp, seconds: number) {
  act(() => testAudio.at(seconds))
  await app.user.click((await bar()).getByRole('button', { name: 'Pause' }))
  await app.user.click((await bar()).getByRole('button', { name: 'Play' }))
  await waitFor(() => expect(testAudio.isOn()).toBe(true))
}
const savedPosition = (app: OpenedApp) => app.api.world.summaries.get(1)!.listenedMs

/** Pauses while the server is unreachable, and waits until the browser has stored the position. */
async function failAt(app: OpenedApp, seconds: number) {
  app.api.break('summaries.change', unreachable)
  await stopAt(app, seconds)
  await waitFor(async () => expect(await storedChanges()).toEqual([{ listenedMs: seconds * 1000 }]))
  app.api.repair('summaries.change')
}

describe('a listening position that could not be sent', () => {
  test('an unsent listening position is sent at the next start', async () => {
    const app = openApp('/tabs/history', { world: world() })
    await listen(app)
    await failAt(app, 300)
    cleanup()
    const again = openApp('/tabs/history', { world: app.api.world })
    await waitFor(() => expect(savedPosition(again)).toBe(300_000))
    await waitFor(async () => expect(await storedChanges()).toEqual([]))
  })

  test('an unsent listening position is dropped once a later one is sent', async () => {
    const app = openApp('/tabs/history', { world: world() })
    await listen(app)
    await failAt(app, 300)
    await stopAt(app, 400)
    await waitFor(() => expect(savedPosition(app)).toBe(400_000))
    await waitFor(async () => expect(await storedChanges()).toEqual([]))
  })

  test('sending a position keeps the other unsent changes of the same summary', async () => {
    const app = openApp('/tabs/history', { world: world() })
    await listen(app)
    await failAt(app, 300)
    app.api.break('summaries.change', unreachable)
    await app.user.click((await screen.findAllByRole('button', { name: /^More actions for/ }))[0]!)
    await app.user.click(await screen.findByRole('menuitem', { name: 'Mark as unread' }))
    await waitFor(async () => expect(await storedChanges()).toEqual([{ listenedMs: 300_000, unread: true }]))
    app.api.repair('summaries.change')
    await stopAt(app, 400)
    await waitFor(async () => expect(await storedChanges()).toEqual([{ unread: true }]))
  })

  test('a position whose request fails after a later one succeeded is not stored', async () => {
    const { promise: answer, resolve: fail } = Promise.withResolvers<Response>()
    const app = openApp('/tabs/history', { world: world() })
    await listen(app)
    await failAt(app, 200)
    app.api.calls.length = 0
    app.api.break('summaries.change', () => answer)
    await stopAt(app, 300)
    await waitFor(() => expect(app.api.calls).toContain('summaries.change'))
    app.api.repair('summaries.change')
    await stopAt(app, 400)
    await waitFor(() => expect(savedPosition(app)).toBe(400_000))
    await act(async () => fail(Response.error()))
    await waitFor(() => expect(console.error).toHaveBeenCalledWith(expect.any(TypeError)))
    await waitFor(async () => expect(await storedChanges()).toEqual([]))
  })

  test('a position stored while an earlier one is being sent is kept', async () => {
    const before = openApp('/tabs/history', { world: world() })
    await listen(before)
    await failAt(before, 300)
    cleanup()
    const { promise: answer, resolve: respond } = Promise.withResolvers<Response>()
    const app = openApp('/tabs/history', {
      world: before.api.world,
      setUp: api => api.break('summaries.change', () => answer),
    })
    await waitFor(() => expect(app.api.calls).toContain('summaries.change'))
    await listen(app)
    app.api.break('summaries.change', unreachable)
    await stopAt(app, 500)
    await waitFor(async () => expect(await storedChanges()).toEqual([{ listenedMs: 500_000 }]))
    app.api.repair('summaries.change')
    await act(async () => respond(Response.json({})))
    // Wait for a later request, so that the response has been handled.
    await waitFor(() => expect(app.api.calls).toContain('summaries.events'))
    expect(await storedChanges()).toEqual([{ listenedMs: 500_000 }])
  })
})
