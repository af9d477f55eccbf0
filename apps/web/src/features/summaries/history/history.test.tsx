import { failures, sentenceOfVideo } from '@recaps/contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { setMedia, sound } from '../../../test/browser.ts'
import { held, type OpenedApp, openApp, path, withMemoryServer } from '../../../test/open-app.tsx'
import { scrolledTo } from '../../../test/scrolled.ts'
import { failedWith, sampleSummary, unwritten } from '../../../test/server/samples.ts'
import { addSummaries, createWorld, sampleUser } from '../../../test/server/world.ts'

withMemoryServer()
const now = Date.now()
const world = (...ids: number[]) =>
  addSummaries(
    createWorld(),
    ids.map(id => sampleSummary(id, now)),
  )
const list = () => screen.findByRole('list', { name: 'Summaries' })
const titles = async () =>
  within(await list())
    .getAllByRole('link')
    .map(link => link.textContent?.replace('Unread. ', ''))
const bridges = /Why bridges hum/
const rivers = 'The city that buried its rivers'

describe('the list', () => {
  test('shows the newest first, each with channel, lengths and read time', async () => {
    openApp('/tabs/history', { world: world(2, 1) })
    expect(await titles()).toEqual([expect.stringMatching(bridges), rivers])
    expect(screen.getAllByRole('listitem').at(-2)).toHaveTextContent(
      /Plain Structures · 48 min → 4 min · 3 min to hear · 16 h ago/,
    )
    expect(screen.getByText('4 min')).toBeInTheDocument()
  })

  test('says what an empty one is for', async () => {
    const { user } = openApp('/tabs/history')
    expect(await screen.findByRole('heading', { name: 'Your summaries will be here' })).toBeInTheDocument()
    const main = screen.getByRole('main')
    await user.click(within(main).getByRole('link', { name: 'Generate Summary' }))
    await waitFor(() => expect(path()).toBe('/tabs/summarize'))
  })

  test('says why it could not be loaded, and tries again', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const { user, api } = openApp('/tabs/history', {
      world: world(1),
      setUp: server => server.break('summaries.list', 'unavailable'),
    })
    expect(await screen.findByText(failures.unavailable.sentence)).toBeInTheDocument()
    api.mend('summaries.list')
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus()
    expect(await titles()).toHaveLength(1)
  })

  test('shows rows in outline while it loads', async () => {
    openApp('/tabs/history', { setUp: server => server.break('summaries.list', () => new Promise(() => {})) })
    expect(await screen.findByRole('status', { name: 'Loading summaries' })).toBeInTheDocument()
  })

  test('loads more as its end comes near', async () => {
    const { api } = openApp('/tabs/history', { world: world(...Array.from({ length: 70 }, (_, at) => at + 1)) })
    await list()
    expect(api.calls.filter(call => call === 'summaries.list').length).toBeLessThan(3)
    await scrolledTo(4000)
    await waitFor(() =>
      expect(
        within(screen.getByRole('list', { name: 'Summaries' }))
          .getAllByRole('listitem')
          .at(-1),
      ).toHaveAttribute('aria-setsize', '70'),
    )
  })
})

