import { failures, type Schedule } from '@recaps/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { held, openApp, path, withMemoryServer } from '../../../test/open-app.tsx'
import {
  sampleChannel,
  sampleChannels,
  sampleRun,
  sampleSchedule,
  sampleState,
} from '../../../test/server/schedule-samples.ts'
import { createWorld, sampleSettings, sampleUser, type World } from '../../../test/server/world.ts'
import { healthInWords, runInWords } from './words.ts'

withMemoryServer()
const now = Date.now()
const following = (change: Partial<Schedule> = {}, world: Partial<World> = {}) =>
  createWorld({ plan: 'premium', schedules: [sampleSchedule(now, change)], ...world })
const open = (world: World, setUp?: Parameters<typeof openApp>[1]) => openApp('/tabs/dashboard', { world, ...setUp })
const channels = () => screen.findByRole('list', { name: 'Channels' })
const titles = async () =>
  within(await channels())
    .getAllByRole('listitem')
    .map(row => row.querySelector('.channel-row__title')?.textContent)

describe('without a schedule', () => {
  test('the page says what following is for and leads to the first step', async () => {
    const { user } = open(createWorld())
    expect(await screen.findByRole('heading', { name: 'Follow channels' })).toBeInTheDocument()
    await user.click(screen.getByRole('link', { name: 'Choose channels' }))
    await waitFor(() => expect(path()).toBe('/schedule-wizard-channels'))
  })

  test('a list is imported at a place of its own in the first step', async () => {
    const { user } = open(createWorld())
    await user.click(await screen.findByRole('link', { name: 'Import a list' }))
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Import your subscriptions' })).toHaveFocus())
    // Said once: who types and empties the search keeps the place there.
    await waitFor(() => expect(path()).toBe('/schedule-wizard-channels'))
    const box = screen.getByRole('searchbox', { name: 'Name, @handle or link' })
    await user.type(box, 'a')
    await user.clear(box)
    expect(await screen.findByRole('heading', { name: 'Import your subscriptions' })).toBeInTheDocument()
    expect(box).toHaveFocus()
  })

  test('what was begun can be gone on with', async () => {
    const begun = { id: null, channels: [sampleChannel(1)], start: null, frequency: 'monthly' }
    localStorage.setItem('schedule', JSON.stringify(begun))
    open(createWorld())
    expect(await screen.findByRole('link', { name: 'Go on with 1 channel' })).toBeInTheDocument()
  })
})

