import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { keptStore, type Row } from '../../device/kept-store.ts'
import { sound } from '../../test/browser.ts'
import { installKeeping, removeKeeping } from '../../test/keeping-browser.ts'
import { type OpenedApp, openApp, withMemoryServer } from '../../test/open-app.tsx'
import { sampleSummary } from '../../test/server/samples.ts'
import { addSummaries, createWorld } from '../../test/server/world.ts'

withMemoryServer()
beforeEach(() => {
  installKeeping()
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  cleanup()
  removeKeeping()
  vi.mocked(console.error).mockRestore()
})

const world = () =>
  addSummaries(createWorld(), [sampleSummary(1, Date.now(), { audioDurationMs: 684_000, unread: false })])
const outOfReach = () => Response.error()
const waiting = async () => (await keptStore<Row & { body: object }>('changes').all()).map(({ body }) => body)

async function listen(app: OpenedApp) {
  await app.user.click(await screen.findByRole('button', { name: /^Play Why bridges/ }))
  await waitFor(() => expect(sound.isOn()).toBe(true))
  act(() => sound.loaded(684))
}
const bar = async () => within(await screen.findByRole('region', { name: 'Audio player' }))
/** Stops at a place and begins again, so that the place is kept. */
async function stopAt(app: OpenedApp, seconds: number) {
  act(() => sound.at(seconds))
  await app.user.click((await bar()).getByRole('button', { name: 'Pause' }))
  await app.user.click((await bar()).getByRole('button', { name: 'Play' }))
  await waitFor(() => expect(sound.isOn()).toBe(true))
}
const told = (app: OpenedApp) => app.api.world.summaries.get(1)!.listenedMs

/** As long as the service is out of reach, and long enough that the browser has kept what it could not tell. */
async function failAt(app: OpenedApp, seconds: number) {
  app.api.break('summaries.change', outOfReach)
  await stopAt(app, seconds)
  await waitFor(async () => expect(await waiting()).toEqual([{ listenedMs: seconds * 1000 }]))
  app.api.mend('summaries.change')
}

describe('a place that the service could not be told of', () => {
  test('is told at the next start', async () => {
    const app = openApp('/tabs/history', { world: world() })
    await listen(app)
    await failAt(app, 300)
    cleanup()
    const again = openApp('/tabs/history', { world: app.api.world })
    await waitFor(() => expect(told(again)).toBe(300_000))
    await waitFor(async () => expect(await waiting()).toEqual([]))
  })

  test('is not told any more once a later one has been', async () => {
    const app = openApp('/tabs/history', { world: world() })
    await listen(app)
    await failAt(app, 300)
    await stopAt(app, 400)
    await waitFor(() => expect(told(app)).toBe(400_000))
    await waitFor(async () => expect(await waiting()).toEqual([]))
  })

  test('leaves what else waits of the same summary', async () => {
    const app = openApp('/tabs/history', { world: world() })
    await listen(app)
    await failAt(app, 300)
    app.api.break('summaries.change', outOfReach)
    await app.user.click((await screen.findAllByRole('button', { name: /^More actions for/ }))[0]!)
    await app.user.click(await screen.findByRole('menuitem', { name: 'Mark as unread' }))
    await waitFor(async () => expect(await waiting()).toEqual([{ listenedMs: 300_000, unread: true }]))
    app.api.mend('summaries.change')
    await stopAt(app, 400)
    await waitFor(async () => expect(await waiting()).toEqual([{ unread: true }]))
  })

  test('is not kept where a later one was told before it was known to have failed', async () => {
    const { promise: answer, resolve: fail } = Promise.withResolvers<Response>()
    const app = openApp('/tabs/history', { world: world() })
    await listen(app)
    await failAt(app, 200)
    app.api.calls.length = 0
    app.api.break('summaries.change', () => answer)
    await stopAt(app, 300)
    await waitFor(() => expect(app.api.calls).toContain('summaries.change'))
    app.api.mend('summaries.change')
    await stopAt(app, 400)
    await waitFor(() => expect(told(app)).toBe(400_000))
    await act(async () => fail(Response.error()))
    await waitFor(() => expect(console.error).toHaveBeenCalledWith(expect.any(TypeError)))
    await waitFor(async () => expect(await waiting()).toEqual([]))
  })

  test('gives way to a later one that is kept while it is being told', async () => {
    const before = openApp('/tabs/history', { world: world() })
    await listen(before)
    await failAt(before, 300)
    cleanup()
    const { promise: answer, resolve: take } = Promise.withResolvers<Response>()
    const app = openApp('/tabs/history', {
      world: before.api.world,
      setUp: api => api.break('summaries.change', () => answer),
    })
    await waitFor(() => expect(app.api.calls).toContain('summaries.change'))
    await listen(app)
    app.api.break('summaries.change', outOfReach)
    await stopAt(app, 500)
    await waitFor(async () => expect(await waiting()).toEqual([{ listenedMs: 500_000 }]))
    app.api.mend('summaries.change')
    await act(async () => take(Response.json({})))
    // Others take their turn after what is done with the answer.
    await waitFor(() => expect(app.api.calls).toContain('summaries.events'))
    expect(await waiting()).toEqual([{ listenedMs: 500_000 }])
  })
})
