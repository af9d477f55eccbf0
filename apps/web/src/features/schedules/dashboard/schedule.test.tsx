import { failures, type Schedule } from '@recaps/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { delayResponses, openApp, path, withMemoryServer } from '../../../test/open-app.tsx'
import {
  sampleChannel,
  sampleChannels,
  sampleRun,
  sampleSchedule,
  sampleState,
} from '../../../test/server/schedule-samples.ts'
import { createWorld, sampleSettings, sampleUser, type World } from '../../../test/server/world.ts'
import { describeChannelHealth, describeRun } from './describe-status.ts'

withMemoryServer()
const now = Date.now()
const following = (change: Partial<Schedule> = {}, world: Partial<World> = {}) =>
  createWorld({ plan: 'premium', schedules: [sampleSchedule(now, change)], ...world })
const open = (world: World, setUp?: Parameters<typeof openApp>[1]) => openApp('/tabs/dashboard', { world, ...setUp })
const channelList = () => screen.findByRole('list', { name: 'Channels' })
const titles = async () =>
  within(await channelList())
    .getAllByRole('listitem')
    .map(row => row.querySelector('.channel-row__title')?.textContent)

describe('the Schedule page without a schedule', () => {
  test('explains following and links to the first wizard step', async () => {
    const { user } = open(createWorld())
    expect(await screen.findByRole('heading', { name: 'Follow channels' })).toBeInTheDocument()
    await user.click(screen.getByRole('link', { name: 'Choose channels' }))
    await waitFor(() => expect(path()).toBe('/schedule-wizard-channels'))
  })

  test('links to the import section of the first wizard step', async () => {
    const { user } = open(createWorld())
    await user.click(await screen.findByRole('link', { name: 'Import a list' }))
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Import your subscriptions' })).toHaveFocus())
    // The hash is removed after the jump, so clearing the search later does not move the focus again.
    await waitFor(() => expect(path()).toBe('/schedule-wizard-channels'))
    const box = screen.getByRole('searchbox', { name: 'Name, @handle or link' })
    await user.type(box, 'a')
    await user.clear(box)
    expect(await screen.findByRole('heading', { name: 'Import your subscriptions' })).toBeInTheDocument()
    expect(box).toHaveFocus()
  })

  test('links to an unfinished draft', async () => {
    const draft = { id: null, channels: [sampleChannel(1)], start: null, frequency: 'monthly' }
    localStorage.setItem('schedule', JSON.stringify(draft))
    open(createWorld())
    expect(await screen.findByRole('link', { name: 'Continue with 1 channel' })).toBeInTheDocument()
  })
})

