import type { ChannelPreview, ChannelState, NewVideo, Notice, Run, Schedule, VideoChannel } from '@recaps/contract'

/** Channels, schedules and notifications for tests and screenshots. */

const names = [
  'Plain Structures',
  'Ground Truth',
  'The Slow Kitchen',
  'Deep History',
  'Systems Talk',
  'Tidepool Lectures',
  'A Walk Along Every Canal of the Low Countries, with the Engineers Who Keep Them Running',
  'Night Train',
  'Harbour Notes',
  'Glass & Iron',
]

export function sampleChannel(number: number): VideoChannel {
  const round = Math.floor((number - 1) / names.length)
  const picture = `https://yt3.ggpht.com/${number}`
  return {
    id: `UC${String(number).padStart(22, '0')}`,
    title: `${names[(number - 1) % names.length]}${round === 0 ? '' : ` ${round + 1}`}`,
    description: 'How things are built, why they last, and who looks after them. A new talk every other Tuesday.',
    thumbnails: { default: picture, medium: picture, high: picture },
  }
}

export const sampleChannels = (count: number): VideoChannel[] =>
  Array.from({ length: count }, (_, at) => sampleChannel(at + 1))

export const sampleState = (channelId: string, nowMs: number, change: Partial<ChannelState> = {}): ChannelState => ({
  channelId,
  health: 'ok',
  since: null,
  pausedByPlan: false,
  polledAt: new Date(nowMs - 600_000).toISOString(),
  lastUploadAt: new Date(nowMs - 30 * 3_600_000).toISOString(),
  lastRun: { endedAt: new Date(nowMs - 24 * 3_600_000).toISOString(), found: 2, summarised: 2 },
  ...change,
})

/** Preview of a channel that uploads every other day. */
export const samplePreview = (channelId: string, nowMs: number): ChannelPreview => ({
  channelId,
  videosPerWeek: 3.4,
  newest: ['How a tunnel is aired', 'The bridge that hums', 'Locks'].map((title, at) => ({
    videoId: `${channelId}-${at}`,
    title,
    publishedAt: new Date(nowMs - at * 48 * 3_600_000).toISOString(),
  })),
})

export const sampleRun = (nowMs: number, change: Partial<Run> = {}): Run => ({
  id: 7,
  kind: 'due',
  dueAt: new Date(nowMs - 24 * 3_600_000).toISOString(),
  state: 'ended',
  outcome: 'new',
  endedAt: new Date(nowMs - 24 * 3_600_000 + 300_000).toISOString(),
  summarised: 4,
  failed: 1,
  listed: 0,
  mail: 'sent',
  ...change,
})

const allFilters = { skipShorts: true, skipLive: false, minMinutes: 0, maxPerChannel: 5 }

/** A weekly schedule in Rome with three channels that ran yesterday. The memory server fills in its dates. */
export function sampleSchedule(nowMs: number, change: Partial<Schedule> = {}): Schedule {
  const channelList = change.channelList ?? sampleChannels(3)
  const createdAt = new Date(nowMs - 8 * 24 * 3_600_000).toISOString()
  return {
    id: 5,
    userId: 1,
    type: 'youtube',
    channelList,
    frequency: 'weekly',
    startDateTime: '2026-11-06T07:00:00.000Z',
    startClock: '2026-11-06T08:00',
    disabled: false,
    pausedByPlan: false,
    filters: allFilters,
    channelStates: channelList.map(({ id }) => sampleState(id, nowMs)),
    lastRun: sampleRun(nowMs),
    forecastPerMonth: 8,
    nextRunAt: null,
    nextThree: [],
    timezone: 'Europe/Rome',
    createdAt,
    updatedAt: createdAt,
    ...change,
  }
}

export const sampleNotification = (id: number, nowMs: number, change: Partial<Notice> = {}): Notice => ({
  id,
  kind: 'digest',
  title: '4 new summaries',
  body: 'Plain Structures, Ground Truth and The Slow Kitchen',
  path: '/tabs/history?show=schedule',
  createdAt: new Date(nowMs - id * 7_200_000).toISOString(),
  readAt: null,
  ...change,
})

/** The latest videos of followed channels, newest first. */
export const sampleNewVideos = (nowMs: number): NewVideo[] =>
  ['Why the kettle sings', 'What a hinge knows about time', 'The long way from a drawing to a door'].map(
    (title, at) => ({
      videoId: `newvideo00${at + 1}`,
      title,
      channelId: `UC${'1'.repeat(22)}`,
      channel: 'Plain Bench',
      publishedAt: new Date(nowMs - (at + 1) * 3_600_000).toISOString(),
      duration: 'PT12M',
    }),
  )
