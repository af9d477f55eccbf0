import { type FailureCode, failure, isOutage, isRefusalForNow } from '@recaps/contract/failures'
import type { Stage } from '@recaps/contract/summaries'
import type { Db } from '../../database/open.ts'
import { ProviderError } from '../../errors.ts'
import type { JobKind } from '../../jobs/define-job.ts'
import { isHandedBack, restartsAllowed } from '../../jobs/handed-back.ts'
import type { Handler, JobRun, Trx } from '../../jobs/queue.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Logger } from '../../telemetry/logger.ts'
import type { Metrics } from '../../telemetry/metrics.ts'
import { tellChange } from './changes.ts'
import { enqueueStep } from './enqueue.ts'
import type { Point } from './points.ts'
import { isHeld, moveRecap, noteSpending, type RecapRow, takeHold } from './recaps-repository.ts'
import { isScheduled } from './repository.ts'
import { failRecap } from './settle.ts'
import type { SettledDeps } from './settled.ts'

/** Refusals of the outside world that are tried again, and the pauses between the tries. */
const retryPausesMs = [1_000, 4_000]
/** A video that stays live, upcoming or without its captions this long is given up. */
const deferredAtMostMs: Partial<Record<FailureCode, number>> = { captions_pending: 24 * 3600_000 }
const deferredAtMostOtherwiseMs = 14 * 24 * 3600_000
const lookAgainAfterMs = 3600_000
/** How often a running step looks whether somebody still waits for it. */
const lookEveryMs = 1_000
/** Where we are told to stay away for longer than this, the entry says until when; nobody watches a stage that long. */
const shownFromMs = 10_000
/** Who is sent away again and again is tried for an hour; then the user may try again. */
const sentAwayAtMostMs = 3600_000
/** While YouTube refuses this server: how long it is asked again for a video that only schedules wait for. */
const refusedAtMostForSchedulesMs = 24 * 3600_000
/** While YouTube refuses this server: the pause before the next try, by how long the recap has waited already. */
const refusedPauses = [
  { waitedMs: 0, pauseMs: 60_000 },
  { waitedMs: 60_000, pauseMs: 10 * 60_000 },
  { waitedMs: 11 * 60_000, pauseMs: 3600_000 },
]

/** The same while a part of our own service is down, for 24 hours in all. */
const outagePauses = [
  { waitedMs: 0, pauseMs: 10_000 },
  { waitedMs: 60_000, pauseMs: 60_000 },
  { waitedMs: 15 * 60_000, pauseMs: 5 * 60_000 },
]

/** Whether waiting helps: what stands in the way is neither the video nor what was asked. */
const isWaitedFor = (code: FailureCode): boolean => isRefusalForNow(code) || isOutage(code)

export interface StepDeps extends SettledDeps {
  db: Db
  clock: Clock
  logger: Logger
  metrics: Metrics
  /** Called after each effect; a test ends the process there. */
  passed(point: Point): void
}

/** What a step runs on. */
export interface StepRun {
  /** Aborted when the process stops, and when nobody waits for the recap any more. */
  signal: AbortSignal
  /** Aborted only when nobody waits for the recap any more, or it went on without this run. */
  lost: AbortSignal
  /** Called before each call to a service that costs money. Throws when the call must not be made any more. */
  beforeCall(): Promise<void>
}

/** One step of a recap: the queue's job, and the stage that users see meanwhile. */
export interface Step {
  kind: JobKind<{ recapId: number }>
  stage: Stage
  begun: Point
  run(recap: RecapRow, run: StepRun): Promise<void>
}

/**
 * Runs a step on the recap that waits for it. What the step throws decides how the recap goes on: a deferred code waits for
 * its time, a transient one is tried again with growing pauses, or when we may come back, everything else ends it with its code. An aborted run is
 * handed back as it is. A step that nobody waits for any more is aborted.
 */
export const handlerOf =
  (step: Step, deps: StepDeps): Handler<{ recapId: number }> =>
  async ({ recapId }, run) => {
    const recap = await takeHold(deps.db, recapId, run, step.stage, deps.clock.now())
    if (!recap) return
    await tellChange(deps.db, recap.id)
    deps.passed(step.begun)
    const hold = watchHold(recap, run, deps)
    try {
      if (run.restarts > restartsAllowed) throw diedTooOften(step.kind.name)
      await step.run(recap, hold)
    } catch (error) {
      if (isHandedBack(error, run)) throw error
      if (hold.lost.aborted) return
      const refusal = asRefusal(error, step.kind.name)
      report(error, refusal, recap, deps)
      const point = await deps.db.transaction().execute(trx => goOn(trx, recap, step.kind, refusal, deps))
      if (point) deps.passed(point)
    } finally {
      hold.end()
    }
  }

/** Aborts a step soon after its recap was cancelled, or went on without this run. */
function watchHold(recap: RecapRow, run: JobRun, { db, clock, logger }: StepDeps): StepRun & { end(): void } {
  const lost = new AbortController()
  const signal = AbortSignal.any([run.signal, lost.signal])
  const timer = setInterval(() => {
    isHeld(db, recap)
      .then(held => held || lost.abort())
      .catch(error => logger.warn({ err: error, recapId: recap.id }, 'looking whether a recap is still wanted failed'))
  }, lookEveryMs)
  return {
    signal,
    lost: lost.signal,
    async beforeCall() {
      signal.throwIfAborted()
      const spending = await noteSpending(db, recap, clock.now())
      if (spending === 'lost') lost.abort()
      // Its users see that cancelling it does not give their place back any more.
      if (spending === 'first') await tellChange(db, recap.id)
      signal.throwIfAborted()
    },
    end: () => clearInterval(timer),
  }
}

