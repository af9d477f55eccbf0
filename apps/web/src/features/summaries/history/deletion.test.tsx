import { failures } from '@recaps/contract'
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { type OpenedApp, openApp, withMemoryServer } from '../../../test/open-app.tsx'
import { scrollPageTo } from '../../../test/scroll-page.ts'
import { communitySummary, failedWith, sampleSummary, unwritten } from '../../../test/server/samples.ts'
import { addSummaries, createWorld } from '../../../test/server/world.ts'

withMemoryServer()
const now = Date.now()
const world = (...ids: number[]) =>
  addSummaries(
    createWorld(),
    ids.map(id => sampleSummary(id, now)),
  )
const upTo = (count: number) => world(...Array.from({ length: count }, (_, at) => at + 1))
const list = () => screen.findByRole('list', { name: 'Summaries' })
const links = async () => within(await list()).getAllByRole('link')
const titles = async () => (await links()).map(link => link.textContent?.replace('Unread. ', ''))
const row = (name: string | RegExp) =>
  within(screen.getByRole('list', { name: 'Summaries' })).queryByRole('link', { name })
const bridges = /Why bridges hum/
const rivers = /The city that buried its rivers/
const sourdough = /Sourdough/

async function remove(user: OpenedApp['user'], title: RegExp) {
  await list()
  await user.click(await screen.findByRole('button', { name: new RegExp(`More actions for ${title.source}`) }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  await waitFor(() => expect(screen.queryByRole('link', { name: title })).not.toBeInTheDocument())
}

async function choose(user: OpenedApp['user'], ...names: RegExp[]) {
  await list()
  await user.click(screen.getByRole('button', { name: 'Select' }))
  for (const name of names) await user.click(screen.getByRole('checkbox', { name }))
  if (names.length === 0) await user.click(await screen.findByRole('button', { name: 'Select all' }))
}

/** Holds back responses until the returned function is called. */
function holdResponses(api: OpenedApp['api'], isHeld: (request: Request) => boolean): () => void {
  const { handle } = api
  const gate = Promise.withResolvers<void>()
  api.handle = async request => {
    const answer = await handle(request)
    if (isHeld(request)) await gate.promise
    return answer
  }
  return () => {
    api.handle = handle
    gate.resolve()
  }
}

/** Answers the requests matched by `isRefused` with an internal error. */
function refuse(api: OpenedApp['api'], isRefused: (request: Request) => boolean) {
  const { handle } = api
  api.handle = async request => {
    if (!isRefused(request)) return handle(request)
    const { sentence: error, status } = failures.internal
    return Response.json({ error, code: 'internal', requestId: 'x' }, { status })
  }
}

const isDeletion = ({ method }: Request) => method === 'DELETE'
const asksFor = (part: string) => (request: Request) =>
  request.url.includes(`/api/summaries?`) && request.url.includes(part)

async function scrollDown() {
  await scrollPageTo(4000)
  expect(await screen.findByText('Loading more')).toBeInTheDocument()
}

const lengthOfList = () => screen.getAllByRole('listitem').at(-1)?.getAttribute('aria-setsize')

describe('deleting in a filtered or sorted list', () => {
  test('Undo restores a summary deleted in a sorted list', async () => {
    const { user } = openApp('/tabs/history?order=oldest', { world: world(1, 2) })
    await remove(user, bridges)
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(async () =>
      expect(await titles()).toEqual([expect.stringMatching(rivers), expect.stringMatching(bridges)]),
    )
  })

  test('a summary that could not be deleted in a sorted list is shown again', async () => {
    const { user } = openApp('/tabs/history?order=oldest', {
      world: world(1, 2),
      setUp: server => server.break('summaries.delete', 'internal'),
    })
    await list()
    await user.click(await screen.findByRole('button', { name: /More actions for Why bridges/ }))
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    expect(await screen.findByText('Couldn’t delete this summary. Try again.')).toBeInTheDocument()
    await waitFor(async () => expect(await titles()).toHaveLength(2))
  })
})

describe('a deleted summary stays hidden', () => {
  test('a deleted summary stays hidden when the next page arrives', async () => {
    const { user, api } = openApp('/tabs/history', { world: upTo(70) })
    await list()
    const release = holdResponses(api, asksFor('cursor='))
    await scrollDown()
    await scrollPageTo(0)
    await user.click(screen.getAllByRole('button', { name: /^More actions/ })[0]!)
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    await screen.findByText('Summary deleted')
    release()
    await waitFor(() => expect(lengthOfList()).toBe('69'))
  })

  test('a deleted summary stays hidden when a list requested before the deletion arrives', async () => {
    const { user, api } = openApp('/tabs/history?order=oldest', { world: world(1, 2, 3) })
    await list()
    const release = holdResponses(api, asksFor('order=oldest'))
    api.world.summaries.set(4, sampleSummary(4, now))
    const before = api.calls.length
    act(() => api.change(3, { audio: 'none', audioUrl: null }))
    await waitFor(() => expect(api.calls.slice(before)).toContain('summaries.list'))
    await remove(user, bridges)
    release()
    await waitFor(() => expect(row(/Mediterranean/)).toBeInTheDocument())
    expect(row(bridges)).not.toBeInTheDocument()
  })

  test('a deleted summary stays hidden when the list is fetched after the event stream was lost', async () => {
    const { user, api } = openApp('/tabs/history', { world: world(1, 2) })
    await list()
    const release = holdResponses(api, asksFor('limit=50'))
    api.world.summaries.set(3, sampleSummary(3, now))
    const before = api.calls.length
    act(() => api.closeStreams())
    await waitFor(() => expect(api.calls.slice(before)).toContain('summaries.list'))
    await remove(user, bridges)
    release()
    await waitFor(() => expect(row(sourdough)).toBeInTheDocument())
    expect(row(bridges)).not.toBeInTheDocument()
  })
})

test('bulk deletion continues after the rate limit is lifted', async () => {
  const { user, api } = openApp('/tabs/history', { world: upTo(12) })
  const { handle } = api
  let left = 5
  api.handle = async request => {
    if (!isDeletion(request) || left-- > 0) return handle(request)
    setTimeout(() => (left = 100), 500)
    const { sentence: error, status } = failures.too_many_requests
    return Response.json(
      { error, code: 'too_many_requests', requestId: 'x' },
      { status, headers: { 'Retry-After': '1' } },
    )
  }
  await choose(user)
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('12 summaries deleted')).toBeInTheDocument()
  expect([...api.world.summaries.values()].every(({ deleted }) => deleted)).toBe(true)
})

test('a hidden page holds no event connection', async () => {
  const setVisibility = (visibilityState: DocumentVisibilityState) =>
    Object.defineProperty(document, 'visibilityState', { configurable: true, value: visibilityState })
  onTestFinished(() => void Reflect.deleteProperty(document, 'visibilityState'))
  setVisibility('hidden')
  const { api } = openApp('/tabs/history', { world: world(1) })
  await list()
  await import('../watch/live-updates.ts')
  await new Promise(resolve => setTimeout(resolve, 50))
  expect(api.calls).not.toContain('summaries.events')
  setVisibility('visible')
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  await waitFor(() => expect(api.calls).toContain('summaries.events'))
})

describe('a summary deleted in another window', () => {
  const deleteElsewhere = (api: OpenedApp['api'], id: number) => {
    api.world.summaries.get(id)!.deleted = true
  }
  const listCalls = (api: OpenedApp['api']) => api.calls.filter(call => call === 'summaries.list').length
  /** Hides the page or shows it again. */
  const setVisibility = (visibilityState: DocumentVisibilityState) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, value: visibilityState })
    onTestFinished(() => void Reflect.deleteProperty(document, 'visibilityState'))
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
  }

  async function openLive(seeded: ReturnType<typeof world>) {
    const opened = openApp('/tabs/history', { world: seeded })
    await list()
    // The list itself, and the request made when the event stream opens.
    await waitFor(() => expect(listCalls(opened.api)).toBe(2))
    return opened
  }

  test('a summary deleted in another window disappears at once and returns when restored there', async () => {
    const { user, api } = await openLive(world(1, 2, 3))
    await user.click(screen.getByRole('button', { name: 'Unread' }))
    await waitFor(() => expect(row(rivers)).toBeInTheDocument())
    act(() => api.change(2, { deleted: true }))
    await waitFor(() => expect(row(rivers)).not.toBeInTheDocument())
    act(() => api.change(2, { deleted: false }))
    await waitFor(() => expect(row(rivers)).toBeInTheDocument())
    await user.click(screen.getByRole('button', { name: 'All' }))
    expect(await titles()).toHaveLength(3)
  })

  test('a summary deleted without an event disappears when the page becomes visible', async () => {
    const { api } = await openLive(world(1, 2, 3))
    deleteElsewhere(api, 2)
    setVisibility('hidden')
    expect(await titles()).toHaveLength(3)
    expect(listCalls(api)).toBe(2)
    setVisibility('visible')
    await waitFor(() => expect(row(rivers)).not.toBeInTheDocument())
    expect(await titles()).toEqual([expect.stringMatching(bridges), expect.stringMatching(sourdough)])
    expect(listCalls(api)).toBe(3)
  })

  test('a summary deleted in another window disappears from a filtered list', async () => {
    const { user, api } = await openLive(world(1, 2, 3))
    await user.click(screen.getByRole('button', { name: 'Oldest first' }))
    await waitFor(async () => expect((await titles()).at(-1)).toMatch(bridges))
    deleteElsewhere(api, 2)
    setVisibility('visible')
    await waitFor(() => expect(row(rivers)).not.toBeInTheDocument())
    expect(await titles()).toEqual([expect.stringMatching(sourdough), expect.stringMatching(bridges)])
  })

  test('only the deleted summary disappears, not older ones outside the fetched page', async () => {
    const { api } = await openLive(upTo(70))
    await scrollPageTo(4000)
    await waitFor(() => expect(lengthOfList()).toBe('70'))
    deleteElsewhere(api, 2)
    setVisibility('visible')
    await waitFor(() => expect(lengthOfList()).toBe('69'))
  })

  test('a summary requested while a deletion is detected stays in the list', async () => {
    const seeded = world(1, 2)
    const videoInfo = { ...sampleSummary(3, now).videoInfo, videoId: 'dQw4w9WgXcQ' }
    seeded.videos.set(videoInfo.videoId, { videoInfo })
    const { user, api } = await openLive(seeded)
    deleteElsewhere(api, 2)
    const release = holdResponses(api, asksFor('limit=50'))
    setVisibility('visible')
    await waitFor(() => expect(listCalls(api)).toBe(3))
    await user.click(screen.getAllByRole('link', { name: /Generate Summary/ })[0]!)
    await user.type(await screen.findByRole('textbox', { name: /^YouTube link/ }), videoInfo.videoId)
    await user.click(await screen.findByRole('button', { name: 'Generate Summary' }))
    await screen.findByText('Waiting in the queue')
    await user.click(screen.getAllByRole('link', { name: 'My Summaries' })[0]!)
    await list()
    expect(row(rivers)).toBeInTheDocument()
    release()
    await waitFor(() => expect(row(rivers)).not.toBeInTheDocument())
    expect(screen.getByRole('article', { name: sourdough })).toBeInTheDocument()
  })
})