describe('the schedule', () => {
  test('describes the frequency and the next dates in the time zone of the schedule', async () => {
    const { api } = open(following())
    expect(await screen.findByRole('heading', { name: /^Every Friday at 8:00\sAM$/ })).toBeInTheDocument()
    expect(screen.getByText(/^Friday, \w+ \d+(, \d{4})? at 8:00 AM$/)).toBeInTheDocument()
    expect(screen.getByText('Rome time')).toBeInTheDocument()
    expect(screen.getAllByText(/^Fri, \w+ \d+(, \d{4})?, 8:00 AM$/)).toHaveLength(2)
    expect(api.calls).toContain('schedules.list')
  })

  test('shows the result of the last run, and that its email failed', async () => {
    open(following({ lastRun: sampleRun(now, { mail: 'failed' }) }))
    expect(
      await screen.findByText(/^Yesterday at \d+:\d\d [AP]M: 4 summaries, 1 couldn’t be summarized, email failed$/),
    ).toBeInTheDocument()
    expect(screen.getByText('We couldn’t deliver the email. The summaries are in My Summaries.')).toBeInTheDocument()
  })

  test.each([-1, 1])('shows “Today” by the server’s clock when the device’s clock is off by %i day', async days => {
    const serverNow = now - days * 86_400_000
    const lastRun = sampleRun(serverNow, { dueAt: new Date(serverNow).toISOString() })
    open(following({ lastRun }, { now: () => serverNow }))
    expect(await screen.findByText(/^Today at \d+:\d\d [AP]M: 4 summaries/)).toBeInTheDocument()
  })

  test('shows earlier runs on demand', async () => {
    const earlier = sampleRun(now, { id: 6, outcome: 'nothing_new', summarised: 0, failed: 0, mail: 'none' })
    const { user } = open(following({}, { earlierRuns: [earlier] }))
    await user.click(await screen.findByRole('button', { name: 'Earlier runs' }))
    const list = await screen.findByRole('list', { name: 'Earlier runs' })
    expect(within(list).getAllByRole('listitem')).toHaveLength(1)
    expect(list).toHaveTextContent('nothing new')
  })

  test('shows the monthly forecast and a plan with enough summaries', async () => {
    open(following({ forecastPerMonth: 44 }))
    expect(
      await screen.findByText(
        'Uses about 44 summaries a month. Your plan has 30. The newest videos are summarized first; the others are only listed. The Pro plan has 500.',
      ),
    ).toBeInTheDocument()
  })

  test('starts a run on “Run now” and shows that it is in progress', async () => {
    const { user, api } = open(following())
    await user.click(await screen.findByRole('button', { name: 'Run now' }))
    expect(await screen.findByText('Checking for new videos…')).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Run now' })).toHaveAttribute('aria-disabled', 'true')
    expect(api.calls).toContain('schedules.run')
  })

  test('skips the next date on “Skip next”', async () => {
    const { user } = open(following())
    const before = (await screen.findByText(/^Friday, /)).textContent
    await user.click(screen.getByRole('button', { name: 'Skip next' }))
    expect(await screen.findByText(/^Skipped\. Next digest: Fri, /)).toBeInTheDocument()
    expect(screen.getByText(/^Friday, /).textContent).not.toBe(before)
  })

  test('pauses and resumes the schedule', async () => {
    const { user, api } = open(following())
    await user.click(await screen.findByRole('button', { name: 'Pause' }))
    expect(await screen.findByText('You won’t get digests until you resume.')).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Run now' })).not.toBeInTheDocument()
    expect(api.world.schedules[0]!.disabled).toBe(true)
    await user.click(screen.getByRole('button', { name: 'Resume' }))
    expect(await screen.findByRole('button', { name: 'Pause' })).toBeInTheDocument()
  })

  test('moves focus to the heading when pausing or resuming removes the pressed button', async () => {
    const { user } = open(following())
    await user.click(await screen.findByRole('button', { name: 'Pause' }))
    const resume = await screen.findByRole('button', { name: 'Resume' })
    const heading = screen.getByRole('heading', { name: /^Every Friday/ })
    expect(heading).toHaveFocus()
    await user.click(resume)
    await screen.findByRole('button', { name: 'Pause' })
    expect(heading).toHaveFocus()
  })

  test('names the plan that has the frequency of a schedule paused by a smaller plan', async () => {
    open(following({ pausedByPlan: true }, { plan: 'free' }))
    expect(await screen.findByText('Your schedule is paused.')).toBeInTheDocument()
    expect(
      await screen.findByText(/Your plan doesn’t include weekly schedules. The Basic plan does./),
    ).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Run now' })).not.toBeInTheDocument()
  })

  test('deletes the schedule and restores it on undo', async () => {
    const { user, api } = open(following())
    await user.click(await screen.findByRole('button', { name: 'Delete schedule' }))
    expect(await screen.findByRole('heading', { name: 'Follow channels' })).toBeInTheDocument()
    expect(await screen.findByText('Schedule deleted. You no longer follow 3 channels.')).toBeInTheDocument()
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus()
    expect(api.world.schedules).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(await titles()).toHaveLength(3)
    expect(screen.getByText('Schedule restored')).toBeInTheDocument()
    expect(api.world.schedules).toHaveLength(1)
  })

  test('shows why a deleted schedule cannot be restored once another one exists', async () => {
    const { user, api } = open(following())
    await user.click(await screen.findByRole('button', { name: 'Delete schedule' }))
    const undo = await screen.findByRole('button', { name: 'Undo' })
    api.world.schedules = [sampleSchedule(now, { id: 77, channelList: sampleChannels(1) })]
    await user.click(undo)
    expect(
      await screen.findByText(`Couldn’t restore your schedule. ${failures.schedule_exists.sentence}`),
    ).toBeInTheDocument()
    expect(await titles()).toEqual(['Plain Structures'])
  })

  test('keeps the schedule and shows the reason if deleting it fails', async () => {
    const { user } = open(following(), { setUp: server => server.break('schedules.delete', 'unavailable') })
    await user.click(await screen.findByRole('button', { name: 'Delete schedule' }))
    expect(await screen.findByText(failures.unavailable.sentence)).toBeInTheDocument()
    expect(await titles()).toHaveLength(3)
  })

  test('shows why the schedule could not be loaded, with a retry button', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const { user, api } = open(following(), { setUp: server => server.break('schedules.list', 'unavailable') })
    expect(await screen.findByText(failures.unavailable.sentence)).toBeInTheDocument()
    api.repair('schedules.list')
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await titles()).toHaveLength(3)
  })

  test('shows a skeleton while the schedule loads', async () => {
    open(following(), { setUp: server => server.break('schedules.list', () => new Promise(() => {})) })
    expect(await screen.findByRole('status', { name: 'Loading your schedule' })).toBeInTheDocument()
  })
})

