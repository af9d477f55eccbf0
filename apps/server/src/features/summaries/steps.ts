import { type FailureCode, failure, isOutage, isYouTubeUnavailable } from '@recaps/contract/failures'
import type { Stage } from '@recaps/contract/summaries'
import type { Db } from '../../database/open.ts'
import { ProviderError } from '../../errors.ts'
import type { JobKind } from '../../jobs/define-job.ts'
import { isInterrupted, maxRestarts } from '../../jobs/interrupted-run.ts'
import type { Handler, JobRun, Trx } from '../../jobs/queue.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Logger } from '../../telemetry/logger.ts'
import type { Metrics } from '../../telemetry/metrics.ts'
import { failRecap } from './complete-recap.ts'
import { enqueueStep } from './enqueue.ts'
import type { FollowUpDeps } from './follow-ups.ts'
import type { SummaryKillPoint } from './kill-points.ts'
import { publishRecapChange } from './recap-changes.ts'
import { claimRecap, isStillClaimed, type RecapRow, recordSpending, updateClaimedRecap } from './recaps-repository.ts'
import { isAwaitedBySchedule } from './summaries-repository.ts'

/** Pauses before retries after failures of external services. */
const retryPausesMs = [1_000, 4_000]
/** A recap fails if its video is still live, upcoming or without captions after this time. */
const deferredAtMostMs: Partial<Record<FailureCode, number>> = { captions_pending: 24 * 3600_000 }
const deferredAtMostDefaultMs = 14 * 24 * 3600_000
const recheckAfterMs = 3600_000
/** How often a running step checks that its recap is still claimed. */
const checkClaimEveryMs = 1_000
/** Waits longer than this are shown to the user as deferred, with the time of the next try. */
const deferFromMs = 10_000
/** How long a recap keeps waiting for services that ask us to wait or block us. After that the user may retry it. */
const retryAfterAtMostMs = 3600_000
/** Limit for recaps that a schedule waits for, and for any recap during outages of our own services. */
const blockedAtMostForSchedulesMs = 24 * 3600_000
/** Pause before the next try while YouTube blocks this server, by how long the recap has waited already. */
const blockedPauses = [
  { waitedMs: 0, pauseMs: 60_000 },
  { waitedMs: 60_000, pauseMs: 10 * 60_000 },
  { waitedMs: 11 * 60_000, pauseMs: 3600_000 },
]

/** Pauses during an outage of our own services, for 24 hours in total. */
const outagePauses = [
  { waitedMs: 0, pauseMs: 10_000 },
  { waitedMs: 60_000, pauseMs: 60_000 },
  { waitedMs: 15 * 60_000, pauseMs: 5 * 60_000 },
]

/** Whether waiting helps: the cause is neither the video nor the request. */
const isWorthWaiting = (code: FailureCode): boolean => isYouTubeUnavailable(code) || isOutage(code)

export interface StepDeps extends FollowUpDeps {
  db: Db
  clock: Clock
  logger: Logger
  metrics: Metrics
  /** Called after each side effect. Tests kill the process there. */
  passed(point: SummaryKillPoint): void
}

export interface StepRun {
  /** Aborted when the process stops or the claim is lost. */
  signal: AbortSignal
  /** Aborted when the run loses its claim: the recap was cancelled, or another run took over. */
  lost: AbortSignal
  /** Call this before each request to a paid service. Throws if the request must not be made. */
  beforeCall(): Promise<void>
}

/** One step of a recap: its job and the stage that users see while it runs. */
export interface Step {
  kind: JobKind<{ recapId: number }>
  stage: Stage
  startKillPoint: SummaryKillPoint
  run(recap: RecapRow, run: StepRun): Promise<void>
}

/**
 * Creates the job handler of a step. It claims the recap, runs the step, and aborts it if the claim is lost. The error of a
 * step decides what happens to the recap: deferred codes wait, transient ones are retried, and all others fail the recap
 * with their code. If the process stops, the job is returned to the queue.
 */