describe('the schedule', () => {
  test('is said in words, with its next dates in its own zone', async () => {
    const { api } = open(following())
    expect(await screen.findByRole('heading', { name: /^Every Friday at 8:00\sAM$/ })).toBeInTheDocument()
    expect(screen.getByText(/^Friday, \w+ \d+(, \d{4})? at 8:00 AM$/)).toBeInTheDocument()
    expect(screen.getByText('Rome time')).toBeInTheDocument()
    expect(screen.getAllByText(/^Fri, \w+ \d+(, \d{4})?, 8:00 AM$/)).toHaveLength(2)
    expect(api.calls).toContain('schedules.list')
  })

  test('tells what its last run brought, and that its mail failed', async () => {
    open(following({ lastRun: sampleRun(now, { mail: 'failed' }) }))
    expect(
      await screen.findByText(
        /^Yesterday at \d+:\d\d [AP]M: 4 summaries, 1 could not be summarized, the email failed$/,
      ),
    ).toBeInTheDocument()
    expect(screen.getByText('The email could not be delivered. The summaries are in your list.')).toBeInTheDocument()
  })

  test.each([-1, 1])('says “today” by the clock of the service, on a device that is a day off: %i', async days => {
    const there = now - days * 86_400_000
    const lastRun = sampleRun(there, { dueAt: new Date(there).toISOString() })
    open(following({ lastRun }, { now: () => there }))
    expect(await screen.findByText(/^Today at \d+:\d\d [AP]M: 4 summaries/)).toBeInTheDocument()
  })

  test('unfolds the runs before the last', async () => {
    const earlier = sampleRun(now, { id: 6, outcome: 'nothing_new', summarised: 0, failed: 0, mail: 'none' })
    const { user } = open(following({}, { earlierRuns: [earlier] }))
    await user.click(await screen.findByRole('button', { name: 'Earlier runs' }))
    const list = await screen.findByRole('list', { name: 'Earlier runs' })
    expect(within(list).getAllByRole('listitem')).toHaveLength(1)
    expect(list).toHaveTextContent('nothing new')
  })

  test('says how much of the month it takes, and which plan has room for more', async () => {
    open(following({ forecastPerMonth: 44 }))
    expect(
      await screen.findByText(
        'Takes about 44 summaries a month; your plan has 30. The newest come first; the rest is only listed. The Pro plan has 500.',
      ),
    ).toBeInTheDocument()
  })

  test('looks for new videos at a press, and says so until they are there', async () => {
    const { user, api } = open(following())
    await user.click(await screen.findByRole('button', { name: 'Run now' }))
    expect(await screen.findByText('Looking for new videos now')).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Run now' })).toHaveAttribute('aria-disabled', 'true')
    expect(api.calls).toContain('schedules.run')
  })

  test('leaves out its next date at a press', async () => {
    const { user } = open(following())
    const before = (await screen.findByText(/^Friday, /)).textContent
    await user.click(screen.getByRole('button', { name: 'Skip next' }))
    expect(await screen.findByText(/^Skipped\. The next one is Fri, /)).toBeInTheDocument()
    expect(screen.getByText(/^Friday, /).textContent).not.toBe(before)
  })

  test('is paused and goes on', async () => {
    const { user, api } = open(following())
    await user.click(await screen.findByRole('button', { name: 'Pause' }))
    expect(await screen.findByText('Nothing runs until you resume it.')).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Run now' })).not.toBeInTheDocument()
    expect(api.world.schedules[0]!.disabled).toBe(true)
    await user.click(screen.getByRole('button', { name: 'Resume' }))
    expect(await screen.findByRole('button', { name: 'Pause' })).toBeInTheDocument()
  })

  test('keeps the keyboard with it when it is paused and when it goes on', async () => {
    const { user } = open(following())
    await user.click(await screen.findByRole('button', { name: 'Pause' }))
    const resume = await screen.findByRole('button', { name: 'Resume' })
    const heading = screen.getByRole('heading', { name: /^Every Friday/ })
    expect(heading).toHaveFocus()
    await user.click(resume)
    await screen.findByRole('button', { name: 'Pause' })
    expect(heading).toHaveFocus()
  })

  test('that the plan does not have any more says which plan has it', async () => {
    open(following({ pausedByPlan: true }, { plan: 'free' }))
    expect(await screen.findByText('Paused by your plan.')).toBeInTheDocument()
    expect(
      await screen.findByText(/Your plan doesn’t include weekly schedules. The Basic plan does./),
    ).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Run now' })).not.toBeInTheDocument()
  })

  test('is deleted at a press, and comes back with another', async () => {
    const { user, api } = open(following())
    await user.click(await screen.findByRole('button', { name: 'Delete schedule' }))
    expect(await screen.findByRole('heading', { name: 'Follow channels' })).toBeInTheDocument()
    expect(await screen.findByText('Deleted. You no longer follow 3 channels.')).toBeInTheDocument()
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus()
    expect(api.world.schedules).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(await titles()).toHaveLength(3)
    expect(screen.getByText('Your schedule is back')).toBeInTheDocument()
    expect(api.world.schedules).toHaveLength(1)
  })

  test('that another took the place of meanwhile does not come back, and says why', async () => {
    const { user, api } = open(following())
    await user.click(await screen.findByRole('button', { name: 'Delete schedule' }))
    const undo = await screen.findByRole('button', { name: 'Undo' })
    api.world.schedules = [sampleSchedule(now, { id: 77, channelList: sampleChannels(1) })]
    await user.click(undo)
    expect(
      await screen.findByText(`It could not be brought back. ${failures.schedule_exists.sentence}`),
    ).toBeInTheDocument()
    expect(await titles()).toEqual(['Plain Structures'])
  })

  test('that could not be deleted stays, with the reason', async () => {
    const { user } = open(following(), { setUp: server => server.break('schedules.delete', 'unavailable') })
    await user.click(await screen.findByRole('button', { name: 'Delete schedule' }))
    expect(await screen.findByText(failures.unavailable.sentence)).toBeInTheDocument()
    expect(await titles()).toHaveLength(3)
  })

  test('says why it could not be loaded, and tries again', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const { user, api } = open(following(), { setUp: server => server.break('schedules.list', 'unavailable') })
    expect(await screen.findByText(failures.unavailable.sentence)).toBeInTheDocument()
    api.mend('schedules.list')
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await titles()).toHaveLength(3)
  })

  test('shows cards in outline while it loads', async () => {
    open(following(), { setUp: server => server.break('schedules.list', () => new Promise(() => {})) })
    expect(await screen.findByRole('status', { name: 'Loading your schedule' })).toBeInTheDocument()
  })
})