describe('the Schedule page with an unconfirmed email address', () => {
  const text = 'Your digests are in the app. Confirm your email address to get them by email, too.'
  const reminder = 'Confirm your email address: we sent a link to ada@example.com.'
  const users = [{ email: 'ada@example.com', password: 'long enough', user: sampleUser({ emailVerified: false }) }]

  test('explains once that digests are not mailed, and resends the confirmation link', async () => {
    const { user, api } = open(following({}, { users }))
    expect(await screen.findByText(text)).toBeInTheDocument()
    expect(screen.queryByText(reminder)).not.toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Resend' }))
    expect(await screen.findByText('We’ve sent a link to ada@example.com.')).toBeInTheDocument()
    expect(api.calls).toContain('auth.resendVerification')
  })

  test('does not mention missing digest mails if the user has turned them off', async () => {
    open(following({}, { users, settings: sampleSettings({ mail: { digest: false, product: false } }) }))
    expect(await titles()).toHaveLength(3)
    expect(screen.queryByText(text)).not.toBeInTheDocument()
  })

  test('shows the general reminder to confirm the address if there is no schedule', async () => {
    open(createWorld({ users }))
    expect(await screen.findByText(reminder)).toBeInTheDocument()
  })
})

describe('followed channels', () => {
  test('shows the health of each channel, with those that need attention first', async () => {
    const list = sampleChannels(4)
    const [active, hidden, overLimit] = list
    open(
      following({
        channelList: list,
        channelStates: [
          sampleState(active!.id, now),
          sampleState(hidden!.id, now, { health: 'paused_private', since: new Date(now - 60_000).toISOString() }),
          sampleState(overLimit!.id, now, { pausedByPlan: true }),
        ],
      }),
    )
    expect(await titles()).toEqual([hidden!.title, overLimit!.title, active!.title, list[3]!.title])
    const [first, second, third, fourth] = within(await channelList()).getAllByRole('listitem')
    expect(first).toHaveTextContent(/Paused · Private since (today|yesterday)/)
    expect(await within(second!).findByText(/Paused · Your plan allows 10 channels/)).toBeInTheDocument()
    expect(third).toHaveTextContent(/Active · Last upload/)
    expect(fourth).toHaveTextContent('Not checked yet')
    expect(screen.getByText('4 channels · 2 need attention')).toBeInTheDocument()
  })

  test('removes a channel immediately and restores it in place on undo', async () => {
    const { user, api } = open(following())
    await user.click(await screen.findByRole('button', { name: 'Unfollow Ground Truth' }))
    expect(await titles()).toEqual(['Plain Structures', 'The Slow Kitchen'])
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(async () => expect(await titles()).toEqual(['Plain Structures', 'Ground Truth', 'The Slow Kitchen']))
    expect(api.world.schedules[0]!.channelList).toHaveLength(3)
  })

  test('moves focus to the next channel, or else the previous one, when a channel is removed', async () => {
    const { user } = open(following())
    const unfollowButton = (title: string) => screen.findByRole('button', { name: `Unfollow ${title}` })
    await user.click(await unfollowButton('Ground Truth'))
    await waitFor(async () => expect(await titles()).toEqual(['Plain Structures', 'The Slow Kitchen']))
    expect(await unfollowButton('The Slow Kitchen')).toHaveFocus()
    await user.keyboard('{Enter}')
    await waitFor(async () => expect(await titles()).toEqual(['Plain Structures']))
    expect(await unfollowButton('Plain Structures')).toHaveFocus()
  })

  test('offers undo even if the page was left before the channel was removed', async () => {
    const { user, api } = open(following())
    const respond = delayResponses(api, 'PUT', '/api/schedules/5')
    await user.click(await screen.findByRole('button', { name: 'Unfollow Ground Truth' }))
    await user.click(screen.getByRole('link', { name: 'My Summaries' }))
    respond()
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(api.world.schedules[0]!.channelList).toHaveLength(3))
  })

  test('hides several channels removed in quick succession while the requests are pending', async () => {
    const { user, api } = open(following({ channelList: sampleChannels(4) }))
    const respondToFirst = delayResponses(api, 'PUT', '/api/schedules/5')
    const unfollow = async (title: string) =>
      user.click(await screen.findByRole('button', { name: `Unfollow ${title}` }))
    await unfollow('Ground Truth')
    await unfollow('The Slow Kitchen')
    expect(await titles()).toEqual(['Plain Structures', 'Deep History'])
    const respondToSecond = delayResponses(api, 'PUT', '/api/schedules/5')
    respondToFirst()
    // The first request has been answered, the second is still pending.
    expect(await screen.findByText('Unfollowed Ground Truth')).toBeInTheDocument()
    expect(await titles()).toEqual(['Plain Structures', 'Deep History'])
    await unfollow('Plain Structures')
    respondToSecond()
    await waitFor(() => expect(api.world.schedules[0]!.channelList).toEqual([sampleChannel(4)]))
    expect(await titles()).toEqual(['Deep History'])
  })

  test('restores removed channels one by one, each in its place', async () => {
    const { user, api } = open(following())
    await user.click(await screen.findByRole('button', { name: 'Unfollow Plain Structures' }))
    await user.click(await screen.findByRole('button', { name: 'Unfollow Ground Truth' }))
    expect(await screen.findByText('Unfollowed Ground Truth')).toBeInTheDocument()
    await user.click(within(screen.getByText('Unfollowed Plain Structures').parentElement!).getByRole('button'))
    await waitFor(async () => expect(await titles()).toEqual(['Plain Structures', 'The Slow Kitchen']))
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(api.world.schedules[0]!.channelList).toEqual(sampleChannels(3)))
  })

  test('restores a channel even if the schedule then exceeds the limit of a smaller plan', async () => {
    const { user, api } = open(following({}, { plan: 'basic' }))
    await user.click(await screen.findByRole('button', { name: 'Unfollow Ground Truth' }))
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(api.world.schedules[0]!.channelList).toHaveLength(3))
  })

  /** Moves the clock so far that the cached schedule is no longer trusted (`freshMs`). */
  const passTime = (seconds: number) => {
    const at = Date.now() + seconds * 1000
    const clock = vi.spyOn(Date, 'now').mockReturnValue(at)
    onTestFinished(() => clock.mockRestore())
  }

  test('keeps changes made in another window when a channel is removed and restored', async () => {
    const { user, api } = open(following())
    await titles()
    const addChannel = (world: World) => {
      world.schedules = [
        { ...world.schedules[0]!, channelList: [...world.schedules[0]!.channelList, sampleChannel(9)] },
      ]
    }
    addChannel(api.world)
    passTime(20)
    await user.click(screen.getByRole('button', { name: 'Unfollow Ground Truth' }))
    await waitFor(async () => expect(await titles()).toEqual(['Plain Structures', 'The Slow Kitchen', 'Harbour Notes']))
    api.world.schedules = [{ ...api.world.schedules[0]!, channelList: sampleChannels(1) }]
    passTime(40)
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(async () => expect(await titles()).toEqual(['Plain Structures', 'Ground Truth']))
    expect(api.world.schedules[0]!.channelList).toEqual(sampleChannels(2))
  })

  test('keeps a channel and shows the reason if removing it fails', async () => {
    const { user } = open(following(), { setUp: server => server.break('schedules.change', 'unavailable') })
    await user.click(await screen.findByRole('button', { name: 'Unfollow Ground Truth' }))
    expect(await screen.findByText(failures.unavailable.sentence)).toBeInTheDocument()
    await waitFor(async () => expect(await titles()).toHaveLength(3))
  })

  test('deletes the schedule when the last channel is removed, and restores it on undo', async () => {
    const { user, api } = open(following({ channelList: sampleChannels(1) }))
    await user.click(await screen.findByRole('button', { name: 'Unfollow Plain Structures' }))
    expect(await screen.findByText('Schedule deleted. You no longer follow 1 channel.')).toBeInTheDocument()
    expect(api.world.schedules).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(await titles()).toEqual(['Plain Structures'])
  })

  test('shows 20 of 100 channels, and all of them on demand', async () => {
    const { user } = open(following({ channelList: sampleChannels(100) }, { plan: 'ultimate' }))
    expect(await titles()).toHaveLength(20)
    await user.click(screen.getByRole('button', { name: 'Show all 100 channels' }))
    expect(await titles()).toHaveLength(100)
    const rows = within(screen.getByRole('list', { name: 'Channels' })).getAllByRole('listitem')
    expect(rows[20]).toContainElement(document.activeElement as HTMLElement)
  })
})

