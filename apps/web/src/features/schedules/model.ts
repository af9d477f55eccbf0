import type { ChannelState, Schedule } from '@recaps/contract'
import { cheapestPlanWith, type Plan } from '@recaps/domain/plans'
import type { ScheduleChange } from './queries.ts'

export const runsNow = ({ lastRun }: Schedule): boolean => lastRun?.state === 'working'

/** All but the one that is replaced or gone. */
export const allOf = (known: readonly Schedule[] | undefined, without: number): Schedule[] =>
  known?.filter(({ id }) => id !== without) ?? []

/** The schedule as it will be, as far as it can be told before the server has answered. */
export const changedBy = (schedule: Schedule, { channelList, filters }: ScheduleChange): Schedule => ({
  ...schedule,
  ...(channelList && {
    channelList: channelList as Schedule['channelList'],
    channelStates: schedule.channelStates.filter(state => channelList.some(({ id }) => id === state.channelId)),
  }),
  ...(filters && { filters: { ...schedule.filters, ...(filters as Partial<Schedule['filters']>) } }),
})

export interface FollowedChannel {
  channel: Schedule['channelList'][number]
  /** Missing until it was looked at. */
  state: ChannelState | undefined
}

/** Those that something is wrong with come first, then all in their order. */
export function followedChannels({ channelList, channelStates }: Schedule): FollowedChannel[] {
  const states = new Map(channelStates.map(state => [state.channelId, state]))
  const all = channelList.map(channel => ({ channel, state: states.get(channel.id) }))
  return [...all.filter(needsAttention), ...all.filter(one => !needsAttention(one))]
}

export const needsAttention = ({ state }: FollowedChannel): boolean =>
  state !== undefined && (state.health !== 'ok' || state.pausedByPlan)

/** The plan that has room for so many summaries a month, when the present one has not. */
export const planForForecast = (forecast: number, limit: number): Plan | null =>
  forecast > limit ? cheapestPlanWith(plan => plan.summariesPerMonth >= forecast) : null
