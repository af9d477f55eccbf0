import { type FailureCode, failure } from '@recaps/contract/failures'
import type { Stage } from '@recaps/contract/summaries'
import type { Db } from '../../database/open.ts'
import { ProviderError } from '../../errors.ts'
import type { JobKind } from '../../jobs/define-job.ts'
import type { Handler, JobRun, Queue, Trx } from '../../jobs/queue.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Logger } from '../../telemetry/logger.ts'
import type { Metrics } from '../../telemetry/metrics.ts'
import { tellChange } from './changes.ts'
import { enqueueStep } from './enqueue.ts'
import type { Point } from './points.ts'
import { moveRecap, type RecapRow, takeHold } from './recaps-repository.ts'
import { failRecap } from './settle.ts'

/** Refusals of the outside world that are tried again, and the pauses between the tries. */
const retryPausesMs = [1_000, 4_000]
/** A video that stays live, upcoming or without its captions this long is given up. */
const deferredAtMostMs: Partial<Record<FailureCode, number>> = { captions_pending: 24 * 3600_000 }
const deferredAtMostOtherwiseMs = 14 * 24 * 3600_000
const lookAgainAfterMs = 3600_000
/** A step under which our own process died so often will not succeed by dying again. */
const restartsAllowed = 40

export interface StepDeps {
  db: Db
  queue: Queue
  clock: Clock
  logger: Logger
  metrics: Metrics
  /** Called after each effect; a test ends the process there. */
  passed(point: Point): void
}

/** One step of a recap: the queue's job, and the stage that users see meanwhile. */
export interface Step {
  kind: JobKind<{ recapId: number }>
  stage: Stage
  begun: Point
  run(recap: RecapRow, run: JobRun): Promise<void>
}

/**
 * Runs a step on the recap that waits for it. What the step throws decides how the recap goes on: a deferred code waits for
 * its time, a transient one is tried again with growing pauses, everything else ends it with its code. An aborted run is
 * handed back as it is.
 */
export const handlerOf =
  (step: Step, deps: StepDeps): Handler<{ recapId: number }> =>
  async ({ recapId }, run) => {
    const recap = await takeHold(deps.db, recapId, run, step.stage, deps.clock.now())
    if (!recap) return
    await tellChange(deps.db, recap.id)
    deps.passed(step.begun)
    try {
      if (run.restarts > restartsAllowed) throw diedTooOften(step.kind.name)
      await step.run(recap, run)
    } catch (error) {
      if (run.signal.aborted) throw error
      const refusal = asRefusal(error, step.kind.name)
      report(error, refusal, recap, deps)
      const point = await deps.db.transaction().execute(trx => goOn(trx, recap, step.kind, refusal, deps))
      if (point) deps.passed(point)
    }
  }

const diedTooOften = (provider: string) =>
  new ProviderError({ provider, code: 'engine_failed', retryable: false, detail: 'the process died too often' })

function asRefusal(error: unknown, provider: string): ProviderError {
  if (error instanceof ProviderError) return error
  return new ProviderError({ provider, code: 'engine_failed', retryable: true, cause: error })
}

function report(error: unknown, refusal: ProviderError, recap: RecapRow, { logger, metrics }: StepDeps): void {
  metrics.providerFailed(refusal.provider, refusal.code)
  const about = {
    recapId: recap.id,
    videoId: recap.video_id,
    code: refusal.code,
    provider: refusal.provider,
    detail: refusal.detail,
  }
  if (error === refusal) logger.warn(about, 'step refused')
  else logger.error({ ...about, err: error }, 'step failed')
}

/** What becomes of a refused step; null when the recap went on without it meanwhile. */
async function goOn(
  trx: Trx,
  recap: RecapRow,
  kind: Step['kind'],
  refusal: ProviderError,
  deps: StepDeps,
): Promise<Point | null> {
  const now = deps.clock.now()
  const isDeferred = failure(refusal.code).kind === 'deferred'
  if (isDeferred && mayWaitOn(recap, refusal.code, now))
    return (await defer(trx, recap, refusal, now)) ? 'recap-deferred' : null
  const pauseMs = refusal.retryable && !isDeferred ? retryPausesMs[recap.attempts] : undefined
  if (pauseMs !== undefined) {
    if (!(await moveRecap(trx, recap, { attempts: recap.attempts + 1 }, now))) return null
    const askedForMs = (refusal.retryAt?.getTime() ?? 0) - now.getTime()
    await enqueueStep(trx, deps.queue, kind, recap.id, Math.max(pauseMs, askedForMs))
    return 'step-put-off'
  }
  if (!(await failRecap(trx, recap, refusal.code, now))) return null
  deps.metrics.recapEnded(refusal.code)
  return 'recap-failed'
}

function mayWaitOn(recap: RecapRow, code: FailureCode, now: Date): boolean {
  const since = recap.waits_for === code && recap.waits_since ? recap.waits_since : now
  return now.getTime() - since.getTime() < (deferredAtMostMs[code] ?? deferredAtMostOtherwiseMs)
}

async function defer(trx: Trx, recap: RecapRow, { code, retryAt }: ProviderError, now: Date): Promise<boolean> {
  const moved = await moveRecap(
    trx,
    recap,
    {
      state: 'deferred',
      stage: null,
      job_id: null,
      code,
      retry_at: retryAt ?? new Date(now.getTime() + lookAgainAfterMs),
      waits_for: code,
      waits_since: recap.waits_for === code ? recap.waits_since : now,
      attempts: 0,
    },
    now,
  )
  if (moved) await tellChange(trx, recap.id)
  return moved !== undefined
}
