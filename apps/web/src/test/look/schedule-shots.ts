import type { Schedule } from '@recaps/contract'
import type { Page } from 'playwright'
import {
  sampleChannel,
  sampleChannels,
  sampleNotice,
  sampleRun,
  sampleSchedule,
  sampleState,
} from '../server/schedule-samples.ts'
import { createWorld, type World } from '../server/world.ts'
import type { Shot } from './shot.ts'

const now = Date.now()
const withChannels =
  (change: Partial<World> = {}) =>
  () =>
    createWorld({ channels: sampleChannels(40), forecast: 22, ...change })
const following = (change: Partial<Schedule> = {}, world: Partial<World> = {}) =>
  withChannels({
    plan: 'premium',
    schedules: [sampleSchedule(now, { channelList: sampleChannels(8), forecastPerMonth: 22, ...change })],
    earlierRuns: [3, 4, 5].map(id =>
      sampleRun(now - (id - 2) * 7 * 86_400_000, { id, summarised: id, failed: 0, listed: id - 3 }),
    ),
    ...world,
  })

/** A hundred, with every trouble that a channel can have. */
const troubled = following({
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

/** Opens a step with what was begun: without channels the later ones lead back to the first. */
const begun =
  (step: Step, count: number, change: object = {}) =>
  async (page: Page) => {
    const draft = { id: null, channels: sampleChannels(count), start: null, frequency: 'weekly', ...change }
    await page.evaluate(text => localStorage.setItem('schedule', text), JSON.stringify(draft))
    const size = await page.evaluate(() => document.documentElement.style.fontSize)
    await page.goto(`/schedule-wizard-${step}`)
    await page.evaluate(given => document.documentElement.style.setProperty('font-size', given), size)
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
  await page.getByRole('button', { name: 'Read the list' }).click()
  await page.waitForTimeout(600)
  await page.locator('.imported').scrollIntoViewIfNeeded()
}
/** The window as high as the page. */
const wholePage = async (page: Page) => {
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  await page.setViewportSize({ width: page.viewportSize()!.width, height })
  await page.waitForTimeout(400)
}

/** Following channels: the schedule, its three steps, and the notices. */
export const scheduleShots: Shot[] = [
  { name: 'schedule-full', path: '/tabs/dashboard', world: following() },
  { name: 'schedule-whole', path: '/tabs/dashboard', world: following(), prepare: wholePage },
  {
    name: 'schedule-runs',
    path: '/tabs/dashboard',
    world: following(),
    async prepare(page) {
      await page.getByRole('button', { name: 'Earlier runs' }).click()
      await page.waitForTimeout(400)
    },
  },
  { name: 'schedule-troubled', path: '/tabs/dashboard', world: troubled, prepare: wholePage },
  {
    name: 'schedule-new',
    path: '/tabs/dashboard',
    world: following({ channelStates: [], lastRun: null, forecastPerMonth: null }),
  },
  { name: 'schedule-paused', path: '/tabs/dashboard', world: following({ disabled: true }) },
  { name: 'schedule-plan', path: '/tabs/dashboard', world: following({ pausedByPlan: true }, { plan: 'free' }) },
  {
    name: 'schedule-running',
    path: '/tabs/dashboard',
    world: following({
      lastRun: sampleRun(now, { state: 'working', outcome: null, summarised: 2, dueAt: new Date(now).toISOString() }),
    }),
  },
  {
    name: 'schedule-delete',
    path: '/tabs/dashboard',
    world: following(),
    async prepare(page) {
      await page.getByRole('button', { name: 'Delete schedule' }).click()
      await page.waitForTimeout(400)
    },
  },
  { name: 'schedule-empty', path: '/tabs/dashboard', world: createWorld },
  {
    name: 'schedule-loading',
    path: '/tabs/dashboard',
    setUp: api => api.break('schedules.list', () => new Promise(() => {})),
  },
  { name: 'schedule-broken', path: '/tabs/dashboard', setUp: api => api.break('schedules.list', 'forbidden') },
  { name: 'schedule-200', path: '/tabs/dashboard', world: following(), text: 200 },
  { name: 'wizard-channels-empty', path: '/schedule-wizard-channels', world: withChannels() },
  {
    name: 'wizard-channels-search',
    path: '/schedule-wizard-channels',
    world: withChannels({ plan: 'premium' }),
    async prepare(page) {
      await begun('channels', 3)(page)
      await search('e')(page)
    },
  },
  {
    name: 'wizard-channels-full',
    path: '/schedule-wizard-channels',
    world: withChannels(),
    async prepare(page) {
      await begun('channels', 2)(page)
      await search('the')(page)
    },
  },
  {
    name: 'wizard-channels-hundred',
    path: '/schedule-wizard-channels',
    world: withChannels({ plan: 'ultimate' }),
    prepare: begun('channels', 100),
  },
  {
    name: 'wizard-import',
    path: '/schedule-wizard-channels',
    world: withChannels({ plan: 'premium' }),
    prepare: pasteList,
  },
  {
    name: 'wizard-refused',
    path: '/schedule-wizard-frequency',
    world: withChannels(),
    async prepare(page) {
      await begun('frequency', 5)(page)
      await page.getByRole('button', { name: 'Follow 5 channels' }).click()
      await page.waitForTimeout(500)
    },
  },
  { name: 'wizard-date', path: '/schedule-wizard-date', world: withChannels(), prepare: begun('date', 2) },
  {
    name: 'wizard-date-clocks',
    path: '/schedule-wizard-date',
    world: withChannels(),
    prepare: begun('date', 2, { start: '2027-03-28T02:30' }),
  },
  {
    name: 'wizard-date-past',
    path: '/schedule-wizard-date',
    world: withChannels(),
    prepare: begun('date', 2, { start: '2026-01-28T02:30' }),
  },
  {
    name: 'wizard-frequency',
    path: '/schedule-wizard-frequency',
    world: withChannels(),
    async prepare(page) {
      await begun('frequency', 2)(page)
      await wholePage(page)
    },
  },
  {
    name: 'wizard-frequency-200',
    path: '/schedule-wizard-frequency',
    world: withChannels(),
    text: 200,
    prepare: begun('frequency', 2),
  },
  {
    name: 'wizard-channels-200',
    path: '/schedule-wizard-channels',
    world: withChannels(),
    text: 200,
    prepare: begun('channels', 2),
  },
  ...(['notices-full', 'notices-empty'] as const).map(
    (name): Shot => ({
      name,
      path: '/tabs/dashboard',
      // Made anew for each picture: looking at them makes them read.
      world: () => following({}, { notices: name === 'notices-empty' ? [] : notices() })(),
      async prepare(page) {
        await page.getByRole('button', { name: /^Notices/ }).click()
        await page.waitForTimeout(700)
      },
    }),
  ),
]

function notices() {
  const read = { readAt: new Date(now).toISOString() }
  return [
    sampleNotice(1, now),
    sampleNotice(2, now, {
      kind: 'channel_paused',
      title: `${sampleChannel(7).title} is private`,
      body: 'It is paused; the other channels go on. We look again every day.',
      path: '/tabs/dashboard',
    }),
    sampleNotice(20, now, {
      ...read,
      kind: 'mail_failed',
      title: 'A digest could not be mailed',
      body: 'Its summaries are in your list.',
    }),
    sampleNotice(60, now, {
      ...read,
      kind: 'channel_back',
      title: 'Night Train is back',
      body: '',
      path: '/tabs/dashboard',
    }),
    ...[90, 120, 150, 180, 210].map(id => sampleNotice(id, now, { ...read, title: `${id / 30} new summaries` })),
  ]
}
