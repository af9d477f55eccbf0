import type { Schedule, VideoChannel } from '@recaps/contract'
import { cheapestPlanWith, type Plan, type PlanId, planById } from '@recaps/domain/plans'
import { checkScheduleLimits } from '@recaps/domain/schedules'
import { useEntitlement } from '../../subscriptions/queries.ts'
import type { Draft } from './draft.ts'

export interface ChannelLimit {
  /** How many channels the plan allows. */
  limit: number
  /** How many more channels can be added. */
  left: number
  /** The cheapest plan that allows one more channel, if the limit is reached and there is such a plan. */
  largerPlan: Plan | null
  /** Whether the channel can be added. Channels of the saved schedule can always be added back. */
  canAdd(channel: Pick<VideoChannel, 'id'>): boolean
}

/** How many more channels the plan allows; null until the plan has loaded. */
export function useChannelLimit(draft: Draft, schedule: Schedule | null): ChannelLimit | null {
  const { data: entitlement } = useEntitlement()
  return entitlement ? getChannelLimit(entitlement.activePlan.id, draft, schedule) : null
}

export function getChannelLimit(
  planId: PlanId,
  { channels, frequency }: Draft,
  schedule: Schedule | null,
): ChannelLimit {
  const plan = planById(planId)
  const chosen = channels.map(({ id }) => id)
  const saved = { channelIds: schedule?.channelList.map(({ id }) => id) ?? [], frequency }
  const left = Math.max(0, plan.channelLimit - chosen.length)
  return {
    limit: plan.channelLimit,
    left,
    largerPlan: left > 0 ? null : cheapestPlanWith(other => other.channelLimit > chosen.length),
    canAdd: ({ id }) => checkScheduleLimits(plan, { channelIds: [...chosen, id], frequency }, saved) === null,
  }
}
