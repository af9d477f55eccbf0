import { failures } from '@recaps/contract'
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { type OpenedApp, openApp, withMemoryServer } from '../../../test/open-app.tsx'
import { scrolledTo } from '../../../test/scrolled.ts'
import { failedWith, othersSummary, sampleSummary, unwritten } from '../../../test/server/samples.ts'
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

/** Answers are made as ever, and come only when the returned function is called. */
function hold(api: OpenedApp['api'], isHeld: (request: Request) => boolean): () => void {
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

/** Answers what `isRefused` names with a failure. */
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
  await scrolledTo(4000)
  expect(await screen.findByText('Loading more')).toBeInTheDocument()
}

const lengthOfList = () => screen.getAllByRole('listitem').at(-1)?.getAttribute('aria-setsize')

describe('in a list that is filtered or turned round', () => {
  test('what was deleted comes back by Undo', async () => {
    const { user } = openApp('/tabs/history?order=oldest', { world: world(1, 2) })
    await remove(user, bridges)
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(async () =>
      expect(await titles()).toEqual([expect.stringMatching(rivers), expect.stringMatching(bridges)]),
    )
  })

  test('what could not be deleted comes back', async () => {
    const { user } = openApp('/tabs/history?order=oldest', {
      world: world(1, 2),
      setUp: server => server.break('summaries.delete', 'internal'),
    })
    await list()
    await user.click(await screen.findByRole('button', { name: /More actions for Why bridges/ }))
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    expect(await screen.findByText('It could not be deleted.')).toBeInTheDocument()
    await waitFor(async () => expect(await titles()).toHaveLength(2))
  })
})

describe('what was deleted stays away', () => {
  test('when the next page comes that was on its way', async () => {
    const { user, api } = openApp('/tabs/history', { world: upTo(70) })
    await list()
    const letGo = hold(api, asksFor('cursor='))
    await scrollDown()
    await scrolledTo(0)
    await user.click(screen.getAllByRole('button', { name: /^More actions/ })[0]!)
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    await screen.findByText('Summary deleted')
    letGo()
    await waitFor(() => expect(lengthOfList()).toBe('69'))
  })

  test('when a list comes that was read again before', async () => {
    const { user, api } = openApp('/tabs/history?order=oldest', { world: world(1, 2, 3) })
    await list()
    const letGo = hold(api, asksFor('order=oldest'))
    api.world.summaries.set(4, sampleSummary(4, now))
    const before = api.calls.length
    act(() => api.change(3, { audio: 'none', audioUrl: null }))
    await waitFor(() => expect(api.calls.slice(before)).toContain('summaries.list'))
    await remove(user, bridges)
    letGo()
    await waitFor(() => expect(row(/Mediterranean/)).toBeInTheDocument())
    expect(row(bridges)).not.toBeInTheDocument()
  })

  test('when the newest are read again after the events were gone', async () => {
    const { user, api } = openApp('/tabs/history', { world: world(1, 2) })
    await list()
    const letGo = hold(api, asksFor('limit=50'))
    api.world.summaries.set(3, sampleSummary(3, now))
    const before = api.calls.length
    act(() => api.dropStreams())
    await waitFor(() => expect(api.calls.slice(before)).toContain('summaries.list'))
    await remove(user, bridges)
    letGo()
    await waitFor(() => expect(row(sourdough)).toBeInTheDocument())
    expect(row(bridges)).not.toBeInTheDocument()
  })
})

