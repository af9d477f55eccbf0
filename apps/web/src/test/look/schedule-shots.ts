import type { Schedule } from '@recaps/contract'
import type { Page } from 'playwright'
import { communitySummary, sampleSummary } from '../server/samples.ts'
import {
  sampleChannel,
  sampleChannels,
  sampleNotification,
  sampleRun,
  sampleSchedule,
  sampleState,
} from '../server/schedule-samples.ts'
import { addSummaries, createWorld, type World } from '../server/world.ts'
import type { Shot } from './shot.ts'
import { expandToFullPage, neverRespond, press, waitForRetries } from './steps.ts'

const now = Date.now()
/** Ids of the summaries created by the last run. */
const summaryIds = [1, 2, 3, 4]
/** Subscriber counts; every fourth channel has none. */
const subscribers = new Map(
  sampleChannels(40).flatMap(({ id }, at) =>
    at % 4 === 3 ? [] : [[id, Math.round(1_284_000 / (at + 1) ** 2)] as const],
  ),
)
const withChannels =
  (change: Partial<World> = {}) =>
  () =>
    createWorld({ channels: sampleChannels(40), subscribers, forecast: 22, ...change })
const following =
  (change: Partial<Schedule> = {}, world: Partial<World> = {}) =>
  () =>
    addSummaries(
      withChannels({
        plan: 'premium',
        schedules: [sampleSchedule(now, { channelList: sampleChannels(8), forecastPerMonth: 22, ...change })],
        earlierRuns: [3, 4, 5].map(id =>
          sampleRun(now - (id - 2) * 7 * 86_400_000, { id, summarised: id, failed: 0, listed: id - 3 }),
        ),
        summariesByRun: new Map([[7, summaryIds]]),
        ...world,
      })(),
      summaryIds.map(id => sampleSummary(id, now, { origin: 'schedule', unread: id !== 2 })),
    )

/** A schedule with 100 channels and every problem a channel can have. */
const withProblems = following({
  channelList: sampleChannels(100),
  channelStates: sampleChannels(100).map(({ id }, at) =>
    sampleState(
      id,
      now,
      at === 6
        ? { health: 'paused_private' }
        : at === 8
          ? { health: 'paused_deleted' }
          : at === 9
            ? { health: 'blocked' }
            : at > 97
              ? { pausedByPlan: true }
              : {},
    ),
  ),
  lastRun: sampleRun(now, { summarised: 28, failed: 2, listed: 14, mail: 'failed' }),
  forecastPerMonth: 310,
})

type Step = 'channels' | 'date' | 'frequency'

/** Opens a step of the wizard with a draft of `count` channels. Without channels, later steps redirect to the first. */
const openStep =
  (step: Step, count: number, change: object = {}) =>
  (page: Page) =>
    openWithDraft(page, `/schedule-wizard-${step}`, {
      id: null,
      channels: sampleChannels(count),
      start: null,
      frequency: 'weekly',
      ...change,
    })
async function openWithDraft(page: Page, path: string, draft: object) {
  await page.evaluate(text => localStorage.setItem('schedule', text), JSON.stringify(draft))
  const size = await page.evaluate(() => document.documentElement.style.fontSize)
  await page.goto(path)
  await page.evaluate(value => document.documentElement.style.setProperty('font-size', value), size)
  await page.locator('main:not(.splash)').first().waitFor()
  await page.waitForTimeout(900)
}
const search = (text: string) => async (page: Page) => {
  await page.getByRole('searchbox').fill(text)
  await page.waitForTimeout(1200)
}
const pasteList = async (page: Page) => {
  await page.getByRole('button', { name: 'Paste a list' }).click()
  const lines = [...sampleChannels(14).map(({ id }) => id), 'https://example.com/nobody', '@a-handle-nobody-has']
  await page.getByRole('textbox').fill(lines.join('\n'))
  await page.getByRole('button', { name: 'Find channels' }).click()
  await page.waitForTimeout(600)
  await page.locator('.imported').scrollIntoViewIfNeeded()
}

