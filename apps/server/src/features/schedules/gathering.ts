import type { FailureCode } from '@recaps/contract/failures'
import { type Candidate, choose, type Filters, followed } from '@recaps/domain/following'
import type { Db } from '../../database/open.ts'
import { AppError, ProviderError } from '../../errors.ts'
import { isHandedBack, restartsAllowed } from '../../jobs/handed-back.ts'
import type { Handler, JobRun, Queue } from '../../jobs/queue.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Videos } from '../../ports/videos.ts'
import type { Logger } from '../../telemetry/logger.ts'
import type { Metrics } from '../../telemetry/metrics.ts'
import type { Notifications } from '../notifications/service.ts'
import type { Subscriptions } from '../subscriptions/service.ts'
import type { Summaries } from '../summaries/service.ts'
import type { Users } from '../users/service.ts'
import { openChannels, saveKind } from './channel-facts.ts'
import { filtersOf } from './filters.ts'
import {
  countPending,
  type Found,
  findNew,
  foundItems,
  type ItemRow,
  insertItems,
  moveItem,
} from './items-repository.ts'
import { deliverRun } from './job-kinds.ts'
import type { SchedulePoint } from './points.ts'
import { findChannels, findScheduleById, type ScheduleRow } from './repository.ts'
import { moveRun, type RunRow, takeRun } from './runs-repository.ts'
import { tellPausedByPlan } from './telling.ts'

export interface GatheringDeps {
  db: Db
  queue: Queue
  clock: Clock
  logger: Logger
  metrics: Metrics
  videos: Videos
  notifications: Notifications
  subscriptions: Subscriptions
  summaries: Pick<Summaries, 'requestScheduled' | 'mayBegin'>
  users: Pick<Users, 'settings'>
  /** Polls the channels whose last poll is older than `olderThanMs`. Channels that cannot be polled keep their stored data. */
  freshen(channelIds: readonly string[], options: { olderThanMs: number; signal: AbortSignal }): Promise<void>
  passed(point: SchedulePoint): void
}

/** Maximum age of the last poll. A run started by hand needs newer data. */
const maxPollAgeMs = { due: 10 * 60_000, now: 60_000 }
/** Summaries that are not ready by then come with the next digest. */
export const waitAtMostMs = 3 * 3600_000
const parallelFetches = 4

type ClaimedRun = { run: RunRow; schedule: ScheduleRow }

/**
 * Gathers a run: polls its channels, stores each new video once per user, and requests the summaries one by one, newest first.
 * The process can be killed at any point: no video is stored twice and no summary is requested twice.
 */
export function createGathering(deps: GatheringDeps): Handler<{ runId: number }> {
  return async ({ runId }, job) => {
    const run = await takeRun(deps.db, runId, job)
    if (!run) return
    deps.passed('run-begun')
    try {
      if (job.restarts > restartsAllowed) throw new Error('The process crashed too often during this run')
      const schedule = run.schedule_id === null ? undefined : await findScheduleById(deps.db, run.schedule_id)
      // The run stays unfinished, so that restoring the schedule starts it again.
      if (schedule?.deleted_at) return
      if (!schedule || (schedule.disabled && run.kind === 'due')) return await skip(run, 'disabled', deps)
      if (!(await deps.summaries.mayBegin(run.user_id))) return await skip(run, 'not_confirmed', deps)
      await gather({ run, schedule }, job, deps)
    } catch (error) {
      if (isHandedBack(error, job)) throw error
      deps.logger.error({ err: error, runId }, 'schedule run failed')
      // Summaries requested so far still go into the digest; the next run finds the other videos.
      if (job.restarts > restartsAllowed) await startWaiting(run, deps)
      else throw error
    }
  }
}

async function gather({ run, schedule }: ClaimedRun, job: JobRun, deps: GatheringDeps): Promise<void> {
  const plan = await deps.subscriptions.activePlan(run.user_id)
  if (!plan.allowedFrequencies.includes(schedule.frequency)) {
    await deps.db.transaction().execute(async trx => {
      if (await moveRun(trx, run, { state: 'skipped', outcome: 'frequency_not_in_plan', ended_at: deps.clock.now() }))
        await tellPausedByPlan(trx, schedule, plan, deps.notifications)
    })
    return
  }
  if (run.state === 'queued') {
    const channels = (await findChannels(deps.db, [schedule.id])).get(schedule.id) ?? []
    const ids = await openChannels(
      deps.db,
      followed(plan, channels).map(({ id }) => id),
    )
    await deps.freshen(ids, { olderThanMs: maxPollAgeMs[run.kind], signal: job.signal })
    deps.passed('run-polled')
    await saveNewVideos({ run, schedule }, ids, job, deps)
    deps.passed('run-gathered')
  }
  await requestAll(run, job, deps)
  await startWaiting(run, deps)
}

async function saveNewVideos(
  { run, schedule }: ClaimedRun,
  ids: readonly string[],
  job: JobRun,
  deps: GatheringDeps,
): Promise<void> {
  const filters = filtersOf(schedule)
  const found = await fetchUnknown(await findNew(deps.db, run.user_id, schedule.id, ids), filters, job.signal, deps)
  // Streams that have not ended are left to the next run.
  const available = found.filter(({ isAnnounced, kind }) => !isAnnounced || kind !== 'upcoming')
  const items = choose(available, filters).filter(({ leftOut }) => leftOut !== 'live')
  await deps.db.transaction().execute(async trx => {
    if (await moveRun(trx, run, { state: 'gathering' })) await insertItems(trx, run, items)
  })
}

