import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openApp, withMemoryServer } from '../open-app.tsx'
import type { MemoryApi } from '../server/memory-api.ts'
import { communitySummary, sampleSummary } from '../server/samples.ts'
import { sampleChannels } from '../server/schedule-samples.ts'
import { addSummaries, createWorld } from '../server/world.ts'

withMemoryServer()
/** Records every request to the memory server. */
const keepIn = (seen: Request[]) => (server: MemoryApi) => {
  const answer = server.handle
  server.handle = request => {
    seen.push(request.clone())
    return answer(request)
  }
}

test('§7, §9: every request has the bearer token, credentials, Accept and version headers [spec 3.3, 9.23]', async () => {
  const sent = vi.spyOn(globalThis, 'fetch')
  const { api } = openApp('/tabs/history')
  await waitFor(() => expect(api.calls).toContain('summaries.list'))
  expect(sent.mock.calls.length).toBeGreaterThan(3)
  for (const [url, init] of sent.mock.calls) {
    const carried = { Authorization: 'Bearer token-of-ada', Accept: 'application/json', 'X-Api-Version': '1.0.0' }
    const streamed = { Authorization: 'Bearer token-of-ada', Accept: 'text/event-stream' }
    expect([url, init?.credentials]).toEqual([url, 'include'])
    expect([url, init?.headers]).toEqual([url, String(url).endsWith('/events') ? streamed : carried])
  }
  sent.mockRestore()
})

test('§3, §9: a schedule is monthly and starts in one hour by default [spec 3.8, 5.9, 9.3]', async () => {
  const world = createWorld({ channels: sampleChannels(1) })
  const { user, api } = openApp('/schedule-wizard-channels', { world })
  await user.type(await screen.findByRole('searchbox'), 'plain')
  await user.click(await screen.findByRole('button', { name: 'Add Plain Structures' }))
  await user.click(screen.getByRole('link', { name: /Frequency/ }))
  await waitFor(() => expect(screen.getByRole('button', { name: 'Follow 1 channel' })).toBeEnabled())
  await user.click(screen.getByRole('button', { name: 'Follow 1 channel' }))
  await waitFor(() => expect(api.world.schedules).toHaveLength(1))
  const { frequency, type, startDateTime } = api.world.schedules[0]!
  expect([frequency, type]).toEqual(['monthly', 'youtube'])
  expect(Math.abs(Date.parse(startDateTime) - Date.now() - 3_600_000)).toBeLessThan(60_000)
})

test('§4, §9: the popular list loads ten summaries per page from page 1 and appends further pages [spec 4.22, 5.11, 9.2]', async () => {
  const seen: Request[] = []
  const week = Array.from({ length: 12 }, (_, at) => communitySummary(at + 1, Date.now()))
  openApp('/tabs/popular', { world: createWorld({ popular: { week } }), setUp: keepIn(seen) })
  const asked = () => seen.filter(({ url }) => url.includes('/most-viewed')).map(({ url }) => new URL(url).search)
  // The list is virtual, so count by `aria-setsize`, which is final once all pages are loaded.
  const first = () => screen.getAllByRole('listitem').find(row => row.getAttribute('aria-posinset') === '1')
  await waitFor(() => expect(first()).toHaveAttribute('aria-setsize', '12'))
  expect(asked()).toEqual(['?timeframe=week&page=1&pageSize=10', '?timeframe=week&page=2&pageSize=10'])
})

test('§4: summaries marked deleted are dropped from the list [spec 4.10]', async () => {
  const [kept, gone] = [1, 2].map(id => sampleSummary(id, Date.now()))
  openApp('/tabs/history', {
    setUp: api =>
      api.break('summaries.list', () =>
        Response.json({ data: [kept, { ...gone, deleted: true }], nextCursor: null, month: {} }),
      ),
  })
  expect(await screen.findByText(kept!.videoInfo.title)).toBeInTheDocument()
  expect(screen.queryByText(gone!.videoInfo.title)).not.toBeInTheDocument()
})

describe('§4: the generating flag', () => {
  beforeEach(() => vi.useFakeTimers({ shouldAdvanceTime: true }))
  afterEach(() => vi.useRealTimers())
  const working = () => screen.queryByRole('img', { name: 'in progress' })

  async function generate() {
    const { videoInfo } = sampleSummary(1, Date.now())
    const world = createWorld({ videos: new Map([[videoInfo.videoId, { videoInfo }]]) })
    const app = openApp('/tabs/summarize', {
      world: addSummaries(world, []),
      setUp: api => api.break('summaries.events', 'forbidden'),
    })
    vi.spyOn(console, 'error').mockImplementation(() => {})
    await app.user.type(await screen.findByRole('textbox', { name: /YouTube link/ }), videoInfo.videoId)
    await app.user.click(await screen.findByRole('button', { name: 'Generate Summary' }))
    await waitFor(() => expect(working()).toBeInTheDocument())
    const polls = () => app.api.calls.filter(call => call === 'summaries.list').length
    return { ...app, polls }
  }

  test('the generating flag is set on request, and the list is polled every 5 s until the summary is readable [spec 4.7]', async () => {
    const { api, polls } = await generate()
    const before = polls()
    await vi.advanceTimersByTimeAsync(15_500)
    expect([3, 4]).toContain(polls() - before)
    expect(working()).toBeInTheDocument()
    const [id] = api.world.summaries.keys()
    api.change(id!, { state: 'readable', stage: 'speaking' })
    await vi.advanceTimersByTimeAsync(5_000)
    await waitFor(() => expect(working()).not.toBeInTheDocument())
  })

  test('the generating flag is cleared after 600000 ms [spec 4.8]', async () => {
    await generate()
    await vi.advanceTimersByTimeAsync(590_000)
    expect(working()).toBeInTheDocument()
    await vi.advanceTimersByTimeAsync(10_500)
    await waitFor(() => expect(working()).not.toBeInTheDocument())
  })
})

describe('§8: thumbnails of search results', () => {
  const thumbnails = { default: '', medium: 'https://i.ytimg.com/1.jpg', high: '' }
  const search = [{ id: 'dQw4w9WgXcQ', title: 'Bridges in the wind', description: 'A talk', thumbnails }]
  const find = async (setUp: (api: MemoryApi) => void = () => {}) => {
    const { user } = openApp('/tabs/summarize', { world: createWorld({ search }), setUp })
    await user.type(await screen.findByRole('textbox', { name: /YouTube link/ }), 'bridges wind')
    return screen.findByRole('button', { name: /Bridges in the wind/ })
  }

  test('a search result shows the thumbnail cached by our server [spec 8.9]', async () => {
    const result = await find()
    await waitFor(() => expect(result.querySelector('img')?.src).toMatch(/^data:image/))
  })

  test('a search result shows the original thumbnail if the server has none [spec 8.9]', async () => {
    const result = await find(api => api.break('youtube.proxyThumbnail', 'not_found'))
    await waitFor(() => expect(result.querySelector('img')?.src).toBe(thumbnails.medium))
  })
})
