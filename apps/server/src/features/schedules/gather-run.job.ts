import type { FailureCode } from '@recaps/contract/failures'
import {
  type ScheduleFilters,
  selectUploads,
  type UploadCandidate,
  withinChannelLimit,
} from '@recaps/domain/upload-selection'
import type { Db } from '../../database/open.ts'
import { AppError, ProviderError } from '../../errors.ts'
import { isInterrupted, maxRestarts } from '../../jobs/interrupted-run.ts'
import type { Handler, JobRun, Queue } from '../../jobs/queue.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Videos } from '../../ports/videos.ts'
import type { Logger } from '../../telemetry/logger.ts'
import type { Metrics } from '../../telemetry/metrics.ts'
import type { Notifications } from '../notifications/service.ts'
import type { Subscriptions } from '../subscriptions/service.ts'
import type { Summaries } from '../summaries/service.ts'
import type { Users } from '../users/service.ts'
import { filterUnblocked, saveUploadKind } from './channel-facts.ts'
import { toFilters } from './filters.ts'
import {
  countPending,
  type FoundVideo,
  findNewVideos,
  type ItemRow,
  insertItems,
  listFoundItems,
  updateFoundItem,
} from './items-repository.ts'
import { deliverRun } from './job-kinds.ts'
import { notifyPausedByPlan } from './notify-followers.job.ts'
import { findChannels, findScheduleById, type ScheduleRow } from './repository.ts'
import { claimRun, type RunRow, updateClaimedRun } from './runs-repository.ts'
import type { ScheduleKillPoint } from './schedule-kill-points.ts'

export interface GatherRunDeps {
  db: Db
  queue: Queue
  clock: Clock
  logger: Logger
  metrics: Metrics
  videos: Videos
  notifications: Notifications
  subscriptions: Subscriptions
  summaries: Pick<Summaries, 'requestScheduled' | 'mayStartWork'>
  users: Pick<Users, 'settings'>
  /** Polls the channels whose last poll is older than `olderThanMs`. Channels that cannot be polled keep their stored data. */
  refreshChannels(channelIds: readonly string[], options: { olderThanMs: number; signal: AbortSignal }): Promise<void>
  passed(point: ScheduleKillPoint): void
}

/** Maximum age of the last poll. A run started by hand needs newer data. */
const maxPollAgeMs = { due: 10 * 60_000, now: 60_000 }
/** Summaries that are not ready by then come with the next digest. */
export const maxSummaryWaitMs = 3 * 3600_000
const parallelFetches = 4

type ClaimedRun = { run: RunRow; schedule: ScheduleRow }

/**
 * Gathers a run: polls its channels, stores each new video once per user, and requests the summaries one by one, newest first.
 * The process can be killed at any point: no video is stored twice and no summary is requested twice.
 */
export function createGatherRunJob(deps: GatherRunDeps): Handler<{ runId: number }> {
  return async ({ runId }, job) => {
    const run = await claimRun(deps.db, runId, job)
    if (!run) return
    deps.passed('run-begun')
    try {
      if (job.restarts > maxRestarts) throw new Error('The process crashed too often during this run')
      const schedule = run.schedule_id === null ? undefined : await findScheduleById(deps.db, run.schedule_id)
      // The run stays unfinished, so that restoring the schedule starts it again.
      if (schedule?.deleted_at) return
      if (!schedule || (schedule.disabled && run.kind === 'due')) return await skip(run, 'disabled', deps)
      if (!(await deps.summaries.mayStartWork(run.user_id))) return await skip(run, 'not_confirmed', deps)
      await gather({ run, schedule }, job, deps)
    } catch (error) {
      if (isInterrupted(error, job)) throw error
      deps.logger.error({ err: error, runId }, 'schedule run failed')
      // Summaries requested so far still go into the digest; the next run finds the other videos.
      if (job.restarts > maxRestarts) await startWaiting(run, deps)
      else throw error
    }
  }
}

