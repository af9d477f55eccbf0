import { type FailureCode, failure } from '@recaps/contract/failures'
import type { Db } from '../../database/open.ts'
import { ProviderError } from '../../errors.ts'
import type { JobKind } from '../../jobs/define-job.ts'
import type { JobRun, Queue, Trx } from '../../jobs/queue.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Logger } from '../../telemetry/logger.ts'
import type { Metrics } from '../../telemetry/metrics.ts'
import { tellChange } from './changes.ts'
import { moveRecap, type RecapRow } from './recaps-repository.ts'
import { failRecap } from './settle.ts'

/** Refusals of the outside world that are tried again, and the pauses between the tries. */
const retryPausesMs = [1_000, 4_000]
/** A video that stays live, upcoming or without its captions this long is given up. */
const deferredAtMostMs: Partial<Record<FailureCode, number>> = { captions_pending: 24 * 3600_000 }
const deferredAtMostOtherwiseMs = 14 * 24 * 3600_000
/** A step under which our own process died so often will not succeed by dying again. */
const restartsAllowed = 40

export interface StepDeps {
  db: Db
  queue: Queue
  clock: Clock
  logger: Logger
  metrics: Metrics
}

/**
 * Runs one step of a recap. What the step throws decides how it goes on: a deferred code waits for its time, a transient
 * one is tried again with growing pauses, everything else ends the recap with its code. An aborted run is handed back as it is.
 */
export async function runStep(
  recap: RecapRow,
  kind: JobKind<{ recapId: number }>,
  run: JobRun,
  deps: StepDeps,
  step: () => Promise<void>,
): Promise<void> {
  try {
    if (run.restarts > restartsAllowed)
      throw new ProviderError({
        provider: kind.name,
        code: 'engine_failed',
        retryable: false,
        detail: 'the process died too often',
      })
    await step()
  } catch (error) {
    if (run.signal.aborted) throw error
    const refusal = asRefusal(error, kind.name)
    report(error, refusal, recap, deps)
    await deps.db.transaction().execute(trx => goOn(trx, recap, kind, refusal, deps))
  }
}

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

async function goOn(
  trx: Trx,
  recap: RecapRow,
  kind: JobKind<{ recapId: number }>,
  refusal: ProviderError,
  { queue, clock, metrics }: StepDeps,
): Promise<void> {
  const now = clock.now()
  const { code } = refusal
  if (
    failure(code).kind === 'deferred' &&
    now.getTime() - recap.created_at.getTime() < (deferredAtMostMs[code] ?? deferredAtMostOtherwiseMs)
  ) {
    const retryAt = refusal.retryAt ?? new Date(now.getTime() + 3600_000)
    const moved = await moveRecap(
      trx,
      recap.id,
      { state: 'deferred', code, retry_at: retryAt, attempts: 0, stage: null },
      now,
    )
    if (!moved) return
    await queue.send(trx, kind, { recapId: recap.id }, { startAfter: retryAt })
    await tellChange(trx, recap.id)
    return
  }
  const pauseMs = refusal.retryable ? retryPausesMs[recap.attempts] : undefined
  if (pauseMs !== undefined) {
    const startAfter = new Date(Math.max(now.getTime() + pauseMs, refusal.retryAt?.getTime() ?? 0))
    const moved = await moveRecap(trx, recap.id, { attempts: recap.attempts + 1 }, now)
    if (moved) await queue.send(trx, kind, { recapId: recap.id }, { startAfter })
    return
  }
  if (await failRecap(trx, recap.id, code, now)) metrics.recapEnded(code)
}