test('a summary that becomes ready while the next page loads stays ready', async () => {
  const seeded = addSummaries(upTo(70), [
    sampleSummary(99, now, {
      ...unwritten,
      state: 'working',
      stage: 'checking',
      createdAt: new Date(now).toISOString(),
    }),
  ])
  const { api } = openApp('/tabs/history', { world: seeded })
  expect(await screen.findByRole('region', { name: 'In progress and failed' })).toBeInTheDocument()
  const release = holdResponses(api, asksFor('cursor='))
  await scrollDown()
  act(() => api.change(99, { ...sampleSummary(99, now), createdAt: new Date(now).toISOString() }))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'In progress and failed' })).not.toBeInTheDocument())
  release()
  await waitFor(() => expect(lengthOfList()).toBe('71'))
  expect(screen.queryByRole('region', { name: 'In progress and failed' })).not.toBeInTheDocument()
})

test('a summary that becomes ready while the list is fetched again stays ready', async () => {
  const seeded = addSummaries(world(1), [sampleSummary(2, now, { ...unwritten, state: 'working', stage: 'checking' })])
  const { user, api } = openApp('/tabs/history', { world: seeded })
  const inWork = { name: 'In progress and failed' }
  expect(await screen.findByRole('region', inWork)).toBeInTheDocument()
  await user.click(screen.getAllByRole('link', { name: 'Popular' })[0]!)
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Popular'))
  const clock = Date.now
  const later = vi.spyOn(Date, 'now').mockImplementation(() => clock() + 600_000)
  onTestFinished(() => later.mockRestore())
  const release = holdResponses(api, asksFor('limit=50'))
  api.world.summaries.set(3, sampleSummary(3, now))
  const before = api.calls.length
  await user.click(screen.getAllByRole('link', { name: 'My Summaries' })[0]!)
  await waitFor(() => expect(api.calls.slice(before)).toContain('summaries.list'))
  act(() => api.change(2, sampleSummary(2, now)))
  await waitFor(() => expect(screen.queryByRole('region', inWork)).not.toBeInTheDocument())
  await waitFor(() => expect(api.calls.slice(before)).toContain('summaries.detail'))
  release()
  await waitFor(() => expect(row(sourdough)).toBeInTheDocument())
  expect(screen.queryByRole('region', inWork)).not.toBeInTheDocument()
})