describe('with an address that is not confirmed', () => {
  const text = 'Your digests are in the app. They come by email too once your address is confirmed.'
  const reminder = 'Confirm your email address: we sent a link to ada@example.com.'
  const users = [{ email: 'ada@example.com', password: 'long enough', user: sampleUser({ emailVerified: false }) }]

  test('it says that nothing is mailed, once, and sends the link again', async () => {
    const { user, api } = open(following({}, { users }))
    expect(await screen.findByText(text)).toBeInTheDocument()
    expect(screen.queryByText(reminder)).not.toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Resend' }))
    expect(await screen.findByText('A link is on its way to ada@example.com.')).toBeInTheDocument()
    expect(api.calls).toContain('auth.resendVerification')
  })

  test('it says nothing of mails that nobody wants', async () => {
    open(following({}, { users, settings: sampleSettings({ mail: { digest: false, product: false } }) }))
    expect(await titles()).toHaveLength(3)
    expect(screen.queryByText(text)).not.toBeInTheDocument()
  })

  test('whoever follows nothing is reminded as everywhere', async () => {
    open(createWorld({ users }))
    expect(await screen.findByText(reminder)).toBeInTheDocument()
  })
})

describe('the channels', () => {
  test('show how they do; those that something is wrong with come first', async () => {
    const list = sampleChannels(4)
    const [fine, hidden, late] = list
    open(
      following({
        channelList: list,
        channelStates: [
          sampleState(fine!.id, now),
          sampleState(hidden!.id, now, { health: 'paused_private', since: new Date(now - 60_000).toISOString() }),
          sampleState(late!.id, now, { pausedByPlan: true }),
        ],
      }),
    )
    expect(await titles()).toEqual([hidden!.title, late!.title, fine!.title, list[3]!.title])
    const [first, second, third, fourth] = within(await channels()).getAllByRole('listitem')
    expect(first).toHaveTextContent(/Private since (today|yesterday): paused, the others go on/)
    expect(await within(second!).findByText(/On hold: your plan follows 10 channels/)).toBeInTheDocument()
    expect(third).toHaveTextContent(/OK · last upload/)
    expect(fourth).toHaveTextContent('Not checked yet')
    expect(screen.getByText('4 channels · 2 need your attention')).toBeInTheDocument()
  })

  test('are removed at once, and come back', async () => {
    const { user, api } = open(following())
    await user.click(await screen.findByRole('button', { name: 'Stop following Ground Truth' }))
    expect(await titles()).toEqual(['Plain Structures', 'The Slow Kitchen'])
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(async () => expect(await titles()).toEqual(['Plain Structures', 'Ground Truth', 'The Slow Kitchen']))
    expect(api.world.schedules[0]!.channelList).toHaveLength(3)
  })

  test('hand the keyboard on as they are removed: to what follows, or else to what comes before', async () => {
    const { user } = open(following())
    const stop = (title: string) => screen.findByRole('button', { name: `Stop following ${title}` })
    await user.click(await stop('Ground Truth'))
    await waitFor(async () => expect(await titles()).toEqual(['Plain Structures', 'The Slow Kitchen']))
    expect(await stop('The Slow Kitchen')).toHaveFocus()
    await user.keyboard('{Enter}')
    await waitFor(async () => expect(await titles()).toEqual(['Plain Structures']))
    expect(await stop('Plain Structures')).toHaveFocus()
  })

  test('come back also when the page was left before they were gone', async () => {
    const { user, api } = open(following())
    const answer = held(api, 'PUT', '/api/schedules/5')
    await user.click(await screen.findByRole('button', { name: 'Stop following Ground Truth' }))
    await user.click(screen.getByRole('link', { name: 'My Summaries' }))
    answer()
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(api.world.schedules[0]!.channelList).toHaveLength(3))
  })

  test('that are removed one right after the other stay away, while each is on its way', async () => {
    const { user, api } = open(following({ channelList: sampleChannels(4) }))
    const first = held(api, 'PUT', '/api/schedules/5')
    const stop = async (title: string) =>
      user.click(await screen.findByRole('button', { name: `Stop following ${title}` }))
    await stop('Ground Truth')
    await stop('The Slow Kitchen')
    expect(await titles()).toEqual(['Plain Structures', 'Deep History'])
    const second = held(api, 'PUT', '/api/schedules/5')
    first()
    // The answer to the first is there, and the second is still to be heard.
    expect(await screen.findByText('You no longer follow Ground Truth')).toBeInTheDocument()
    expect(await titles()).toEqual(['Plain Structures', 'Deep History'])
    await stop('Plain Structures')
    second()
    await waitFor(() => expect(api.world.schedules[0]!.channelList).toEqual([sampleChannel(4)]))
    expect(await titles()).toEqual(['Deep History'])
  })

  test('come back one by one, each to its place', async () => {
    const { user, api } = open(following())
    await user.click(await screen.findByRole('button', { name: 'Stop following Plain Structures' }))
    await user.click(await screen.findByRole('button', { name: 'Stop following Ground Truth' }))
    expect(await screen.findByText('You no longer follow Ground Truth')).toBeInTheDocument()
    await user.click(
      within(screen.getByText('You no longer follow Plain Structures').parentElement!).getByRole('button'),
    )
    await waitFor(async () => expect(await titles()).toEqual(['Plain Structures', 'The Slow Kitchen']))
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(api.world.schedules[0]!.channelList).toEqual(sampleChannels(3)))
  })

  test('come back also where a smaller plan has room for fewer', async () => {
    const { user, api } = open(following({}, { plan: 'basic' }))
    await user.click(await screen.findByRole('button', { name: 'Stop following Ground Truth' }))
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(api.world.schedules[0]!.channelList).toHaveLength(3))
  })

  /** More time passes than what the service has told is taken for how things are. */
  const passTime = (seconds: number) => {
    const at = Date.now() + seconds * 1000
    const later = vi.spyOn(Date, 'now').mockReturnValue(at)
    onTestFinished(() => later.mockRestore())
  }

  test('that another window has added stay, whatever is removed or comes back here', async () => {
    const { user, api } = open(following())
    await titles()
    const added = (world: World) => {
      world.schedules = [
        { ...world.schedules[0]!, channelList: [...world.schedules[0]!.channelList, sampleChannel(9)] },
      ]
    }
    added(api.world)
    passTime(20)
    await user.click(screen.getByRole('button', { name: 'Stop following Ground Truth' }))
    await waitFor(async () => expect(await titles()).toEqual(['Plain Structures', 'The Slow Kitchen', 'Harbour Notes']))
    api.world.schedules = [{ ...api.world.schedules[0]!, channelList: sampleChannels(1) }]
    passTime(40)
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(async () => expect(await titles()).toEqual(['Plain Structures', 'Ground Truth']))
    expect(api.world.schedules[0]!.channelList).toEqual(sampleChannels(2))
  })

  test('that could not be removed stay, with the reason', async () => {
    const { user } = open(following(), { setUp: server => server.break('schedules.change', 'unavailable') })
    await user.click(await screen.findByRole('button', { name: 'Stop following Ground Truth' }))
    expect(await screen.findByText(failures.unavailable.sentence)).toBeInTheDocument()
    await waitFor(async () => expect(await titles()).toHaveLength(3))
  })

  test('removing the last one deletes the schedule, and can be taken back', async () => {
    const { user, api } = open(following({ channelList: sampleChannels(1) }))
    await user.click(await screen.findByRole('button', { name: 'Stop following Plain Structures' }))
    expect(await screen.findByText('Deleted. You no longer follow 1 channel.')).toBeInTheDocument()
    expect(api.world.schedules).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(await titles()).toEqual(['Plain Structures'])
  })

  test('a hundred of them unfold', async () => {
    const { user } = open(following({ channelList: sampleChannels(100) }, { plan: 'ultimate' }))
    expect(await titles()).toHaveLength(20)
    await user.click(screen.getByRole('button', { name: 'Show all 100 channels' }))
    expect(await titles()).toHaveLength(100)
    const rows = within(screen.getByRole('list', { name: 'Channels' })).getAllByRole('listitem')
    expect(rows[20]).toContainElement(document.activeElement as HTMLElement)
  })
})

