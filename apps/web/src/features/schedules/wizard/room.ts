import type { Schedule, VideoChannel } from '@recaps/contract'
import { cheapestPlanWith, type Plan, type PlanId, planById } from '@recaps/domain/plans'
import { refuseSchedule } from '@recaps/domain/schedules'
import { useEntitlement } from '../../subscriptions/queries.ts'
import type { Draft } from './draft.ts'

export interface Room {
  /** How many channels the plan follows. */
  limit: number
  /** How many more there is room for. */
  left: number
  /** The plan that has room for one more, where this one has not. */
  larger: Plan | null
  /** Whether one more may join. What somebody follows already may always come back. */
  hasRoomFor(channel: Pick<VideoChannel, 'id'>): boolean
}

/** What the plan has to say about more channels; null until the plan is known. */
export function useRoom(draft: Draft, schedule: Schedule | null): Room | null {
  const { data: entitlement } = useEntitlement()
  return entitlement ? roomIn(entitlement.activePlan.id, draft, schedule) : null
}

export function roomIn(planId: PlanId, { channels, frequency }: Draft, schedule: Schedule | null): Room {
  const plan = planById(planId)
  const chosen = channels.map(({ id }) => id)
  const held = { channelIds: schedule?.channelList.map(({ id }) => id) ?? [], frequency }
  const left = Math.max(0, plan.channelLimit - chosen.length)
  return {
    limit: plan.channelLimit,
    left,
    larger: left > 0 ? null : cheapestPlanWith(other => other.channelLimit > chosen.length),
    hasRoomFor: ({ id }) => refuseSchedule(plan, { channelIds: [...chosen, id], frequency }, held) === null,
  }
}