export const createStepHandler =
  (step: Step, deps: StepDeps): Handler<{ recapId: number }> =>
  async ({ recapId }, run) => {
    const recap = await claimRecap(deps.db, recapId, run, step.stage, deps.clock.now())
    if (!recap) return
    await publishRecapChange(deps.db, recap.id)
    deps.passed(step.startKillPoint)
    const claim = watchClaim(recap, run, deps)
    try {
      if (run.restarts > maxRestarts) throw restartedTooOften(step.kind.name)
      await step.run(recap, claim)
    } catch (error) {
      if (isInterrupted(error, run)) throw error
      if (claim.lost.aborted) return
      const providerError = asProviderError(error, step.kind.name)
      logFailure(error, providerError, recap, deps)
      const point = await deps.db
        .transaction()
        .execute(trx => handleFailure(trx, recap, step.kind, providerError, deps))
      if (point) deps.passed(point)
    } finally {
      claim.end()
    }
  }

/** Aborts a step soon after its recap was cancelled or claimed by another run. */
function watchClaim(recap: RecapRow, run: JobRun, { db, clock, logger }: StepDeps): StepRun & { end(): void } {
  const lost = new AbortController()
  const signal = AbortSignal.any([run.signal, lost.signal])
  const timer = setInterval(() => {
    isStillClaimed(db, recap)
      .then(isClaimed => isClaimed || lost.abort())
      .catch(error => logger.warn({ err: error, recapId: recap.id }, 'checking the claim on a recap failed'))
  }, checkClaimEveryMs)
  return {
    signal,
    lost: lost.signal,
    async beforeCall() {
      signal.throwIfAborted()
      const spending = await recordSpending(db, recap, clock.now())
      if (spending === 'lost') lost.abort()
      // Publish that cancelling no longer gives a refund.
      if (spending === 'first') await publishRecapChange(db, recap.id)
      signal.throwIfAborted()
    },
    end: () => clearInterval(timer),
  }
}

const restartedTooOften = (provider: string) =>
  new ProviderError({ provider, code: 'engine_failed', retryable: false, detail: 'the process restarted too often' })

function asProviderError(error: unknown, provider: string): ProviderError {
  if (error instanceof ProviderError) return error
  return new ProviderError({ provider, code: 'engine_failed', retryable: true, cause: error })
}

function logFailure(
  error: unknown,
  providerError: ProviderError,
  recap: RecapRow,
  { logger, metrics }: StepDeps,
): void {
  // Our own request limit: no request was made, and nothing is wrong.
  if (providerError.code === 'paced') return
  metrics.providerFailed(providerError.provider, providerError.code)
  const fields = {
    recapId: recap.id,
    videoId: recap.video_id,
    code: providerError.code,
    provider: providerError.provider,
    detail: providerError.detail,
  }
  if (error === providerError) logger.warn(fields, 'step failed')
  else logger.error({ ...fields, err: error }, 'step crashed')
}

/** Defers, retries or fails the recap. Returns null if the claim was lost. */
async function handleFailure(
  trx: Trx,
  recap: RecapRow,
  kind: Step['kind'],
  providerError: ProviderError,
  deps: StepDeps,
): Promise<SummaryKillPoint | null> {
  const now = deps.clock.now()
  const pauseMs = retryPause(recap, providerError, now)
  const waitUntil = isWorthWaiting(providerError.code)
    ? pauseMs === undefined && blockedUntil(recap, providerError, await isAwaitedBySchedule(trx, recap.id), now)
    : deferredUntil(recap, providerError, now)
  if (waitUntil) return (await defer(trx, recap, providerError.code, waitUntil, now)) ? 'recap-deferred' : null
  if (pauseMs !== undefined) {
    if (!(await updateClaimedRecap(trx, recap, { attempts: recap.attempts + 1 }, now))) return null
    await enqueueStep(trx, deps.queue, kind, recap.id, pauseMs)
    return 'step-put-off'
  }
  if (!(await failRecap(trx, recap, providerError.code, deps, now))) return null
  deps.metrics.recapEnded(providerError.code)
  return 'recap-failed'
}

