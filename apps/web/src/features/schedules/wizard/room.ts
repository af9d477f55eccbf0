import type { Schedule, VideoChannel } from '@recaps/contract'
import { cheapestPlanWith, type Plan, type PlanId, planById } from '@recaps/domain/plans'
import { refuseSchedule } from '@recaps/domain/schedules'
import { useEntitlement } from '../../subscriptions/queries.ts'
import type { Draft } from './draft.ts'

export interface Room {
  /** How many channels the plan allows. */
  limit: number
  /** How many more channels can be added. */
  left: number
  /** The cheapest plan that allows one more channel, if the limit is reached and there is such a plan. */
  larger: Plan | null
  /** Whether the channel can be added. Channels of the saved schedule can always be added back. */
  hasRoomFor(channel: Pick<VideoChannel, 'id'>): boolean
}

/** How many more channels the plan allows; null until the plan has loaded. */
export function useRoom(draft: Draft, schedule: Schedule | null): Room | null {
  const { data: entitlement } = useEntitlement()
  return entitlement ? roomIn(entitlement.activePlan.id, draft, schedule) : null
}

export function roomIn(planId: PlanId, { channels, frequency }: Draft, schedule: Schedule | null): Room {
  const plan = planById(planId)
  const chosen = channels.map(({ id }) => id)
  const saved = { channelIds: schedule?.channelList.map(({ id }) => id) ?? [], frequency }
  const left = Math.max(0, plan.channelLimit - chosen.length)
  return {
    limit: plan.channelLimit,
    left,
    larger: left > 0 ? null : cheapestPlanWith(other => other.channelLimit > chosen.length),
    hasRoomFor: ({ id }) => refuseSchedule(plan, { channelIds: [...chosen, id], frequency }, saved) === null,
  }
}
