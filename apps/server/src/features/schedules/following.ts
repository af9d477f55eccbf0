import type { Handler, Queue } from '../../jobs/queue.ts'
import { type ClaimingDeps, createClaiming } from './claiming.ts'
import { createDelivering, type DeliveringDeps } from './delivering.ts'
import { createGathering, type GatheringDeps } from './gathering.ts'
import { deliverRun, gatherRun, tellFollowers } from './job-kinds.ts'
import { createTelling, type TellingDeps } from './telling.ts'

export type FollowingDeps = ClaimingDeps & DeliveringDeps & GatheringDeps & TellingDeps

/** The background part of schedules: starts due runs, gathers videos, and delivers digests and notifications. */
export function createFollowing(deps: FollowingDeps) {
  const claiming = createClaiming(deps)
  const delivering = createDelivering(deps)
  return {
    claimDue: claiming.claimDue,
    measureLag: claiming.measureLag,
    endOverdue: delivering.endOverdue,

    /** Runs the background jobs. */
    async work(queue: Queue): Promise<void> {
      await queue.work(gatherRun, createGathering(deps))
      await queue.work(deliverRun, delivering.deliver as Handler<{ runId: number }>)
      await queue.work(tellFollowers, createTelling(deps))
    },
  }
}

export type Following = ReturnType<typeof createFollowing>