/** Feeds contain neither lengths nor live streams. If the filters need them, each video is fetched once for all users. */
async function fetchUnknown(
  found: readonly Found[],
  filters: Filters,
  signal: AbortSignal,
  deps: GatheringDeps,
): Promise<Found[]> {
  const known: Found[] = []
  for (let from = 0; from < found.length; from += parallelFetches)
    known.push(
      ...(await Promise.all(
        found
          .slice(from, from + parallelFetches)
          .map(video => (isUnknown(video, filters) ? fetchDetails(video, signal, deps) : video)),
      )),
    )
  return known
}

const isUnknown = ({ kind, durationMs }: Candidate, { skipLive, minMinutes }: Filters): boolean => {
  if (kind === 'short') return false
  // A stream that was live when it was last fetched may have ended.
  return kind === 'live' || kind === 'upcoming' || (durationMs === null && (skipLive || minMinutes > 0))
}

async function fetchDetails(
  found: Found,
  signal: AbortSignal,
  { db, videos, logger, clock }: GatheringDeps,
): Promise<Found> {
  const result = await videos.find(found.videoId, { signal, isBackground: true }).catch(error => {
    if (!(error instanceof ProviderError)) throw error
    logger.debug({ videoId: found.videoId, code: error.code }, 'fetching a new upload failed')
    return error.code
  })
  const details =
    typeof result === 'string'
      ? { kind: streamKind(result) ?? (found.kind === 'upcoming' ? found.kind : null), durationMs: null }
      : { kind: 'video' as const, durationMs: result.durationMs }
  const now = clock.now()
  await saveKind(db, found, details, now)
  return { ...found, ...details, publishedAt: found.isAnnounced ? now : found.publishedAt }
}

const streamKind = (code: FailureCode) => (code === 'live' || code === 'upcoming' ? code : null)

/** One by one, each in its own transaction, so that a restarted run continues with the next video. */
async function requestAll(run: RunRow, job: JobRun, deps: GatheringDeps): Promise<void> {
  const items = await foundItems(deps.db, run.id)
  if (items.length === 0) return
  const { defaultPreset: preset, defaultMaxLength: maxLength } = await deps.users.settings(run.user_id)
  let isQuotaUsed = false
  for (const item of items) {
    if (job.signal.aborted) throw job.signal.reason
    const refusal = isQuotaUsed ? 'monthly_limit' : await request(item, { preset, maxLength }, deps)
    if (refusal === 'monthly_limit') isQuotaUsed = true
    if (refusal) {
      await deps.db.transaction().execute(trx => refuse(trx, item, refusal))
      deps.passed('item-listed')
    } else deps.passed('item-requested')
  }
}

type Refusal = 'monthly_limit' | 'blocked'

async function request(
  item: ItemRow,
  options: { preset: string; maxLength: number },
  { db, summaries }: GatheringDeps,
): Promise<Refusal | null> {
  try {
    await db.transaction().execute(async trx => {
      const followUp = { name: deliverRun.name, data: { runId: item.run_id } }
      const id = await summaries.requestScheduled(trx, item.user_id, { ...options, videoId: item.video_id, followUp })
      const change =
        id === null
          ? ({ state: 'left_out', reason: 'had_already' } as const)
          : ({ state: 'requested', summary_id: id } as const)
      if (!(await moveItem(trx, item.id, change))) throw new AlreadyDone()
    })
    return null
  } catch (error) {
    if (error instanceof AlreadyDone) return null
    if (error instanceof AppError && error.code === 'monthly_limit_reached') return 'monthly_limit'
    if (error instanceof AppError && error.code === 'blocked') return 'blocked'
    throw error
  }
}

/** Another process has already handled this item; thrown to roll back the request. */
class AlreadyDone extends Error {}

/** Videos beyond the monthly quota are listed in the digest; blocked ones are not. */
const refuse = (trx: Parameters<typeof moveItem>[0], item: ItemRow, reason: Refusal) =>
  moveItem(trx, item.id, { state: reason === 'monthly_limit' ? 'listed' : 'left_out', reason })

/** Starts waiting for the summaries. If all of them are final, the digest is sent right away. */
async function startWaiting(run: RunRow, { db, queue, clock, passed }: GatheringDeps): Promise<void> {
  await db.transaction().execute(async trx => {
    const deadline = new Date(clock.now().getTime() + waitAtMostMs)
    if (!(await moveRun(trx, run, { state: 'waiting', deadline_at: deadline }))) return
    if ((await countPending(trx, run.id)) === 0) await queue.send(trx, deliverRun, { runId: run.id })
  })
  passed('run-waits')
}

const skip = (run: RunRow, outcome: 'disabled' | 'not_confirmed', { db, clock }: GatheringDeps): Promise<void> =>
  db.transaction().execute(async trx => {
    await moveRun(trx, run, { state: 'skipped', outcome, ended_at: clock.now() })
  })