async function gather({ run, schedule }: ClaimedRun, job: JobRun, deps: GatherRunDeps): Promise<void> {
  const plan = await deps.subscriptions.activePlan(run.user_id)
  if (!plan.allowedFrequencies.includes(schedule.frequency)) {
    await deps.db.transaction().execute(async trx => {
      if (
        await updateClaimedRun(trx, run, {
          state: 'skipped',
          outcome: 'frequency_not_in_plan',
          ended_at: deps.clock.now(),
        })
      )
        await notifyPausedByPlan(trx, schedule, plan, deps.notifications)
    })
    return
  }
  if (run.state === 'queued') {
    const channels = (await findChannels(deps.db, [schedule.id])).get(schedule.id) ?? []
    const ids = await filterUnblocked(
      deps.db,
      withinChannelLimit(plan, channels).map(({ id }) => id),
    )
    await deps.refreshChannels(ids, { olderThanMs: maxPollAgeMs[run.kind], signal: job.signal })
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
  deps: GatherRunDeps,
): Promise<void> {
  const filters = toFilters(schedule)
  const found = await fetchUnknown(
    await findNewVideos(deps.db, run.user_id, schedule.id, ids),
    filters,
    job.signal,
    deps,
  )
  // Streams that have not ended are left to the next run.
  const available = found.filter(({ isAnnounced, kind }) => !isAnnounced || kind !== 'upcoming')
  const items = selectUploads(available, filters).filter(({ leftOut }) => leftOut !== 'live')
  await deps.db.transaction().execute(async trx => {
    if (await updateClaimedRun(trx, run, { state: 'gathering' })) await insertItems(trx, run, items)
  })
}

/** Feeds contain neither lengths nor live streams. If the filters need them, each video is fetched once for all users. */
async function fetchUnknown(
  found: readonly FoundVideo[],
  filters: ScheduleFilters,
  signal: AbortSignal,
  deps: GatherRunDeps,
): Promise<FoundVideo[]> {
  const known: FoundVideo[] = []
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

const isUnknown = ({ kind, durationMs }: UploadCandidate, { skipLive, minMinutes }: ScheduleFilters): boolean => {
  if (kind === 'short') return false
  // A stream that was live when it was last fetched may have ended.
  return kind === 'live' || kind === 'upcoming' || (durationMs === null && (skipLive || minMinutes > 0))
}

async function fetchDetails(
  found: FoundVideo,
  signal: AbortSignal,
  { db, videos, logger, clock }: GatherRunDeps,
): Promise<FoundVideo> {
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
  await saveUploadKind(db, found, details, now)
  return { ...found, ...details, publishedAt: found.isAnnounced ? now : found.publishedAt }
}

const streamKind = (code: FailureCode) => (code === 'live' || code === 'upcoming' ? code : null)

/** One by one, each in its own transaction, so that a restarted run continues with the next video. */
async function requestAll(run: RunRow, job: JobRun, deps: GatherRunDeps): Promise<void> {
  const items = await listFoundItems(deps.db, run.id)
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
  { db, summaries }: GatherRunDeps,
): Promise<Refusal | null> {
  try {
    await db.transaction().execute(async trx => {
      const followUp = { name: deliverRun.name, data: { runId: item.run_id } }
      const id = await summaries.requestScheduled(trx, item.user_id, { ...options, videoId: item.video_id, followUp })
      const change =
        id === null
          ? ({ state: 'left_out', reason: 'had_already' } as const)
          : ({ state: 'requested', summary_id: id } as const)
      if (!(await updateFoundItem(trx, item.id, change))) throw new AlreadyDone()
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
const refuse = (trx: Parameters<typeof updateFoundItem>[0], item: ItemRow, reason: Refusal) =>
  updateFoundItem(trx, item.id, { state: reason === 'monthly_limit' ? 'listed' : 'left_out', reason })

/** Starts waiting for the summaries. If all of them are final, the digest is sent right away. */
async function startWaiting(run: RunRow, { db, queue, clock, passed }: GatherRunDeps): Promise<void> {
  await db.transaction().execute(async trx => {
    const deadline = new Date(clock.now().getTime() + maxSummaryWaitMs)
    if (!(await updateClaimedRun(trx, run, { state: 'waiting', deadline_at: deadline }))) return
    if ((await countPending(trx, run.id)) === 0) await queue.send(trx, deliverRun, { runId: run.id })
  })
  passed('run-waits')
}

const skip = (run: RunRow, outcome: 'disabled' | 'not_confirmed', { db, clock }: GatherRunDeps): Promise<void> =>
  db.transaction().execute(async trx => {
    await updateClaimedRun(trx, run, { state: 'skipped', outcome, ended_at: clock.now() })
  })