/** The schedule, the three steps of its wizard, and notifications. */
export const scheduleShots: Shot[] = [
  { name: 'schedule-full', state: 'full', path: '/tabs/dashboard', world: following() },
  { name: 'schedule-whole', path: '/tabs/dashboard', world: following(), prepare: expandToFullPage },
  {
    name: 'schedule-runs',
    path: '/tabs/dashboard',
    world: following(),
    async prepare(page) {
      await page.getByRole('button', { name: 'Earlier runs' }).click()
      await page.waitForTimeout(400)
    },
  },
  { name: 'schedule-troubled', path: '/tabs/dashboard', world: withProblems, prepare: expandToFullPage },
  {
    name: 'schedule-new',
    path: '/tabs/dashboard',
    world: following({ channelStates: [], lastRun: null, forecastPerMonth: null }),
  },
  { name: 'schedule-paused', path: '/tabs/dashboard', world: following({ disabled: true }) },
  {
    name: 'schedule-unsaved',
    path: '/tabs/dashboard',
    world: following(),
    prepare: page =>
      openWithDraft(page, '/tabs/dashboard', {
        id: sampleSchedule(now).id,
        channels: sampleChannels(10),
        start: null,
        frequency: 'weekly',
      }),
  },
  { name: 'schedule-plan', path: '/tabs/dashboard', world: following({ pausedByPlan: true }, { plan: 'free' }) },
  {
    name: 'schedule-running',
    path: '/tabs/dashboard',
    world: following({
      lastRun: sampleRun(now, { state: 'working', outcome: null, summarised: 2, dueAt: new Date(now).toISOString() }),
    }),
  },
  {
    name: 'schedule-deleted',
    path: '/tabs/dashboard',
    world: following(),
    async prepare(page) {
      await page.getByRole('button', { name: 'Delete schedule' }).click()
      await page.waitForTimeout(400)
    },
  },
  { name: 'schedule-empty', state: 'empty', path: '/tabs/dashboard', world: createWorld },
  {
    name: 'schedule-suggested',
    path: '/tabs/dashboard',
    world: () =>
      addSummaries(
        createWorld({ popular: { month: [communitySummary(4, now)] } }),
        [1, 2, 8].map(id => sampleSummary(id, now)),
      ),
    prepare: expandToFullPage,
  },
  {
    name: 'schedule-loading',
    state: 'loading',
    path: '/tabs/dashboard',
    setUp: api => api.break('schedules.list', neverRespond),
  },
  {
    name: 'schedule-broken',
    state: 'error',
    path: '/tabs/dashboard',
    setUp: api => api.break('schedules.list', 'internal'),
    prepare: waitForRetries,
  },
  {
    name: 'schedule-recaps-loading',
    path: '/tabs/dashboard',
    world: following(),
    setUp: api => api.break('summaries.list', neverRespond),
    prepare: expandToFullPage,
  },
  {
    name: 'schedule-recaps-broken',
    path: '/tabs/dashboard',
    world: following(),
    setUp: api => api.break('summaries.list', 'forbidden'),
    prepare: expandToFullPage,
  },
  { name: 'schedule-200', path: '/tabs/dashboard', world: following(), text: 200 },
  { name: 'wizard-channels-empty', state: 'empty', path: '/schedule-wizard-channels', world: withChannels() },
  {
    name: 'wizard-channels-search',
    state: 'full',
    path: '/schedule-wizard-channels',
    world: withChannels({ plan: 'premium' }),
    async prepare(page) {
      await openStep('channels', 3)(page)
      await search('e')(page)
    },
  },
  {
    name: 'wizard-channels-full',
    path: '/schedule-wizard-channels',
    world: withChannels(),
    async prepare(page) {
      await openStep('channels', 2)(page)
      await search('the')(page)
    },
  },
  {
    name: 'wizard-channels-hundred',
    path: '/schedule-wizard-channels',
    world: withChannels({ plan: 'ultimate' }),
    prepare: openStep('channels', 100),
  },
  {
    name: 'wizard-channels-loading',
    path: '/schedule-wizard-channels',
    state: 'loading',
    world: withChannels(),
    setUp: api => api.break('youtube.channels', neverRespond),
    prepare: search('the'),
  },
  {
    name: 'wizard-channels-broken',
    path: '/schedule-wizard-channels',
    state: 'error',
    world: withChannels(),
    setUp: api => api.break('youtube.channels', 'forbidden'),
    prepare: search('the'),
  },
  {
    name: 'wizard-date-200',
    path: '/schedule-wizard-date',
    world: withChannels(),
    text: 200,
    prepare: openStep('date', 2),
  },
  {
    name: 'wizard-frequency-busy',
    path: '/schedule-wizard-frequency',
    state: 'loading',
    world: withChannels(),
    setUp: api => api.break('schedules.create', neverRespond),
    async prepare(page) {
      await openStep('frequency', 2)(page)
      await press('Follow 2 channels')(page)
    },
  },
  {
    name: 'wizard-import',
    path: '/schedule-wizard-channels',
    world: withChannels({ plan: 'premium' }),
    prepare: pasteList,
  },
  {
    name: 'wizard-filters',
    path: '/schedule-wizard-channels',
    world: withChannels(),
    async prepare(page) {
      await openStep('channels', 2, { filters: { minMinutes: 10 } })(page)
      await page.getByText('Skip these').click()
      await expandToFullPage(page)
    },
  },
  {
    name: 'wizard-refused',
    state: 'error',
    path: '/schedule-wizard-frequency',
    world: withChannels(),
    async prepare(page) {
      await openStep('frequency', 5)(page)
      await page.getByRole('button', { name: 'Follow 5 channels' }).click()
      await page.waitForTimeout(500)
    },
  },
  {
    name: 'wizard-date',
    state: 'full',
    path: '/schedule-wizard-date',
    world: withChannels(),
    prepare: openStep('date', 2),
  },
  {
    name: 'wizard-date-clocks',
    path: '/schedule-wizard-date',
    world: withChannels(),
    prepare: openStep('date', 2, { start: '2027-03-28T02:30' }),
  },
  {
    name: 'wizard-date-past',
    state: 'error',
    path: '/schedule-wizard-date',
    world: withChannels(),
    async prepare(page) {
      await openStep('date', 2, { start: '2026-01-28T02:30' })(page)
      await page.getByText('can’t start in the past').waitFor()
    },
  },
  {
    name: 'wizard-frequency',
    state: 'full',
    path: '/schedule-wizard-frequency',
    world: withChannels(),
    async prepare(page) {
      await openStep('frequency', 2)(page)
      await expandToFullPage(page)
    },
  },
  {
    name: 'wizard-sample',
    path: '/schedule-wizard-frequency',
    world: () => addSummaries(withChannels()(), [sampleSummary(1, now)]),
    async prepare(page) {
      await openStep('frequency', 2)(page)
      await expandToFullPage(page)
    },
  },
  {
    name: 'wizard-frequency-200',
    path: '/schedule-wizard-frequency',
    world: withChannels(),
    text: 200,
    prepare: openStep('frequency', 2),
  },
  {
    name: 'wizard-channels-200',
    path: '/schedule-wizard-channels',
    world: withChannels(),
    text: 200,
    prepare: openStep('channels', 2),
  },
  {
    name: 'notices-loading',
    path: '/tabs/dashboard',
    world: following(),
    setUp: api => api.break('notices.list', neverRespond),
    prepare: press(/^Notifications/),
  },
  {
    name: 'notices-broken',
    path: '/tabs/dashboard',
    world: following(),
    setUp: api => api.break('notices.list', 'forbidden'),
    prepare: press(/^Notifications/),
  },
  ...(['notices-full', 'notices-empty'] as const).map(
    (name): Shot => ({
      name,
      path: '/tabs/dashboard',
      // A new world per screenshot, because opening the notifications marks them as read.
      world: () => following({}, { notices: name === 'notices-empty' ? [] : notices() })(),
      async prepare(page) {
        await page.getByRole('button', { name: /^Notifications/ }).click()
        await page.waitForTimeout(700)
      },
    }),
  ),
  {
    name: 'notices-deleted',
    path: '/tabs/dashboard',
    world: () => following({}, { notices: notices() })(),
    async prepare(page) {
      await page.getByRole('button', { name: /^Notifications/ }).click()
      await page.getByRole('button', { name: 'Delete all read' }).click()
      await page.waitForTimeout(700)
    },
  },
]

function notices() {
  const read = { readAt: new Date(now).toISOString() }
  return [
    sampleNotification(1, now),
    sampleNotification(2, now, {
      kind: 'channel_paused',
      title: `${sampleChannel(7).title} is paused`,
      body: 'The channel is now private, so we’ve paused it. Your other channels aren’t affected.',
      path: '/tabs/dashboard',
    }),
    sampleNotification(20, now, {
      ...read,
      kind: 'mail_failed',
      title: 'We couldn’t email your digest',
      body: 'You’ll find its summaries in the app.',
    }),
    sampleNotification(60, now, {
      ...read,
      kind: 'channel_back',
      title: 'Night Train is back',
      body: '',
      path: '/tabs/dashboard',
    }),
    ...[90, 120, 150, 180, 210].map(id => sampleNotification(id, now, { ...read, title: `${id / 30} new summaries` })),
  ]
}
