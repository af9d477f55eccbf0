import { failures, videoFailureSentence } from '@recaps/contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { setMedia, testAudio } from '../../../test/browser.ts'
import { delayResponses, type OpenedApp, openApp, path, withMemoryServer } from '../../../test/open-app.tsx'
import { scrollPageTo } from '../../../test/scroll-page.ts'
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

describe('the summary list', () => {
  test('the list shows the newest summary first, with channel, durations and age', async () => {
    openApp('/tabs/history', { world: world(2, 1) })
    expect(await titles()).toEqual([expect.stringMatching(bridges), rivers])
    expect(screen.getAllByRole('listitem').at(-2)).toHaveTextContent(
      /Plain Structures · 48 min → 4 min · 3 min listen · 16 h ago/,
    )
    expect(screen.getByText('4 min')).toBeInTheDocument()
  })

  test('an empty list explains itself and links to Generate', async () => {
    const { user } = openApp('/tabs/history')
    expect(await screen.findByRole('heading', { name: 'Your summaries will appear here' })).toBeInTheDocument()
    const main = screen.getByRole('main')
    await user.click(within(main).getByRole('link', { name: 'Generate Summary' }))
    await waitFor(() => expect(path()).toBe('/tabs/summarize'))
  })

  test('a list that could not be loaded shows the reason and can be retried', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const { user, api } = openApp('/tabs/history', {
      world: world(1),
      setUp: server => server.break('summaries.list', 'unavailable'),
    })
    expect(await screen.findByText(failures.unavailable.sentence)).toBeInTheDocument()
    api.repair('summaries.list')
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus()
    expect(await titles()).toHaveLength(1)
  })

  test('the list shows placeholders while it loads', async () => {
    openApp('/tabs/history', { setUp: server => server.break('summaries.list', () => new Promise(() => {})) })
    expect(await screen.findByRole('status', { name: 'Loading summaries' })).toBeInTheDocument()
  })

  test('the list loads the next page before its end is reached', async () => {
    const { api } = openApp('/tabs/history', { world: world(...Array.from({ length: 70 }, (_, at) => at + 1)) })
    await list()
    expect(api.calls.filter(call => call === 'summaries.list').length).toBeLessThan(3)
    await scrollPageTo(4000)
    await waitFor(() =>
      expect(
        within(screen.getByRole('list', { name: 'Summaries' }))
          .getAllByRole('listitem')
          .at(-1),
      ).toHaveAttribute('aria-setsize', '70'),
    )
  })
})