describe('several summaries', () => {
  test('a partly failed bulk deletion reports both counts, and Undo restores the deleted ones', async () => {
    const { user, api } = openApp('/tabs/history', { world: world(1, 2, 3) })
    await choose(user)
    refuse(api, request => isDeletion(request) && request.url.endsWith('/2'))
    await user.click(await screen.findByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('2 deleted, 1 couldn’t be deleted')).toBeInTheDocument()
    expect(await titles()).toEqual([expect.stringMatching(rivers)])
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(async () => expect(await titles()).toHaveLength(3))
    expect([1, 2, 3].map(id => api.world.summaries.get(id)!.deleted)).toEqual([false, false, false])
  })

  test('a failed Undo reports how many summaries could not be restored', async () => {
    const { user, api } = openApp('/tabs/history', { world: world(1, 2, 3) })
    await choose(user, bridges, rivers)
    await user.click(await screen.findByRole('button', { name: 'Delete' }))
    api.break('summaries.restore', 'internal')
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('Couldn’t restore 2 summaries. Try again.')).toBeInTheDocument()
    expect(await titles()).toEqual([expect.stringMatching(sourdough)])
  })

  test('several summaries are deleted four at a time', async () => {
    const { user, api } = openApp('/tabs/history', { world: upTo(12) })
    await choose(user)
    const release = holdResponses(api, isDeletion)
    await user.click(await screen.findByRole('button', { name: 'Delete' }))
    const deletions = () => api.calls.filter(call => call === 'summaries.delete').length
    await waitFor(() => expect(deletions()).toBe(4))
    release()
    expect(await screen.findByText('12 summaries deleted')).toBeInTheDocument()
    expect(deletions()).toBe(12)
  })
})