test('more than the service lets be deleted in a minute go on when the next begins', async () => {
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

test('a page that nobody sees holds no connection for events', async () => {
  const see = (visibilityState: DocumentVisibilityState) =>
    Object.defineProperty(document, 'visibilityState', { configurable: true, value: visibilityState })
  onTestFinished(() => void Reflect.deleteProperty(document, 'visibilityState'))
  see('hidden')
  const { api } = openApp('/tabs/history', { world: world(1) })
  await list()
  await import('../watch/live.ts')
  await new Promise(resolve => setTimeout(resolve, 50))
  expect(api.calls).not.toContain('summaries.events')
  see('visible')
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  await waitFor(() => expect(api.calls).toContain('summaries.events'))
})

describe('what another window deleted', () => {
  const deleteElsewhere = (api: OpenedApp['api'], id: number) => {
    api.world.summaries.get(id)!.deleted = true
  }
  const asked = (api: OpenedApp['api']) => api.calls.filter(call => call === 'summaries.list').length
  /** Somebody goes from the page, or comes back to it. */
  const look = (visibilityState: DocumentVisibilityState) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, value: visibilityState })
    onTestFinished(() => void Reflect.deleteProperty(document, 'visibilityState'))
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
  }

  async function openLive(of: ReturnType<typeof world>) {
    const opened = openApp('/tabs/history', { world: of })
    await list()
    // The list itself, and what is read when the events begin.
    await waitFor(() => expect(asked(opened.api)).toBe(2))
    return opened
  }

  test('leaves at once, and stands there again when it is restored there', async () => {
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

  test('leaves when somebody looks at the page again, where no event told of it', async () => {
    const { api } = await openLive(world(1, 2, 3))
    deleteElsewhere(api, 2)
    look('hidden')
    expect(await titles()).toHaveLength(3)
    expect(asked(api)).toBe(2)
    look('visible')
    await waitFor(() => expect(row(rivers)).not.toBeInTheDocument())
    expect(await titles()).toEqual([expect.stringMatching(bridges), expect.stringMatching(sourdough)])
    expect(asked(api)).toBe(3)
  })

  test('leaves a list with a filter as well', async () => {
    const { user, api } = await openLive(world(1, 2, 3))
    await user.click(screen.getByRole('button', { name: 'Oldest first' }))
    await waitFor(async () => expect((await titles()).at(-1)).toMatch(bridges))
    deleteElsewhere(api, 2)
    look('visible')
    await waitFor(() => expect(row(rivers)).not.toBeInTheDocument())
    expect(await titles()).toEqual([expect.stringMatching(sourdough), expect.stringMatching(bridges)])
  })

  test('leaves alone, without those that are older than what is read again', async () => {
    const { api } = await openLive(upTo(70))
    await scrolledTo(4000)
    await waitFor(() => expect(lengthOfList()).toBe('70'))
    deleteElsewhere(api, 2)
    look('visible')
    await waitFor(() => expect(lengthOfList()).toBe('69'))
  })

  test('leaves, and what was asked for while that was found out stays', async () => {
    const of = world(1, 2)
    const videoInfo = { ...sampleSummary(3, now).videoInfo, videoId: 'dQw4w9WgXcQ' }
    of.videos.set(videoInfo.videoId, { videoInfo })
    const { user, api } = await openLive(of)
    deleteElsewhere(api, 2)
    const letGo = hold(api, asksFor('limit=50'))
    look('visible')
    await waitFor(() => expect(asked(api)).toBe(3))
    await user.click(screen.getAllByRole('link', { name: /Generate Summary/ })[0]!)
    await user.type(await screen.findByRole('textbox', { name: /^Link/ }), videoInfo.videoId)
    await user.click(await screen.findByRole('button', { name: 'Generate Summary' }))
    await screen.findByText('Waiting in the queue')
    await user.click(screen.getAllByRole('link', { name: 'My Summaries' })[0]!)
    await list()
    expect(row(rivers)).toBeInTheDocument()
    letGo()
    await waitFor(() => expect(row(rivers)).not.toBeInTheDocument())
    expect(screen.getByRole('article', { name: sourdough })).toBeInTheDocument()
  })
})

test('what becomes ready while the next page is on its way is ready when that comes', async () => {
  const of = addSummaries(upTo(70), [
    sampleSummary(99, now, {
      ...unwritten,
      state: 'working',
      stage: 'checking',
      createdAt: new Date(now).toISOString(),
    }),
  ])
  const { api } = openApp('/tabs/history', { world: of })
  expect(await screen.findByRole('region', { name: 'In progress and failed' })).toBeInTheDocument()
  const letGo = hold(api, asksFor('cursor='))
  await scrollDown()
  act(() => api.change(99, { ...sampleSummary(99, now), createdAt: new Date(now).toISOString() }))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'In progress and failed' })).not.toBeInTheDocument())
  letGo()
  await waitFor(() => expect(lengthOfList()).toBe('71'))
  expect(screen.queryByRole('region', { name: 'In progress and failed' })).not.toBeInTheDocument()
})

test('what becomes ready while the whole list is read again is ready when that comes', async () => {
  const of = addSummaries(world(1), [sampleSummary(2, now, { ...unwritten, state: 'working', stage: 'checking' })])
  const { user, api } = openApp('/tabs/history', { world: of })
  const inWork = { name: 'In progress and failed' }
  expect(await screen.findByRole('region', inWork)).toBeInTheDocument()
  await user.click(screen.getAllByRole('link', { name: 'Popular' })[0]!)
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Popular'))
  const clock = Date.now
  const later = vi.spyOn(Date, 'now').mockImplementation(() => clock() + 600_000)
  onTestFinished(() => later.mockRestore())
  const letGo = hold(api, asksFor('limit=50'))
  api.world.summaries.set(3, sampleSummary(3, now))
  const before = api.calls.length
  await user.click(screen.getAllByRole('link', { name: 'My Summaries' })[0]!)
  await waitFor(() => expect(api.calls.slice(before)).toContain('summaries.list'))
  act(() => api.change(2, sampleSummary(2, now)))
  await waitFor(() => expect(screen.queryByRole('region', inWork)).not.toBeInTheDocument())
  await waitFor(() => expect(api.calls.slice(before)).toContain('summaries.detail'))
  letGo()
  await waitFor(() => expect(row(sourdough)).toBeInTheDocument())
  expect(screen.queryByRole('region', inWork)).not.toBeInTheDocument()
})