/** When a deferred recap is tried next; null if it is retried soon or not at all. */
function deferredUntil(recap: RecapRow, providerError: ProviderError, now: Date): Date | null {
  const { code, retryable, fallbacksBlockedUntil } = providerError
  const isLastTry = retryPausesMs[recap.attempts] === undefined
  const retryAt = providerError.retryAt ?? (isLastTry ? fallbacksBlockedUntil : undefined)
  const since = waitingSince(recap, code, now).getTime()
  if (failure(code).kind === 'deferred') {
    const isOver = now.getTime() - since >= (deferredAtMostMs[code] ?? deferredAtMostDefaultMs)
    return isOver ? null : (retryAt ?? new Date(now.getTime() + recheckAfterMs))
  }
  // After the last retry, even a short wait is worth deferring for.
  const fromMs = isLastTry ? 0 : deferFromMs
  const isLongWait = retryable && retryAt !== undefined && retryAt.getTime() - now.getTime() > fromMs
  return isLongWait && retryAt.getTime() - since <= retryAfterAtMostMs ? retryAt : null
}

/**
 * When to try next while YouTube blocks this server or our own services are down, at `retryAt` if the error has one. Null
 * if the recap has been retried for long enough.
 */
function blockedUntil(recap: RecapRow, { code, retryAt }: ProviderError, isScheduled: boolean, now: Date): Date | null {
  const since = waitingSince(recap, code, now).getTime()
  // Our own rate limit and outages are certain to end.
  const isPatient = isScheduled || code === 'paced' || isOutage(code)
  const endsAt = since + (isPatient ? blockedAtMostForSchedulesMs : retryAfterAtMostMs)
  if (now.getTime() >= endsAt) return null
  if (retryAt) return retryAt.getTime() > endsAt ? null : retryAt
  const pauses = isOutage(code) ? outagePauses : blockedPauses
  const pause = pauses.findLast(({ waitedMs }) => now.getTime() - since >= waitedMs)!
  return new Date(Math.min(now.getTime() + pause.pauseMs, endsAt))
}

/** Since when the recap has been waiting for the same cause. All transient codes count as one cause. */
function waitingSince({ waits_for, waits_since }: RecapRow, code: FailureCode, fallback: Date): Date {
  const isSameCause =
    waits_for === code || (waits_for && [waits_for, code].every(each => failure(each).kind === 'transient'))
  return isSameCause && waits_since ? waits_since : fallback
}

/** Milliseconds until the next short retry; undefined if none is left, or if the service asks for a longer pause. */
function retryPause(recap: RecapRow, { code, retryable, retryAt }: ProviderError, now: Date): number | undefined {
  const retryAfterMs = (retryAt?.getTime() ?? 0) - now.getTime()
  // A recap that was deferred already is not retried three times in a row again.
  const wasDeferred = recap.waits_for !== null && isWorthWaiting(recap.waits_for) && isWorthWaiting(code)
  const pauseMs = wasDeferred ? undefined : retryPausesMs[recap.attempts]
  if (!retryable || failure(code).kind === 'deferred' || pauseMs === undefined || retryAfterMs > deferFromMs)
    return undefined
  return Math.max(pauseMs, retryAfterMs)
}

async function defer(trx: Trx, recap: RecapRow, code: FailureCode, until: Date, now: Date): Promise<boolean> {
  const moved = await updateClaimedRecap(
    trx,
    recap,
    {
      state: 'deferred',
      stage: null,
      job_id: null,
      code,
      retry_at: until,
      waits_for: code,
      // The waiting time of an upcoming stream counts from its scheduled start.
      waits_since: waitingSince(recap, code, code === 'upcoming' ? until : now),
      attempts: 0,
    },
    now,
  )
  if (moved) await publishRecapChange(trx, recap.id)
  return moved !== undefined
}