test('what is left out is chosen, and holds at once', async () => {
  const { user, api } = open(following())
  await user.click(await screen.findByRole('switch', { name: 'Live streams' }))
  await user.selectOptions(screen.getByRole('combobox', { name: 'Shorter than' }), '10 minutes')
  await user.selectOptions(screen.getByRole('combobox', { name: 'At most, from each channel and run' }), 'The newest 3')
  await waitFor(() =>
    expect(api.world.schedules[0]!.filters).toEqual({
      skipShorts: true,
      skipLive: true,
      minMinutes: 10,
      maxPerChannel: 3,
    }),
  )
})

describe('in words', () => {
  const at = new Date('2026-11-22T12:00:00Z')
  const run = (change: Parameters<typeof sampleRun>[1]) =>
    runInWords(sampleRun(now, { dueAt: '2026-11-21T07:00:00.000Z', ...change }), 'Europe/Rome', at)

  test.each([
    [{}, 'Yesterday at 8:00 AM: 4 summaries, 1 could not be summarized, emailed'],
    [
      { dueAt: '2026-11-22T07:00:00.000Z', failed: 0, listed: 9 },
      'Today at 8:00 AM: 4 summaries, 9 only listed, emailed',
    ],
    [{ summarised: 1, failed: 0, mail: 'none' }, 'Yesterday at 8:00 AM: 1 summary'],
    [{ outcome: 'nothing_new', summarised: 0, failed: 0, mail: 'none' }, 'Yesterday at 8:00 AM: nothing new'],
    [
      { outcome: 'disabled', summarised: 0, failed: 0, mail: 'none' },
      'Yesterday at 8:00 AM: did not run, it was paused',
    ],
    [{ dueAt: '2026-11-14T07:00:00.000Z', failed: 0 }, 'Sat, Nov 14, 8:00 AM: 4 summaries, emailed'],
  ] as const)('a run %j is told', (change, words) => expect(run(change).replaceAll('\u00a0', ' ')).toBe(words))

  test.each([
    [{ health: 'paused_private', since: '2026-11-12T09:00:00.000Z' }, 'Private since November 12'],
    [{ health: 'paused_deleted', since: '2025-12-31T23:30:00.000Z' }, 'Gone from YouTube since January 1'],
    [{ health: 'paused_deleted', since: '2025-12-31T21:30:00.000Z' }, 'Gone from YouTube since December 31, 2025'],
    [{ health: 'paused_private', since: null }, 'Private'],
  ] as const)('a channel that is %j says since when, on the clocks of its schedule', (change, words) => {
    const { text } = healthInWords(sampleState('UC', now, change), 'Europe/Rome', { limit: 1, followed: 1 }, at)
    expect(text).toBe(`${words}: paused, the others go on`)
  })

  test('a channel that no plan has room for only waits', () => {
    const state = sampleState('UC', now, { pausedByPlan: true })
    const limits = { limit: 1, followed: 200 }
    expect(healthInWords(state, 'Europe/Rome', limits).text).toBe('On hold: your plan follows 1 channel.')
    expect(healthInWords(state, 'Europe/Rome', { limit: 2, followed: 5 }).text).toBe(
      'On hold: your plan follows 2 channels. The Premium plan follows 10.',
    )
  })
})