describe('several', () => {
  test('of which some could not be deleted are told apart, and those that were come back by Undo', async () => {
    const { user, api } = openApp('/tabs/history', { world: world(1, 2, 3) })
    await choose(user)
    refuse(api, request => isDeletion(request) && request.url.endsWith('/2'))
    await user.click(await screen.findByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('2 deleted, 1 could not be.')).toBeInTheDocument()
    expect(await titles()).toEqual([expect.stringMatching(rivers)])
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(async () => expect(await titles()).toHaveLength(3))
    expect([1, 2, 3].map(id => api.world.summaries.get(id)!.deleted)).toEqual([false, false, false])
  })

  test('that cannot be brought back are counted', async () => {
    const { user, api } = openApp('/tabs/history', { world: world(1, 2, 3) })
    await choose(user, bridges, rivers)
    await user.click(await screen.findByRole('button', { name: 'Delete' }))
    api.break('summaries.restore', 'internal')
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('2 could not be brought back.')).toBeInTheDocument()
    expect(await titles()).toEqual([expect.stringMatching(sourdough)])
  })

  test('are deleted four at a time', async () => {
    const { user, api } = openApp('/tabs/history', { world: upTo(12) })
    await choose(user)
    const letGo = hold(api, isDeletion)
    await user.click(await screen.findByRole('button', { name: 'Delete' }))
    const deletions = () => api.calls.filter(call => call === 'summaries.delete').length
    await waitFor(() => expect(deletions()).toBe(4))
    letGo()
    expect(await screen.findByText('12 summaries deleted')).toBeInTheDocument()
    expect(deletions()).toBe(12)
  })
})

describe('Undo', () => {
  test('brings back all that was deleted shortly one after the other', async () => {
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

  test('brings back nothing that was brought back before', async () => {
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

  test('stays in reach when something else is said meanwhile', async () => {
    const { user } = openApp('/tabs/history', { world: world(1, 2) })
    await remove(user, bridges)
    await screen.findByText('Summary deleted')
    await user.click(screen.getByRole('button', { name: /More actions for The city/ }))
    await user.click(await screen.findByRole('menuitem', { name: 'Add to queue' }))
    expect(await screen.findByText('Added to the queue')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(async () => expect(await titles()).toHaveLength(2))
    expect(screen.queryByText('Summary deleted')).not.toBeInTheDocument()
  })
})

describe('elsewhere', () => {
  test('Popular does not say any more that somebody has what they have deleted', async () => {
    const of = addSummaries(createWorld({ popular: { week: [othersSummary(2, now)] } }), [sampleSummary(2, now)])
    const { user } = openApp('/tabs/popular', { world: of })
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

  test('the player goes on with what comes behind it, and keeps no place in it', async () => {
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

  test('Undo brings the queue of the player back, without a break in what it went on with', async () => {
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

  test('Undo brings back a player that had nothing else to play, silent', async () => {
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

describe('the focus', () => {
  const focused = () => document.activeElement

  test('goes on to the row that takes the place of the one that is gone', async () => {
    const { user } = openApp('/tabs/history', { world: world(1, 2, 3) })
    await remove(user, rivers)
    await waitFor(() => expect(focused()).toBe(row(sourdough)))
    await remove(user, sourdough)
    await waitFor(() => expect(focused()).toBe(row(bridges)))
  })

  test('goes to the heading with the last row', async () => {
    const { user } = openApp('/tabs/history', { world: world(1) })
    await remove(user, bridges)
    await waitFor(() => expect(focused()).toBe(screen.getByRole('heading', { level: 1 })))
  })

  test('goes on to the next of those that failed', async () => {
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

  test('goes to the heading when several were dealt with at once', async () => {
    const { user } = openApp('/tabs/history', { world: world(1, 2) })
    await choose(user, bridges)
    await user.click(await screen.findByRole('button', { name: 'Mark as read' }))
    await waitFor(() => expect(focused()).toBe(screen.getByRole('heading', { level: 1 })))
  })

  test('goes to the heading when Undo was pressed', async () => {
    const { user } = openApp('/tabs/history', { world: world(1, 2) })
    await remove(user, bridges)
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(async () => expect(await titles()).toHaveLength(2))
    expect(focused()).toBe(screen.getByRole('heading', { level: 1 }))
  })
})
