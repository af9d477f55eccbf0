import type { ChannelState, Schedule } from '@recaps/contract'
import { cheapestPlanWith, type Plan } from '@recaps/domain/plans'

export const isRunning = ({ lastRun }: Schedule): boolean => lastRun?.state === 'working'

/** The known schedules except the one with id `without`. */
export const withoutSchedule = (known: readonly Schedule[] | undefined, without: number): Schedule[] =>
  known?.filter(({ id }) => id !== without) ?? []

export interface FollowedChannel {
  channel: Schedule['channelList'][number]
  /** Undefined until the channel has been polled. */
  state: ChannelState | undefined
}

/** The channels of a schedule with their health. Channels that need attention come first; otherwise the order is kept. */
export function followedChannels({ channelList, channelStates }: Schedule): FollowedChannel[] {
  const states = new Map(channelStates.map(state => [state.channelId, state]))
  const all = channelList.map(channel => ({ channel, state: states.get(channel.id) }))
  return [...all.filter(needsAttention), ...all.filter(one => !needsAttention(one))]
}

export const needsAttention = ({ state }: FollowedChannel): boolean =>
  state !== undefined && (state.health !== 'ok' || state.pausedByPlan)

/** The cheapest plan with enough summaries a month; null if `limit` is enough or no plan has that many. */
export const planForForecast = (forecast: number, limit: number): Plan | null =>
  forecast > limit ? cheapestPlanWith(plan => plan.summariesPerMonth >= forecast) : null
