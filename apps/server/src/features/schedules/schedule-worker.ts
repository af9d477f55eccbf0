import type { Handler, Queue } from '../../jobs/queue.ts'
import { createScheduleClaimer, type ScheduleClaimerDeps } from './claim-due-schedules.ts'
import { createDigestDelivery, type DigestDeliveryDeps } from './deliver-digest.job.ts'
import { createGatherRunJob, type GatherRunDeps } from './gather-run.job.ts'
import { deliverRun, gatherRun, notifyFollowers } from './job-kinds.ts'
import { createNotifyFollowersJob, type NotifyFollowersDeps } from './notify-followers.job.ts'

export type ScheduleWorkerDeps = ScheduleClaimerDeps & DigestDeliveryDeps & GatherRunDeps & NotifyFollowersDeps

/** The background part of schedules: starts due runs, gathers videos, and delivers digests and notifications. */
export function createScheduleWorker(deps: ScheduleWorkerDeps) {
  const claiming = createScheduleClaimer(deps)
  const delivering = createDigestDelivery(deps)
  return {
    claimDue: claiming.claimDue,
    measureLag: claiming.measureLag,
    endOverdue: delivering.endOverdue,

    /** Runs the background jobs. */
    async work(queue: Queue): Promise<void> {
      await queue.work(gatherRun, createGatherRunJob(deps))
      await queue.work(deliverRun, delivering.deliver as Handler<{ runId: number }>)
      await queue.work(notifyFollowers, createNotifyFollowersJob(deps))
    },
  }
}

export type ScheduleWorker = ReturnType<typeof createScheduleWorker>