test('saves each change of the filters immediately', async () => {
  const { user, api } = open(following())
  await user.click(await screen.findByRole('switch', { name: 'Live streams' }))
  await user.selectOptions(screen.getByRole('combobox', { name: 'Videos shorter than' }), '10 minutes')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Limit per channel and digest' }), 'Newest 3 videos')
  await waitFor(() =>
    expect(api.world.schedules[0]!.filters).toEqual({
      skipShorts: true,
      skipLive: true,
      minMinutes: 10,
      maxPerChannel: 3,
    }),
  )
})

describe('texts about runs and channels', () => {
  const at = new Date('2026-11-22T12:00:00Z')
  const run = (change: Parameters<typeof sampleRun>[1]) =>
    describeRun(sampleRun(now, { dueAt: '2026-11-21T07:00:00.000Z', ...change }), 'Europe/Rome', at)

  test.each([
    [{}, 'Yesterday at 8:00 AM: 4 summaries, 1 couldn’t be summarized, emailed'],
    [
      { dueAt: '2026-11-22T07:00:00.000Z', failed: 0, listed: 9 },
      'Today at 8:00 AM: 4 summaries, 9 only listed, emailed',
    ],
    [{ summarised: 1, failed: 0, mail: 'none' }, 'Yesterday at 8:00 AM: 1 summary'],
    [{ outcome: 'nothing_new', summarised: 0, failed: 0, mail: 'none' }, 'Yesterday at 8:00 AM: nothing new'],
    [{ outcome: 'disabled', summarised: 0, failed: 0, mail: 'none' }, 'Yesterday at 8:00 AM: skipped, schedule paused'],
    [{ dueAt: '2026-11-14T07:00:00.000Z', failed: 0 }, 'Sat, Nov 14, 8:00 AM: 4 summaries, emailed'],
  ] as const)('describes a run with %j', (change, text) => expect(run(change).replaceAll('\u00a0', ' ')).toBe(text))

  test.each([
    [{ health: 'paused_private', since: '2026-11-12T09:00:00.000Z' }, 'Private since November 12'],
    [{ health: 'paused_deleted', since: '2025-12-31T23:30:00.000Z' }, 'Not on YouTube since January 1'],
    [{ health: 'paused_deleted', since: '2025-12-31T21:30:00.000Z' }, 'Not on YouTube since December 31, 2025'],
    [{ health: 'paused_private', since: null }, 'Private'],
  ] as const)('describes a channel with %j, with the date in the time zone of the schedule', (change, reason) => {
    const { text } = describeChannelHealth(sampleState('UC', now, change), 'Europe/Rome', { limit: 1, followed: 1 }, at)
    expect(text).toBe(`Paused · ${reason}`)
  })

  test('suggests a larger plan for a channel paused by the plan, but only if one allows all channels', () => {
    const state = sampleState('UC', now, { pausedByPlan: true })
    const limits = { limit: 1, followed: 200 }
    expect(describeChannelHealth(state, 'Europe/Rome', limits).text).toBe('Paused · Your plan allows 1 channel.')
    expect(describeChannelHealth(state, 'Europe/Rome', { limit: 2, followed: 5 }).text).toBe(
      'Paused · Your plan allows 2 channels. The Premium plan allows 10.',
    )
  })
})