const diedTooOften = (provider: string) =>
  new ProviderError({ provider, code: 'engine_failed', retryable: false, detail: 'the process died too often' })

function asRefusal(error: unknown, provider: string): ProviderError {
  if (error instanceof ProviderError) return error
  return new ProviderError({ provider, code: 'engine_failed', retryable: true, cause: error })
}

function report(error: unknown, refusal: ProviderError, recap: RecapRow, { logger, metrics }: StepDeps): void {
  // Nobody was asked, and nothing is wrong.
  if (refusal.code === 'paced') return
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
  const pauseMs = pauseBefore(recap, refusal, now)
  const waitUntil = isWaitedFor(refusal.code)
    ? pauseMs === undefined && refusedUntil(recap, refusal, await isScheduled(trx, recap.id), now)
    : waitsUntil(recap, refusal, now)
  if (waitUntil) return (await defer(trx, recap, refusal.code, waitUntil, now)) ? 'recap-deferred' : null
  if (pauseMs !== undefined) {
    if (!(await moveRecap(trx, recap, { attempts: recap.attempts + 1 }, now))) return null
    await enqueueStep(trx, deps.queue, kind, recap.id, pauseMs)
    return 'step-put-off'
  }
  if (!(await failRecap(trx, recap, refusal.code, deps, now))) return null
  deps.metrics.recapEnded(refusal.code)
  return 'recap-failed'
}

/** The instant until which a recap waits and says so; null when it is tried again soon, or not at all. */
function waitsUntil(recap: RecapRow, refusal: ProviderError, now: Date): Date | null {
  const { code, retryable, othersRestUntil } = refusal
  const isLastTry = retryPausesMs[recap.attempts] === undefined
  const retryAt = refusal.retryAt ?? (isLastTry ? othersRestUntil : undefined)
  const since = waitingSince(recap, code, now).getTime()
  if (failure(code).kind === 'deferred') {
    const isOver = now.getTime() - since >= (deferredAtMostMs[code] ?? deferredAtMostOtherwiseMs)
    return isOver ? null : (retryAt ?? new Date(now.getTime() + lookAgainAfterMs))
  }
  // With no try left, any instant is worth waiting for.
  const fromMs = isLastTry ? 0 : shownFromMs
  const isWait = retryable && retryAt !== undefined && retryAt.getTime() - now.getTime() > fromMs
  return isWait && retryAt.getTime() - since <= sentAwayAtMostMs ? retryAt : null
}

/**
 * The instant of the next try while YouTube refuses this server or our own service is down; null when it was tried for long enough. Whoever was told
 * when to come back comes back then.
 */
function refusedUntil(recap: RecapRow, { code, retryAt }: ProviderError, isScheduled: boolean, now: Date): Date | null {
  const since = waitingSince(recap, code, now).getTime()
  // A place among the requests of an hour comes free for certain, and our own service is mended.
  const isPatient = isScheduled || code === 'paced' || isOutage(code)
  const endsAt = since + (isPatient ? refusedAtMostForSchedulesMs : sentAwayAtMostMs)
  if (now.getTime() >= endsAt) return null
  if (retryAt) return retryAt.getTime() > endsAt ? null : retryAt
  const pauses = isOutage(code) ? outagePauses : refusedPauses
  const pause = pauses.findLast(({ waitedMs }) => now.getTime() - since >= waitedMs)!
  return new Date(Math.min(now.getTime() + pause.pauseMs, endsAt))
}

/** Since when a recap waits for the same thing; being sent away is one thing, whatever reason is given. */
function waitingSince({ waits_for, waits_since }: RecapRow, code: FailureCode, otherwise: Date): Date {
  const isSame = waits_for === code || (waits_for && [waits_for, code].every(one => failure(one).kind === 'transient'))
  return isSame && waits_since ? waits_since : otherwise
}

/** How long until the next try; undefined when there is none left, or we may not come back soon. */
function pauseBefore(recap: RecapRow, { code, retryable, retryAt }: ProviderError, now: Date): number | undefined {
  const askedForMs = (retryAt?.getTime() ?? 0) - now.getTime()
  // Who has waited already is not asked for three times in a row again.
  const isLater = recap.waits_for !== null && isWaitedFor(recap.waits_for) && isWaitedFor(code)
  const pauseMs = isLater ? undefined : retryPausesMs[recap.attempts]
  if (!retryable || failure(code).kind === 'deferred' || pauseMs === undefined || askedForMs > shownFromMs)
    return undefined
  return Math.max(pauseMs, askedForMs)
}

async function defer(trx: Trx, recap: RecapRow, code: FailureCode, until: Date, now: Date): Promise<boolean> {
  const moved = await moveRecap(
    trx,
    recap,
    {
      state: 'deferred',
      stage: null,
      job_id: null,
      code,
      retry_at: until,
      waits_for: code,
      // A stream is waited for from the instant at which it should begin.
      waits_since: waitingSince(recap, code, code === 'upcoming' ? until : now),
      attempts: 0,
    },
    now,
  )
  if (moved) await tellChange(trx, recap.id)
  return moved !== undefined
}