describe('finding', () => {
  test('by words, kept in the address', async () => {
    const { user } = openApp('/tabs/history', { world: world(1, 2) })
    await list()
    await user.type(screen.getByRole('searchbox', { name: 'Search your summaries' }), 'rivers')
    await waitFor(async () => expect(await titles()).toEqual([rivers]))
    expect(path()).toBe('/tabs/history?q=rivers')
  })

  test('nothing says so and shows all again', async () => {
    const { user } = openApp('/tabs/history?q=zebra', { world: world(1, 2) })
    await user.click(await screen.findByRole('link', { name: 'Show all' }))
    expect(await titles()).toHaveLength(2)
    expect(screen.getByRole('searchbox')).toHaveValue('')
  })

  test('by what is unread, has audio, or is of one channel', async () => {
    const { user, api } = openApp('/tabs/history', { world: world(1, 2, 3) })
    Object.assign(api.world.summaries.get(1)!, { audio: 'none', audioUrl: null })
    await list()
    await user.click(screen.getByRole('button', { name: 'Unread' }))
    await waitFor(async () => expect(await titles()).toHaveLength(2))
    expect(screen.getByRole('button', { name: 'Unread' })).toHaveAttribute('aria-pressed', 'true')
    await user.click(screen.getByRole('button', { name: 'With audio' }))
    await waitFor(async () => expect(await titles()).toEqual([rivers, expect.stringMatching(/Sourdough/)]))
    await user.click(screen.getByRole('button', { name: 'All' }))
    await user.click(screen.getByRole('button', { name: 'Channel' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Ground Truth' }))
    await waitFor(async () => expect(await titles()).toEqual([rivers]))
  })
})

test('from one channel another can be chosen, also one of the same name', async () => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => {})
  const of = world(1, 2, 3)
  const [first, second] = of.summaries.values()
  Object.assign(first!, { videoInfo: { ...first!.videoInfo, channel: second!.videoInfo.channel } })
  const { user } = openApp(`/tabs/history?channel=${second!.videoInfo.channelId}`, { world: of })
  expect(await titles()).toEqual([rivers])
  await user.click(screen.getByRole('button', { name: 'Ground Truth' }))
  expect(await screen.findAllByRole('menuitem', { name: 'Ground Truth' })).toHaveLength(2)
  expect(error).not.toHaveBeenCalled()
  await user.click(screen.getByRole('menuitem', { name: 'The Slow Kitchen' }))
  await waitFor(async () => expect(await titles()).toEqual([expect.stringMatching(/Sourdough/)]))
})

test('what was marked as unread stands among the unread when they are looked at again', async () => {
  const { user, api } = openApp('/tabs/history', { world: world(1, 2) })
  Object.assign(api.world.summaries.get(1)!, { unread: false })
  await list()
  await user.click(screen.getByRole('button', { name: 'Unread' }))
  await waitFor(async () => expect(await titles()).toHaveLength(1))
  await user.click(screen.getByRole('button', { name: 'All' }))
  await waitFor(async () => expect(await titles()).toHaveLength(2))
  await user.click(screen.getByRole('button', { name: /^More actions for Why bridges hum/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Mark as unread' }))
  await waitFor(() => expect(api.calls).toContain('summaries.change'))
  await user.click(screen.getByRole('button', { name: 'Unread' }))
  await waitFor(async () => expect(await titles()).toHaveLength(2))
})

test('that another search finds nothing is not said of the one that is on its way', async () => {
  const { user, api } = openApp('/tabs/history?q=zebra', { world: world(1) })
  expect(await screen.findByRole('heading', { name: 'Nothing matches' })).toBeInTheDocument()
  api.break('summaries.list', () => new Promise(() => {}))
  await user.type(screen.getByRole('searchbox'), '{Backspace}')
  expect(await screen.findByRole('status', { name: 'Loading summaries' })).toBeInTheDocument()
  expect(screen.queryByRole('heading', { name: 'Nothing matches' })).not.toBeInTheDocument()
})

test('every channel can be chosen, also one whose summaries stand on pages that are not loaded', async () => {
  const of = world(...Array.from({ length: 60 }, (_, at) => at + 1))
  for (const summary of of.summaries.values())
    summary.videoInfo = { ...summary.videoInfo, channelId: 'UCnew', channel: 'New Wood' }
  const oldest = of.summaries.get(1)!
  oldest.videoInfo = { ...oldest.videoInfo, channelId: 'UCold', channel: 'Old Stone' }
  const { user, api } = openApp('/tabs/history', { world: of })
  await list()
  await waitFor(() => expect(api.calls).toContain('summaries.channels'))
  await user.click(await screen.findByRole('button', { name: 'Channel' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Old Stone' }))
  await waitFor(async () => expect(await titles()).toEqual([expect.stringMatching(/Why bridges hum/)]))
})

test('the oldest stand first where that is asked for, as the address says', async () => {
  const { user } = openApp('/tabs/history', { world: world(1, 2) })
  await list()
  await user.click(screen.getByRole('button', { name: 'Oldest first' }))
  await waitFor(async () => expect(await titles()).toEqual([rivers, expect.stringMatching(bridges)]))
  expect(path()).toBe('/tabs/history?order=oldest')
})

describe('over the list', () => {
  const thisMonth = (...ids: number[]) => {
    const of = world(...ids)
    for (const entry of of.summaries.values()) Object.assign(entry, { createdAt: new Date(now).toISOString() })
    return of
  }

  test('stands what reading saved this month, of what was read', async () => {
    const of = thisMonth(1, 2, 3)
    // 48 and 71 minutes that take 4 and 5 to read; the third one nobody has read.
    for (const id of [1, 2]) of.summaries.get(id)!.unread = false
    of.summaries.get(3)!.unread = true
    of.summaries.set(9, sampleSummary(1, now - 70 * 86_400_000, { id: 9, unread: false }))
    openApp('/tabs/history', { world: of })
    expect(await screen.findByText(/^1\sh\s50\smin saved this month$/)).toBeInTheDocument()
  })

  test('stands no figure while older pages may have more of the month', async () => {
    openApp('/tabs/history', { world: thisMonth(...Array.from({ length: 60 }, (_, at) => at + 1)) })
    await list()
    expect(screen.queryByText(/saved this month/)).not.toBeInTheDocument()
  })

  test('all that is unread is played one after the other, also what is pages away', async () => {
    const of = world(...Array.from({ length: 70 }, (_, at) => at + 1))
    for (const entry of of.summaries.values()) entry.unread = entry.id === 2 || entry.id === 68
    const { user } = openApp('/tabs/history', { world: of })
    await user.click(await screen.findByRole('button', { name: 'Play all unread' }))
    const bar = await screen.findByRole('region', { name: 'Audio player' })
    expect(bar).toHaveTextContent(rivers)
    await user.click(within(bar).getByRole('button', { name: /^Next/ }))
    expect(within(bar).queryByRole('button', { name: /^Next/ })).not.toBeInTheDocument()
  })

  test('what could not be queued is told, and nothing is played', async () => {
    const { user, api } = openApp('/tabs/history', { world: world(1) })
    const play = await screen.findByRole('button', { name: 'Play all unread' })
    api.break('summaries.list', 'forbidden')
    await user.click(play)
    expect(await screen.findByText('The unread ones could not be loaded. Try again.')).toBeInTheDocument()
    expect(screen.queryByRole('region', { name: 'Audio player' })).not.toBeInTheDocument()
  })
})

describe('what is in work or failed', () => {
  const busy = () =>
    addSummaries(world(1), [
      sampleSummary(2, now, {
        ...unwritten,
        state: 'working',
        stage: 'checking',
        createdAt: new Date(now - 1000).toISOString(),
      }),
      sampleSummary(3, now, {
        ...failedWith('network', failures.network.sentence),
        createdAt: new Date(now - 2000).toISOString(),
      }),
    ])
  const onTop = () => screen.findByRole('region', { name: 'In progress and failed' })

  test('stands on top and not in the list', async () => {
    openApp('/tabs/history', { world: busy() })
    expect(await within(await onTop()).findByText('Checking every sentence')).toBeInTheDocument()
    expect(within(await onTop()).getByText(failures.network.sentence)).toBeInTheDocument()
    expect(await titles()).toHaveLength(1)
  })

  test('moves into the list by itself when it can be read', async () => {
    const { api } = openApp('/tabs/history', { world: busy() })
    await onTop()
    act(() => api.change(2, { ...sampleSummary(2, now), createdAt: api.world.summaries.get(2)!.createdAt }))
    await waitFor(async () => expect(await titles()).toEqual([rivers, expect.stringMatching(bridges)]))
  })

  test('comes into a filtered list too, when it fits', async () => {
    const { api } = openApp('/tabs/history?show=with_audio', { world: busy() })
    expect(await titles()).toEqual([expect.stringMatching(bridges)])
    act(() => api.change(2, { ...sampleSummary(2, now), createdAt: api.world.summaries.get(2)!.createdAt }))
    await waitFor(async () => expect(await titles()).toEqual([rivers, expect.stringMatching(bridges)]))
  })

  test('can be tried again when it failed', async () => {
    const { user, api } = openApp('/tabs/history', { world: busy() })
    await user.click(await screen.findByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Waiting in the queue')).toBeInTheDocument()
    expect(api.calls).toContain('summaries.retry')
  })

  test('keeps the keyboard on its card when the button that was pressed is gone', async () => {
    const { user } = openApp('/tabs/history', { world: busy() })
    const again = await screen.findByRole('button', { name: 'Try again' })
    const card = again.closest('article')!
    again.focus()
    await user.keyboard('{Enter}')
    expect(await within(card).findByText('Waiting in the queue')).toBeInTheDocument()
    expect(card).toHaveFocus()

    within(card).getByRole('button', { name: 'Cancel' }).focus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(within(card).queryByRole('button', { name: 'Cancel' })).not.toBeInTheDocument())
    expect(card).toHaveFocus()
  })

  const waitedInVain = (code: 'live' | 'upcoming' | 'captions_pending') =>
    addSummaries(world(1), [sampleSummary(2, now, failedWith(code, failures[code].givenUp))])

  test('waits for a stream again when it is tried again after days in vain', async () => {
    const { user, api } = openApp('/tabs/history', { world: waitedInVain('live') })
    const card = within(await screen.findByRole('article', { name: rivers }))
    expect(card.getByText(/still live after 14 days, so we stopped looking/)).toBeInTheDocument()
    await user.click(card.getByRole('button', { name: 'Try again' }))
    expect(await card.findByText('Waiting in the queue')).toBeInTheDocument()

    const retryAt = new Date(now + 3_600_000).toISOString()
    act(() => api.change(2, { state: 'deferred', code: 'live', error: failures.live.sentence, retryAt }))
    expect(await card.findByText(/live right now.*Next look: to/)).toBeInTheDocument()
    expect(card.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument()
    expect(card.getByRole('button', { name: 'Cancel' })).toBeInTheDocument()
  })

  test('that YouTube refuses for now says when it is tried next, and offers to upload captions', async () => {
    const { api } = openApp('/tabs/history', { world: waitedInVain('live') })
    const card = within(await screen.findByRole('article', { name: rivers }))
    const error = failures.bot_check.waiting
    const retryAt = new Date(now + 600_000).toISOString()
    act(() => api.change(2, { state: 'deferred', code: 'bot_check', error, retryAt }))
    expect(
      await card.findByText(/^YouTube refuses for now\. Next try (tomorrow at )?\d+:\d\d.[AP]M\.$/),
    ).toBeInTheDocument()
    expect(card.getByRole('link', { name: 'Upload captions' })).toBeInTheDocument()
    expect(card.getByRole('button', { name: 'Cancel' })).toBeInTheDocument()
    expect(card.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument()
  })

  test.each(['bot_check', 'rate_limited', 'ip_blocked', 'network', 'po_token_required'] as const)(
    'that failed with %s offers another try, and to upload captions',
    async code => {
      const error = sentenceOfVideo(code)
      openApp('/tabs/history', { world: addSummaries(world(1), [sampleSummary(2, now, failedWith(code, error))]) })
      expect(await screen.findByText(error)).toBeInTheDocument()
      expect(screen.getByRole('button', { name: 'Try again' })).toBeEnabled()
      expect(screen.getByRole('link', { name: 'Upload captions' })).toHaveAttribute('href', '/tabs/summarize')
    },
  )

  test.each([true, false])(
    'leads whoever runs the server to what mends a refusal, and nobody else: %s',
    async isAdmin => {
      const failed = sampleSummary(2, now, failedWith('bot_check', sentenceOfVideo('bot_check')))
      const base = addSummaries(world(1), [failed])
      const [account] = base.users
      const users = [{ ...account!, user: sampleUser({ isAdmin }) }]
      const { user } = openApp('/tabs/history', { world: { ...base, users } })
      expect(await screen.findByRole('button', { name: 'Try again' })).toBeInTheDocument()
      if (!isAdmin) {
        expect(screen.queryByRole('link', { name: 'How to mend this' })).not.toBeInTheDocument()
        return
      }
      await user.click(await screen.findByRole('link', { name: 'How to mend this' }))
      expect(path()).toBe('/support')
      expect(await screen.findByRole('heading', { name: 'Ways out' })).toBeVisible()
      const table = screen.getByRole('region', { name: 'way, costs, works, settings' })
      expect(within(table).getByText('OUTBOUND_ROUTES=socks5://…')).toBeVisible()
    },
  )

  test.each(['upcoming', 'captions_pending'] as const)(
    'offers another try when %s went on for too long',
    async code => {
      openApp('/tabs/history', { world: waitedInVain(code) })
      expect(await screen.findByText(failures[code].givenUp)).toBeInTheDocument()
      expect(screen.getByRole('button', { name: 'Try again' })).toBeEnabled()
    },
  )

  test('stays as it is when the month has no place for another try', async () => {
    const { user, api } = openApp('/tabs/history', { world: waitedInVain('live') })
    api.break('summaries.retry', 'monthly_limit_reached')
    await user.click(await screen.findByRole('button', { name: 'Try again' }))
    expect(await screen.findByText(failures.monthly_limit_reached.sentence)).toBeInTheDocument()
    expect(screen.getByText(failures.live.givenUp)).toBeInTheDocument()
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeEnabled()
  })

  test.each([
    ['Cancel', 'cancel'],
    ['Try again', 'retry'],
  ])('says on whatever page its owner is by then that %s was refused', async (name, verb) => {
    const { user, api } = openApp('/tabs/history', { world: busy() })
    api.break(`summaries.${verb}`, 'too_many_requests')
    const answer = held(api, 'POST', `/api/summaries/${verb === 'cancel' ? 2 : 3}/${verb}`)
    await user.click(await screen.findByRole('button', { name }))
    await user.click(screen.getByRole('link', { name: 'Settings' }))
    await screen.findByRole('heading', { level: 1, name: 'Settings' })
    answer()
    expect(await screen.findByText(failures.too_many_requests.sentence)).toBeInTheDocument()
    expect(path()).toBe('/settings')
    expect(api.calls).toContain(`summaries.${verb}`)
  })

  test('says on the button when cancelling does not give its place back', async () => {
    const { api } = openApp('/tabs/history', { world: busy() })
    expect(await screen.findByRole('button', { name: 'Cancel' })).toBeInTheDocument()
    act(() => api.change(2, { refundable: false }))
    expect(await screen.findByRole('button', { name: 'Cancel (still counts)' })).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Cancel' })).not.toBeInTheDocument()
  })

  test('can be cancelled while it is made', async () => {
    const { user } = openApp('/tabs/history', { world: busy() })
    await user.click(await screen.findByRole('button', { name: 'Cancel' }))
    expect(await screen.findByText(failures.cancelled.sentence)).toBeInTheDocument()
  })
})

describe('deleting', () => {
  const more = async (name: RegExp) => screen.findByRole('button', { name })

  test('is undone from the message', async () => {
    const { user, api } = openApp('/tabs/history', { world: world(1, 2) })
    await user.click(await more(/More actions for Why bridges/))
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    await waitFor(async () => expect(await titles()).toEqual([rivers]))
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(async () => expect(await titles()).toEqual([expect.stringMatching(bridges), rivers]))
    expect(api.world.summaries.get(1)!.deleted).toBe(false)
  })

  test('that the server refuses brings the entry back', async () => {
    const { user } = openApp('/tabs/history', {
      world: world(1, 2),
      setUp: server => server.break('summaries.delete', 'internal'),
    })
    await user.click(await more(/More actions for Why bridges/))
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    expect(await screen.findByText('It could not be deleted.')).toBeInTheDocument()
    expect(await titles()).toHaveLength(2)
  })

  test('works on several at once', async () => {
    const { user, api } = openApp('/tabs/history', { world: world(1, 2, 3) })
    await list()
    await user.click(screen.getByRole('button', { name: 'Select' }))
    await user.click(screen.getByRole('checkbox', { name: /Why bridges/ }))
    await user.click(screen.getByRole('checkbox', { name: /rivers/ }))
    const bar = await screen.findByRole('region', { name: '2 selected' })
    await user.click(within(bar).getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('2 summaries deleted')).toBeInTheDocument()
    expect([1, 2, 3].map(id => api.world.summaries.get(id)!.deleted)).toEqual([true, true, false])
  })

  test('is a swipe to the left on a phone, a short one does nothing', async () => {
    setMedia({ width: 390 })
    const { api } = openApp('/tabs/history', { world: world(1) })
    const row = (await screen.findByRole('link', { name: bridges })).closest<HTMLElement>('.summary-row')!
    row.setPointerCapture = () => {}
    const swipe = (distance: number) => {
      const at = (clientX: number) => ({ clientX, pointerId: 1, pointerType: 'touch' })
      fireEvent.pointerDown(row, at(300))
      fireEvent.pointerMove(row, at(300 - distance / 2))
      fireEvent.pointerMove(row, at(300 - distance))
      fireEvent.pointerUp(row, at(300 - distance))
    }
    swipe(60)
    await act(() => new Promise(resolve => setTimeout(resolve, 50)))
    expect(api.calls).not.toContain('summaries.delete')
    swipe(120)
    await waitFor(() => expect(api.calls).toContain('summaries.delete'))
    await waitFor(() => expect(screen.queryByRole('link', { name: bridges })).not.toBeInTheDocument())
  })
})

describe('marking', () => {
  const mark = async (user: OpenedApp['user']) => {
    await user.click(await screen.findByRole('button', { name: /More actions for The city/ }))
    await user.click(await screen.findByRole('menuitem', { name: 'Mark as read' }))
  }
  const unread = () => screen.queryAllByText('Unread.')
  const ofUnread = () => {
    const of = world(1, 2, 3)
    for (const entry of of.summaries.values()) entry.unread = true
    return of
  }

  test.each([
    ['that the server refuses', 'internal' as const],
    ['that does not reach the server, where nothing can be kept,', () => Response.error()],
  ])('%s is taken back, and said', async (_, fault) => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const { user } = openApp('/tabs/history', {
      world: ofUnread(),
      setUp: server => server.break('summaries.change', fault),
    })
    await mark(user)
    expect(await screen.findByText('It could not be marked.')).toBeInTheDocument()
    expect(unread()).toHaveLength(3)
  })

  test('of several shows at once, goes one after the other, and says once how many could not be', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const of = ofUnread()
    const { user, api } = openApp('/tabs/history', { world: of })
    await list()
    const gate = Promise.withResolvers<void>()
    api.break('summaries.change', async () => {
      await gate.promise
      const { sentence: error, status } = failures.internal
      return Response.json({ error, code: 'internal', requestId: 'x' }, { status })
    })
    await user.click(screen.getByRole('button', { name: 'Select' }))
    await user.click(await screen.findByRole('button', { name: 'Select all' }))
    await user.click(await screen.findByRole('button', { name: 'Mark as read' }))
    await waitFor(() => expect(unread()).toHaveLength(0))
    expect(api.calls.filter(call => call === 'summaries.change')).toHaveLength(1)
    gate.resolve()
    expect(await screen.findByText('3 could not be marked.')).toBeInTheDocument()
    expect(unread()).toHaveLength(3)
  })
})

describe('adding to the queue', () => {
  test('says of one that it is there already', async () => {
    const { user } = openApp('/tabs/history', { world: world(1) })
    const add = async () => {
      await user.click(await screen.findByRole('button', { name: /More actions for Why bridges/ }))
      await user.click(await screen.findByRole('menuitem', { name: 'Add to queue' }))
    }
    await add()
    expect(await screen.findByText('Added to the queue')).toBeInTheDocument()
    await add()
    expect(await screen.findByText('Already in the queue')).toBeInTheDocument()
  })

  test('says what became of several, also where it is nothing', async () => {
    const of = world(1, 2, 3)
    Object.assign(of.summaries.get(3)!, { audio: 'none', audioUrl: null })
    const { user } = openApp('/tabs/history', { world: of })
    await list()
    const add = async (...names: RegExp[]) => {
      await user.click(screen.getByRole('button', { name: 'Select' }))
      for (const name of names) await user.click(screen.getByRole('checkbox', { name }))
      await user.click(await screen.findByRole('button', { name: 'Add to queue' }))
    }
    await add(/Sourdough/)
    expect(await screen.findByText('It has no recording yet')).toBeInTheDocument()
    await add(bridges)
    await add(bridges, /rivers/, /Sourdough/)
    const said = '1 added to the queue, 1 already in the queue, 1 without a recording yet'
    expect(await screen.findByText(said)).toBeInTheDocument()
  })
})

describe('listening from the list', () => {
  test('plays one, shows it in the bar, and marks what was heard', async () => {
    const heard = sampleSummary(2, now)
    const { user } = openApp('/tabs/history', {
      world: addSummaries(world(1), [{ ...heard, listenedMs: heard.audioDurationMs! / 2 }]),
    })
    await user.click(await screen.findByRole('button', { name: /^Play Why bridges/ }))
    const bar = await screen.findByRole('region', { name: 'Audio player' })
    expect(within(bar).getByText(bridges, { selector: '.player-bar__title' })).toBeInTheDocument()
    await waitFor(() => expect(sound.isOn()).toBe(true))
    expect(await screen.findByRole('button', { name: /^Pause Why bridges/ })).toBeInTheDocument()
    expect(screen.getByRole('progressbar', { name: 'Heard' })).toHaveValue(0.5)
  })
})

describe('digests', () => {
  const brought = () => {
    const of = world(1, 2, 3)
    for (const id of [1, 3]) Object.assign(of.summaries.get(id)!, { origin: 'schedule' })
    of.broughtBy.set(7, [1, 3])
    return of
  }

  test('what the schedule brought is a filter', async () => {
    const { user } = openApp('/tabs/history', { world: brought() })
    await list()
    await user.click(screen.getByRole('button', { name: 'Schedule' }))
    await waitFor(async () => expect(await titles()).toHaveLength(2))
    expect(path()).toBe('/tabs/history?show=schedule')
  })

  test('the link of a mail plays what its run brought, once', async () => {
    openApp('/tabs/history?play=run-7', { world: brought() })
    const bar = await screen.findByRole('region', { name: 'Audio player' })
    expect(bar).toHaveTextContent(bridges)
    await waitFor(() => expect(path()).toBe('/tabs/history'))
    await waitFor(() => expect(sound.isOn()).toBe(true))
    expect(within(bar).getByRole('button', { name: /^Next/ })).toBeInTheDocument()
  })

  test('one that brought nothing to hear says so', async () => {
    openApp('/tabs/history?play=run-8', { world: brought() })
    expect(await screen.findByText('There is nothing to hear in this digest yet.')).toBeInTheDocument()
  })
})
