import type { ChannelState, Schedule } from '@recaps/contract'
import { cheapestPlanWith, type Plan } from '@recaps/domain/plans'

export const runsNow = ({ lastRun }: Schedule): boolean => lastRun?.state === 'working'

/** All but the one that is replaced or gone. */
export const allOf = (known: readonly Schedule[] | undefined, without: number): Schedule[] =>
  known?.filter(({ id }) => id !== without) ?? []

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