describe('Undo', () => {
  test('Undo restores summaries that were deleted shortly after each other', async () => {
    const { user, api } = openApp('/tabs/history', { world: world(1, 2, 3) })
    await remove(user, bridges)
    await screen.findByText('Summary deleted')
    await remove(user, rivers)
    expect(await screen.findByText('2 summaries deleted')).toBeInTheDocument()
    expect(screen.queryByText('Summary deleted')).not.toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(async () => expect(await titles()).toHaveLength(3))
    expect([1, 2].map(id => api.world.summaries.get(id)!.deleted)).toEqual([false, false])
  })

  test('Undo does not restore again what an earlier Undo has restored', async () => {
    const { user, api } = openApp('/tabs/history', { world: world(1, 2, 3) })
    await remove(user, bridges)
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(async () => expect(await titles()).toHaveLength(3))
    await remove(user, rivers)
    expect(await screen.findByText('Summary deleted')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(async () => expect(await titles()).toHaveLength(3))
    expect(api.calls.filter(call => call === 'summaries.restore')).toHaveLength(2)
  })

  test('Undo stays available when another toast appears', async () => {
    const { user } = openApp('/tabs/history', { world: world(1, 2) })
    await remove(user, bridges)
    await screen.findByText('Summary deleted')
    await user.click(screen.getByRole('button', { name: /More actions for The city/ }))
    await user.click(await screen.findByRole('menuitem', { name: 'Add to queue' }))
    expect(await screen.findByText('Added to queue')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(async () => expect(await titles()).toHaveLength(2))
    expect(screen.queryByText('Summary deleted')).not.toBeInTheDocument()
  })
})

describe('deletion on other screens', () => {
  test('Popular no longer marks a deleted summary as owned', async () => {
    const seeded = addSummaries(createWorld({ popular: { week: [communitySummary(2, now)] } }), [sampleSummary(2, now)])
    const { user } = openApp('/tabs/popular', { world: seeded })
    expect(await screen.findByText('In My Summaries')).toBeInTheDocument()
    const go = async (name: string) => user.click(screen.getAllByRole('link', { name })[0]!)
    await go('My Summaries')
    await remove(user, rivers)
    await screen.findByText('Summary deleted')
    await go('Popular')
    await waitFor(() => {
      expect(screen.getByRole('article', { name: rivers })).toBeInTheDocument()
      expect(screen.queryByText('In My Summaries')).not.toBeInTheDocument()
    })
  })

  test('deleting the playing summary starts the next one and saves no position', async () => {
    const { user, api } = openApp('/tabs/history', { world: world(1, 2) })
    await user.click(await screen.findByRole('button', { name: /^Play Why bridges/ }))
    const bar = within(await screen.findByRole('region', { name: 'Audio player' }))
    await user.click(screen.getByRole('button', { name: /More actions for The city/ }))
    await user.click(await screen.findByRole('menuitem', { name: 'Add to queue' }))
    await user.click(screen.getByRole('button', { name: /More actions for Why bridges/ }))
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    expect(await bar.findByText(rivers, { selector: '.player-bar__title' })).toBeInTheDocument()
    expect(bar.queryByRole('button', { name: /^Next/ })).not.toBeInTheDocument()
    expect(api.calls).not.toContain('summaries.change')
  })

  test('Undo restores the queue without interrupting playback', async () => {
    const { user } = openApp('/tabs/history', { world: world(1, 2) })
    await user.click(await screen.findByRole('button', { name: /^Play Why bridges/ }))
    const bar = within(await screen.findByRole('region', { name: 'Audio player' }))
    await user.click(screen.getByRole('button', { name: /More actions for The city/ }))
    await user.click(await screen.findByRole('menuitem', { name: 'Add to queue' }))
    await remove(user, bridges)
    expect(await bar.findByText(rivers, { selector: '.player-bar__title' })).toBeInTheDocument()
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(await bar.findByRole('button', { name: /^Next/ })).toBeEnabled()
    expect(bar.getByText(rivers, { selector: '.player-bar__title' })).toBeInTheDocument()
    expect(bar.getByRole('button', { name: 'Pause' })).toBeInTheDocument()
  })

  test('Undo restores an emptied player paused', async () => {
    const { user } = openApp('/tabs/history', { world: world(1, 2) })
    await user.click(await screen.findByRole('button', { name: /^Play Why bridges/ }))
    await screen.findByRole('region', { name: 'Audio player' })
    await remove(user, bridges)
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Audio player' })).not.toBeInTheDocument())
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    const bar = within(await screen.findByRole('region', { name: 'Audio player' }))
    expect(bar.getByRole('button', { name: 'Play' })).toBeInTheDocument()
  })
})

describe('the focus after a deletion', () => {
  const focused = () => document.activeElement

  test('the focus moves to the row that takes the place of the deleted one', async () => {
    const { user } = openApp('/tabs/history', { world: world(1, 2, 3) })
    await remove(user, rivers)
    await waitFor(() => expect(focused()).toBe(row(sourdough)))
    await remove(user, sourdough)
    await waitFor(() => expect(focused()).toBe(row(bridges)))
  })

  test('the focus moves to the heading when the last row is deleted', async () => {
    const { user } = openApp('/tabs/history', { world: world(1) })
    await remove(user, bridges)
    await waitFor(() => expect(focused()).toBe(screen.getByRole('heading', { level: 1 })))
  })

  test('the focus moves to the next failed summary when one is removed', async () => {
    const failed = (id: number, ageMs: number) =>
      sampleSummary(id, now, {
        ...failedWith('network', failures.network.sentence),
        createdAt: new Date(now - ageMs).toISOString(),
      })
    const { user } = openApp('/tabs/history', { world: addSummaries(world(3), [failed(1, 1000), failed(2, 2000)]) })
    const card = within(await screen.findByRole('article', { name: bridges }))
    await user.click(card.getByRole('button', { name: 'Remove' }))
    await waitFor(() => expect(focused()).toBe(screen.getByRole('link', { name: rivers })))
  })

  test('the focus moves to the heading after a bulk action', async () => {
    const { user } = openApp('/tabs/history', { world: world(1, 2) })
    await choose(user, bridges)
    await user.click(await screen.findByRole('button', { name: 'Mark as read' }))
    await waitFor(() => expect(focused()).toBe(screen.getByRole('heading', { level: 1 })))
  })

  test('the focus moves to the heading after Undo', async () => {
    const { user } = openApp('/tabs/history', { world: world(1, 2) })
    await remove(user, bridges)
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(async () => expect(await titles()).toHaveLength(2))
    expect(focused()).toBe(screen.getByRole('heading', { level: 1 }))
  })
})
