import { communitySummary } from '../server/samples.ts'
import { sampleChannels, sampleSchedule } from '../server/schedule-samples.ts'
import { addSummaries, createWorld, type World } from '../server/world.ts'
import { fullWorld, hardWorld } from './screenshot-worlds.ts'
import type { Shot } from './shot.ts'
import { neverRespond, startPlayer, waitForRetries } from './steps.ts'

/** The popular list, a community summary, and shared summaries. */

const token = 'k'.repeat(43)
const shared = `/history-detail/${token}`
const publicId = (id: number) => 2 ** 40 + id

/** Channels that the user hides from Popular. */
export const hiddenChannels = sampleChannels(8).map(({ id, title }, at) => ({
  channelId: id,
  channel: title,
  hiddenAt: new Date(at * 60_000).toISOString(),
}))

function popularWorld(change: Partial<World> = {}): World {
  const now = Date.now()
  const [night] = sampleChannels(1)
  const week = Array.from({ length: 24 }, (_, at) =>
    communitySummary(at + 101, now, at % 5 === 1 ? { language: 'es' } : {}),
  )
  const followed = { ...night!, id: week[1]!.videoInfo.channelId!, title: week[1]!.videoInfo.channel }
  const own = week[2]!.videoInfo
  const mine = { ...fullWorld().summaries.get(3)!, videoInfo: own }
  return addSummaries(
    createWorld({
      popular: { week },
      openedReads: new Set([publicId(101), publicId(105)]),
      schedules: [sampleSchedule(now, { channelList: [followed] })],
      shared: new Map([[token, { ...week[0]!, access: 'shared' }]]),
      ...change,
    }),
    [mine],
  )
}

/** A popular list with right-to-left and very long titles and missing pictures. */
function hardPopular(): World {
  const hard = [...hardWorld().summaries.values()]
  const now = Date.now()
  const week = hard.map(({ id, ...one }) => communitySummary(id, now, { ...one, access: 'community', userId: 0 }))
  week[1]!.videoInfo.thumbnailUrl = null
  week[1]!.videoInfo.channel = 'A channel of a thousand letters '.repeat(32)
  week[0]!.videoInfo.duration = 'PT12H'
  return createWorld({ popular: { week }, shared: new Map([[token, { ...week[2]!, access: 'shared' }]]) })
}

export const popularShots: Shot[] = [
  { name: 'popular', state: 'full', path: '/tabs/popular', world: popularWorld },
  { name: 'popular-200', path: '/tabs/popular', world: popularWorld, text: 200 },
  {
    name: 'popular-end',
    path: '/tabs/popular',
    world: popularWorld,
    async prepare(page) {
      for (let step = 0; step < 4; step++) {
        await page.mouse.wheel(0, 6000)
        await page.waitForTimeout(400)
      }
    },
  },
  { name: 'popular-hard', path: '/tabs/popular', world: hardPopular },
  {
    name: 'popular-limit-reached',
    path: '/tabs/popular',
    world: () => popularWorld({ openedReads: new Set([101, ...[1, 2, 3, 4, 5, 6, 7, 8, 9]].map(publicId)) }),
  },
  {
    name: 'popular-refused',
    path: '/tabs/popular',
    world: () => popularWorld({ used: 10 }),
    prepare: page =>
      page
        .getByRole('button', { name: /^Add / })
        .first()
        .click()
        .then(() => page.waitForTimeout(400)),
  },
  { name: 'popular-new', path: '/tabs/popular?hide=known', world: popularWorld },
  {
    name: 'popular-known',
    path: '/tabs/popular?hide=known',
    world: () =>
      popularWorld({ popular: { week: [communitySummary(1, Date.now())] }, openedReads: new Set([publicId(1)]) }),
  },
  {
    name: 'popular-menu',
    path: '/tabs/popular',
    world: popularWorld,
    prepare: page =>
      page
        .getByRole('button', { name: /^More actions for / })
        .first()
        .click()
        .then(() => page.waitForTimeout(400)),
  },
  {
    name: 'popular-hidden',
    path: '/tabs/popular',
    world: popularWorld,
    async prepare(page) {
      await page
        .getByRole('button', { name: /^More actions for / })
        .first()
        .click()
      await page.getByText('Hide this channel').click()
      await page.getByRole('button', { name: 'Undo' }).waitFor()
    },
  },
  {
    name: 'popular-all-hidden',
    path: '/tabs/popular',
    world: () => popularWorld({ popular: {}, hiddenChannels }),
  },
  { name: 'popular-nothing', path: '/tabs/popular?timeframe=day', world: popularWorld },
  { name: 'popular-empty', state: 'empty', path: '/tabs/popular?timeframe=all', world: createWorld },
  {
    name: 'popular-loading',
    state: 'loading',
    path: '/tabs/popular',
    setUp: api => api.break('summaries.mostViewed', neverRespond),
  },
  {
    name: 'popular-broken',
    state: 'error',
    path: '/tabs/popular',
    setUp: api => api.break('summaries.mostViewed', 'internal'),
    prepare: waitForRetries,
  },
  { name: 'community', path: `/history-detail/${publicId(101)}`, world: popularWorld },
  {
    name: 'community-limit-reached',
    path: `/history-detail/${publicId(102)}`,
    world: () => popularWorld({ openedReads: new Set([1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map(publicId)) }),
  },
  { name: 'shared', state: 'full', path: shared, isSignedOut: true, world: popularWorld },
  { name: 'shared-playing', path: shared, isSignedOut: true, world: popularWorld, prepare: startPlayer },
  {
    name: 'shared-end',
    path: shared,
    isSignedOut: true,
    world: popularWorld,
    prepare: page => page.getByRole('link', { name: 'Create an account' }).scrollIntoViewIfNeeded(),
  },
  { name: 'shared-hard', path: shared, isSignedOut: true, world: hardPopular, prepare: startPlayer },
  { name: 'shared-200', path: shared, isSignedOut: true, world: popularWorld, text: 200, prepare: startPlayer },
  {
    name: 'shared-loading',
    path: shared,
    state: 'loading',
    isSignedOut: true,
    setUp: api => api.break('summaries.shared', neverRespond),
  },
  {
    name: 'shared-broken',
    path: shared,
    state: 'error',
    isSignedOut: true,
    setUp: api => api.break('summaries.shared', 'internal'),
    prepare: waitForRetries,
  },
  { name: 'shared-missing', state: 'empty', path: '/history-detail/kkk', isSignedOut: true, world: createWorld },
  { name: 'shared-user', path: shared, world: popularWorld },
]