describe('search and filters', () => {
  test('a search filters the list and is stored in the URL', async () => {
    const { user } = openApp('/tabs/history', { world: world(1, 2) })
    await list()
    await user.type(screen.getByRole('searchbox', { name: 'Search your summaries' }), 'rivers')
    await waitFor(async () => expect(await titles()).toEqual([rivers]))
    expect(path()).toBe('/tabs/history?q=rivers')
  })

  test('a search without matches offers to show all summaries', async () => {
    const { user } = openApp('/tabs/history?q=zebra', { world: world(1, 2) })
    await user.click(await screen.findByRole('link', { name: 'Show all' }))
    expect(await titles()).toHaveLength(2)
    expect(screen.getByRole('searchbox')).toHaveValue('')
  })

  test('the list can be filtered by unread, audio and channel', async () => {
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

test('the channel filter tells channels with the same name apart', async () => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => {})
  const seeded = world(1, 2, 3)
  const [first, second] = seeded.summaries.values()
  Object.assign(first!, { videoInfo: { ...first!.videoInfo, channel: second!.videoInfo.channel } })
  const { user } = openApp(`/tabs/history?channel=${second!.videoInfo.channelId}`, { world: seeded })
  expect(await titles()).toEqual([rivers])
  await user.click(screen.getByRole('button', { name: 'Ground Truth' }))
  expect(await screen.findAllByRole('menuitem', { name: 'Ground Truth' })).toHaveLength(2)
  expect(error).not.toHaveBeenCalled()
  await user.click(screen.getByRole('menuitem', { name: 'The Slow Kitchen' }))
  await waitFor(async () => expect(await titles()).toEqual([expect.stringMatching(/Sourdough/)]))
})

test('a summary marked as unread appears when the Unread filter is opened again', async () => {
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

test('a new search shows placeholders, not the empty result of the previous one', async () => {
  const { user, api } = openApp('/tabs/history?q=zebra', { world: world(1) })
  expect(await screen.findByRole('heading', { name: 'No matches' })).toBeInTheDocument()
  api.break('summaries.list', () => new Promise(() => {}))
  await user.type(screen.getByRole('searchbox'), '{Backspace}')
  expect(await screen.findByRole('status', { name: 'Loading summaries' })).toBeInTheDocument()
  expect(screen.queryByRole('heading', { name: 'No matches' })).not.toBeInTheDocument()
})

test('the channel filter includes channels whose summaries are not loaded yet', async () => {
  const seeded = world(...Array.from({ length: 60 }, (_, at) => at + 1))
  for (const summary of seeded.summaries.values())
    summary.videoInfo = { ...summary.videoInfo, channelId: 'UCnew', channel: 'New Wood' }
  const oldest = seeded.summaries.get(1)!
  oldest.videoInfo = { ...oldest.videoInfo, channelId: 'UCold', channel: 'Old Stone' }
  const { user, api } = openApp('/tabs/history', { world: seeded })
  await list()
  await waitFor(() => expect(api.calls).toContain('summaries.channels'))
  await user.click(await screen.findByRole('button', { name: 'Channel' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Old Stone' }))
  await waitFor(async () => expect(await titles()).toEqual([expect.stringMatching(/Why bridges hum/)]))
})

test('the list can be sorted oldest first, which is stored in the URL', async () => {
  const { user } = openApp('/tabs/history', { world: world(1, 2) })
  await list()
  await user.click(screen.getByRole('button', { name: 'Oldest first' }))
  await waitFor(async () => expect(await titles()).toEqual([rivers, expect.stringMatching(bridges)]))
  expect(path()).toBe('/tabs/history?order=oldest')
})

describe('the overview above the list', () => {
  const thisMonth = (...ids: number[]) => {
    const seeded = world(...ids)
    for (const summary of seeded.summaries.values()) Object.assign(summary, { createdAt: new Date(now).toISOString() })
    return seeded
  }

  test('the overview shows the time that reading saved this month', async () => {
    const seeded = thisMonth(1, 2, 3)
    // Videos of 48 and 71 minutes that take 4 and 5 minutes to read. The third summary is unread.
    for (const id of [1, 2]) seeded.summaries.get(id)!.unread = false
    seeded.summaries.get(3)!.unread = true
    seeded.summaries.set(9, sampleSummary(1, now - 70 * 86_400_000, { id: 9, unread: false }))
    openApp('/tabs/history', { world: seeded })
    expect(await screen.findByText(/^1\sh\s50\smin saved this month$/)).toBeInTheDocument()
  })

  test('the overview hides the saved time until the whole month is loaded', async () => {
    openApp('/tabs/history', { world: thisMonth(...Array.from({ length: 60 }, (_, at) => at + 1)) })
    await list()
    expect(screen.queryByText(/saved this month/)).not.toBeInTheDocument()
  })

  test('Play all unread queues every unread summary, including pages not loaded yet', async () => {
    const seeded = world(...Array.from({ length: 70 }, (_, at) => at + 1))
    for (const summary of seeded.summaries.values()) summary.unread = summary.id === 2 || summary.id === 68
    const { user } = openApp('/tabs/history', { world: seeded })
    await user.click(await screen.findByRole('button', { name: 'Play all unread' }))
    const bar = await screen.findByRole('region', { name: 'Audio player' })
    expect(bar).toHaveTextContent(rivers)
    await user.click(within(bar).getByRole('button', { name: /^Next/ }))
    expect(within(bar).queryByRole('button', { name: /^Next/ })).not.toBeInTheDocument()
  })

  test('Play all unread shows an error and plays nothing if the request fails', async () => {
    const { user, api } = openApp('/tabs/history', { world: world(1) })
    const play = await screen.findByRole('button', { name: 'Play all unread' })
    api.break('summaries.list', 'forbidden')
    await user.click(play)
    expect(await screen.findByText('Couldn’t load your unread summaries. Try again.')).toBeInTheDocument()
    expect(screen.queryByRole('region', { name: 'Audio player' })).not.toBeInTheDocument()
  })
})

describe('summaries in progress or failed', () => {
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

  test('summaries in progress or failed are shown above the list, not in it', async () => {
    openApp('/tabs/history', { world: busy() })
    expect(await within(await onTop()).findByText('Checking every sentence')).toBeInTheDocument()
    expect(within(await onTop()).getByText(failures.network.sentence)).toBeInTheDocument()
    expect(await titles()).toHaveLength(1)
  })

  test('a summary moves into the list when its text is ready', async () => {
    const { api } = openApp('/tabs/history', { world: busy() })
    await onTop()
    act(() => api.change(2, { ...sampleSummary(2, now), createdAt: api.world.summaries.get(2)!.createdAt }))
    await waitFor(async () => expect(await titles()).toEqual([rivers, expect.stringMatching(bridges)]))
  })

  test('a summary that becomes ready also appears in a filtered list that it matches', async () => {
    const { api } = openApp('/tabs/history?show=with_audio', { world: busy() })
    expect(await titles()).toEqual([expect.stringMatching(bridges)])
    act(() => api.change(2, { ...sampleSummary(2, now), createdAt: api.world.summaries.get(2)!.createdAt }))
    await waitFor(async () => expect(await titles()).toEqual([rivers, expect.stringMatching(bridges)]))
  })

  test('a failed summary can be retried', async () => {
    const { user, api } = openApp('/tabs/history', { world: busy() })
    await user.click(await screen.findByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Waiting in the queue')).toBeInTheDocument()
    expect(api.calls).toContain('summaries.retry')
  })

  test('the focus moves to the card when the pressed button disappears', async () => {
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

  const givenUp = (code: 'live' | 'upcoming' | 'captions_pending') =>
    addSummaries(world(1), [sampleSummary(2, now, failedWith(code, failures[code].afterGivingUp))])

  test('retrying a live stream that was given up waits for the stream again', async () => {
    const { user, api } = openApp('/tabs/history', { world: givenUp('live') })
    const card = within(await screen.findByRole('article', { name: rivers }))
    expect(card.getByText(/still live after 14 days, so we stopped checking/)).toBeInTheDocument()
    await user.click(card.getByRole('button', { name: 'Try again' }))
    expect(await card.findByText('Waiting in the queue')).toBeInTheDocument()

    const retryAt = new Date(now + 3_600_000).toISOString()
    act(() => api.change(2, { state: 'deferred', code: 'live', error: failures.live.sentence, retryAt }))
    expect(await card.findByText(/live right now.*Next check: to/)).toBeInTheDocument()
    expect(card.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument()
    expect(card.getByRole('button', { name: 'Cancel' })).toBeInTheDocument()
  })

  test('a summary that YouTube refuses for now shows the next try and offers a caption upload', async () => {
    const { api } = openApp('/tabs/history', { world: givenUp('live') })
    const card = within(await screen.findByRole('article', { name: rivers }))
    const error = failures.bot_check.whileWaiting
    const retryAt = new Date(now + 600_000).toISOString()
    act(() => api.change(2, { state: 'deferred', code: 'bot_check', error, retryAt }))
    expect(
      await card.findByText(/^YouTube is refusing our requests right now\. Next try: (tomorrow at )?\d+:\d\d.[AP]M\.$/),
    ).toBeInTheDocument()
    expect(card.getByRole('link', { name: 'Upload captions' })).toBeInTheDocument()
    expect(card.getByRole('button', { name: 'Cancel' })).toBeInTheDocument()
    expect(card.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument()
  })

  test.each(['bot_check', 'rate_limited', 'ip_blocked', 'network', 'po_token_required'] as const)(
    'a summary that failed with %s offers a retry and a caption upload',
    async code => {
      const error = videoFailureSentence(code)
      openApp('/tabs/history', { world: addSummaries(world(1), [sampleSummary(2, now, failedWith(code, error))]) })
      expect(await screen.findByText(error)).toBeInTheDocument()
      expect(screen.getByRole('button', { name: 'Try again' })).toBeEnabled()
      expect(screen.getByRole('link', { name: 'Upload captions' })).toHaveAttribute('href', '/tabs/summarize')
    },
  )

  test.each([true, false])(
    'only administrators are linked to the guide on YouTube blocks: isAdmin %s',
    async isAdmin => {
      const failed = sampleSummary(2, now, failedWith('bot_check', videoFailureSentence('bot_check')))
      const base = addSummaries(world(1), [failed])
      const [account] = base.users
      const users = [{ ...account!, user: sampleUser({ isAdmin }) }]
      const { user } = openApp('/tabs/history', { world: { ...base, users } })
      expect(await screen.findByRole('button', { name: 'Try again' })).toBeInTheDocument()
      if (!isAdmin) {
        expect(screen.queryByRole('link', { name: 'How to fix this' })).not.toBeInTheDocument()
        return
      }
      await user.click(await screen.findByRole('link', { name: 'How to fix this' }))
      expect(path()).toBe('/support')
      expect(await screen.findByRole('heading', { name: 'Outbound routes' })).toBeVisible()
      const table = screen.getByRole('region', { name: 'route, cost, reliability, settings' })
      expect(within(table).getByText('OUTBOUND_ROUTES=socks5://…')).toBeVisible()
    },
  )

  test.each(['upcoming', 'captions_pending'] as const)('a summary given up as %s offers a retry', async code => {
    openApp('/tabs/history', { world: givenUp(code) })
    expect(await screen.findByText(failures[code].afterGivingUp)).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Try again' })).toBeEnabled()
  })

  test('a failed summary stays failed if the quota does not allow a retry', async () => {
    const { user, api } = openApp('/tabs/history', { world: givenUp('live') })
    api.break('summaries.retry', 'monthly_limit_reached')
    await user.click(await screen.findByRole('button', { name: 'Try again' }))
    expect(await screen.findByText(failures.monthly_limit_reached.sentence)).toBeInTheDocument()
    expect(screen.getByText(failures.live.afterGivingUp)).toBeInTheDocument()
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeEnabled()
  })

  test.each([
    ['Cancel', 'cancel'],
    ['Try again', 'retry'],
  ])('an error of %s is shown on the page that the user has moved on to', async (name, verb) => {
    const { user, api } = openApp('/tabs/history', { world: busy() })
    api.break(`summaries.${verb}`, 'too_many_requests')
    const answer = delayResponses(api, 'POST', `/api/summaries/${verb === 'cancel' ? 2 : 3}/${verb}`)
    await user.click(await screen.findByRole('button', { name }))
    await user.click(screen.getByRole('link', { name: 'Settings' }))
    await screen.findByRole('heading', { level: 1, name: 'Settings' })
    answer()
    expect(await screen.findByText(failures.too_many_requests.sentence)).toBeInTheDocument()
    expect(path()).toBe('/settings')
    expect(api.calls).toContain(`summaries.${verb}`)
  })

  test('the Cancel button shows when the summary still counts against the quota', async () => {
    const { api } = openApp('/tabs/history', { world: busy() })
    expect(await screen.findByRole('button', { name: 'Cancel' })).toBeInTheDocument()
    act(() => api.change(2, { refundable: false }))
    expect(await screen.findByRole('button', { name: 'Cancel (still counts)' })).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Cancel' })).not.toBeInTheDocument()
  })

  test('a summary in progress can be cancelled', async () => {
    const { user } = openApp('/tabs/history', { world: busy() })
    await user.click(await screen.findByRole('button', { name: 'Cancel' }))
    expect(await screen.findByText(failures.cancelled.sentence)).toBeInTheDocument()
  })
})

describe('deleting', () => {
  const more = async (name: RegExp) => screen.findByRole('button', { name })

  test('deleting a summary can be undone from the toast', async () => {
    const { user, api } = openApp('/tabs/history', { world: world(1, 2) })
    await user.click(await more(/More actions for Why bridges/))
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    await waitFor(async () => expect(await titles()).toEqual([rivers]))
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(async () => expect(await titles()).toEqual([expect.stringMatching(bridges), rivers]))
    expect(api.world.summaries.get(1)!.deleted).toBe(false)
  })

  test('a summary that the server does not delete is shown again', async () => {
    const { user } = openApp('/tabs/history', {
      world: world(1, 2),
      setUp: server => server.break('summaries.delete', 'internal'),
    })
    await user.click(await more(/More actions for Why bridges/))
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    expect(await screen.findByText('Couldn’t delete this summary. Try again.')).toBeInTheDocument()
    expect(await titles()).toHaveLength(2)
  })

  test('several selected summaries can be deleted at once', async () => {
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

  test('a swipe to the left on a phone deletes a summary, a short one does nothing', async () => {
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

describe('marking as read', () => {
  const mark = async (user: OpenedApp['user']) => {
    await user.click(await screen.findByRole('button', { name: /More actions for The city/ }))
    await user.click(await screen.findByRole('menuitem', { name: 'Mark as read' }))
  }
  const unread = () => screen.queryAllByText('Unread.')
  const unreadWorld = () => {
    const seeded = world(1, 2, 3)
    for (const summary of seeded.summaries.values()) summary.unread = true
    return seeded
  }

  test.each([
    ['is rejected by the server', 'internal' as const],
    ['cannot be sent or stored', () => Response.error()],
  ])('a read mark that %s is rolled back with an error', async (_, fault) => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const { user } = openApp('/tabs/history', {
      world: unreadWorld(),
      setUp: server => server.break('summaries.change', fault),
    })
    await mark(user)
    expect(await screen.findByText('Couldn’t update this summary. Try again.')).toBeInTheDocument()
    expect(unread()).toHaveLength(3)
  })

  test('marking several summaries is shown at once, sent one by one, and reports the failures once', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const seeded = unreadWorld()
    const { user, api } = openApp('/tabs/history', { world: seeded })
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
    expect(await screen.findByText('Couldn’t update 3 summaries. Try again.')).toBeInTheDocument()
    expect(unread()).toHaveLength(3)
  })
})

describe('adding to the queue', () => {
  test('adding a summary twice reports that it is already in the queue', async () => {
    const { user } = openApp('/tabs/history', { world: world(1) })
    const add = async () => {
      await user.click(await screen.findByRole('button', { name: /More actions for Why bridges/ }))
      await user.click(await screen.findByRole('menuitem', { name: 'Add to queue' }))
    }
    await add()
    expect(await screen.findByText('Added to queue')).toBeInTheDocument()
    await add()
    expect(await screen.findByText('Already in queue')).toBeInTheDocument()
  })

  test('adding several summaries to the queue reports how many were added, already there or without audio', async () => {
    const seeded = world(1, 2, 3)
    Object.assign(seeded.summaries.get(3)!, { audio: 'none', audioUrl: null })
    const { user } = openApp('/tabs/history', { world: seeded })
    await list()
    const add = async (...names: RegExp[]) => {
      await user.click(screen.getByRole('button', { name: 'Select' }))
      for (const name of names) await user.click(screen.getByRole('checkbox', { name }))
      await user.click(await screen.findByRole('button', { name: 'Add to queue' }))
    }
    await add(/Sourdough/)
    expect(await screen.findByText('No audio yet')).toBeInTheDocument()
    await add(bridges)
    await add(bridges, /rivers/, /Sourdough/)
    const report = '1 added to queue, 1 already in queue, 1 without audio'
    expect(await screen.findByText(report)).toBeInTheDocument()
  })
})

describe('listening from the list', () => {
  test('playing a summary from the list shows it in the player and its listening progress in the list', async () => {
    const half = sampleSummary(2, now)
    const { user } = openApp('/tabs/history', {
      world: addSummaries(world(1), [{ ...half, listenedMs: half.audioDurationMs! / 2 }]),
    })
    await user.click(await screen.findByRole('button', { name: /^Play Why bridges/ }))
    const bar = await screen.findByRole('region', { name: 'Audio player' })
    expect(within(bar).getByText(bridges, { selector: '.player-bar__title' })).toBeInTheDocument()
    await waitFor(() => expect(testAudio.isOn()).toBe(true))
    expect(await screen.findByRole('button', { name: /^Pause Why bridges/ })).toBeInTheDocument()
    expect(screen.getByRole('progressbar', { name: 'Listening progress' })).toHaveValue(0.5)
  })
})

describe('digests', () => {
  const worldWithDigest = () => {
    const seeded = world(1, 2, 3)
    for (const id of [1, 3]) Object.assign(seeded.summaries.get(id)!, { origin: 'schedule' })
    seeded.summariesByRun.set(7, [1, 3])
    return seeded
  }

  test('the list can be filtered by summaries from the schedule', async () => {
    const { user } = openApp('/tabs/history', { world: worldWithDigest() })
    await list()
    await user.click(screen.getByRole('button', { name: 'Schedule' }))
    await waitFor(async () => expect(await titles()).toHaveLength(2))
    expect(path()).toBe('/tabs/history?show=schedule')
  })

  test('the link in a digest mail plays the summaries of that run once', async () => {
    openApp('/tabs/history?play=run-7', { world: worldWithDigest() })
    const bar = await screen.findByRole('region', { name: 'Audio player' })
    expect(bar).toHaveTextContent(bridges)
    await waitFor(() => expect(path()).toBe('/tabs/history'))
    await waitFor(() => expect(testAudio.isOn()).toBe(true))
    expect(within(bar).getByRole('button', { name: /^Next/ })).toBeInTheDocument()
  })

  test('the link of a digest without audio shows a message', async () => {
    openApp('/tabs/history?play=run-8', { world: worldWithDigest() })
    expect(await screen.findByText('This digest has no audio yet.')).toBeInTheDocument()
  })
})
