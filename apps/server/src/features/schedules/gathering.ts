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
  /** Asks the channels that were not asked for so long; what cannot be asked is left as it is. */
  freshen(channelIds: readonly string[], options: { olderThanMs: number; signal: AbortSignal }): Promise<void>
  passed(point: SchedulePoint): void
}

/** Who asks by hand wants what is new now. */
const freshMs = { due: 10 * 60_000, now: 60_000 }
/** What is not there by then comes with the next digest. */
export const waitAtMostMs = 3 * 3600_000
/** How many videos are looked at beside each other. */
const looksAtOnce = 4

type Held = { run: RunRow; schedule: ScheduleRow }

/**
 * A run: its channels are asked, what they brought is entered once for each user and video, and the summaries are asked for
 * one by one, newest first. It may be killed anywhere: what was entered is not entered again, what was asked for is not asked
 * for again.
 */
export function createGathering(deps: GatheringDeps): Handler<{ runId: number }> {
  return async ({ runId }, job) => {
    const run = await takeRun(deps.db, runId, job)
    if (!run) return
    deps.passed('run-begun')
    try {
      if (job.restarts > restartsAllowed) throw new Error('The process died too often under this run')
      const schedule = run.schedule_id === null ? undefined : await findScheduleById(deps.db, run.schedule_id)
      // It stays as it is: whoever takes the deletion back has it begun anew.
      if (schedule?.deleted_at) return
      if (!schedule || (schedule.disabled && run.kind === 'due')) return await skip(run, 'disabled', deps)
      if (!(await deps.summaries.mayBegin(run.user_id))) return await skip(run, 'not_confirmed', deps)
      await gather({ run, schedule }, job, deps)
    } catch (error) {
      if (isHandedBack(error, job)) throw error
      deps.logger.error({ err: error, runId }, 'a run failed')
      // What it has asked for by now still comes; what it has not, the next run finds.
      if (job.restarts > restartsAllowed) await letWait(run, deps)
      else throw error
    }
  }
}

async function gather({ run, schedule }: Held, job: JobRun, deps: GatheringDeps): Promise<void> {
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
    await deps.freshen(ids, { olderThanMs: freshMs[run.kind], signal: job.signal })
    deps.passed('run-polled')
    await enter({ run, schedule }, ids, job, deps)
    deps.passed('run-gathered')
  }
  await requestAll(run, job, deps)
  await letWait(run, deps)
}

async function enter({ run, schedule }: Held, ids: readonly string[], job: JobRun, deps: GatheringDeps): Promise<void> {
  const filters = filtersOf(schedule)
  const found = await lookAt(await findNew(deps.db, run.user_id, schedule.id, ids), filters, job.signal, deps)
  // A stream that is not over yet is met again by the next run.
  const there = found.filter(({ isAnnounced, kind }) => !isAnnounced || kind !== 'upcoming')
  const met = choose(there, filters).filter(({ leftOut }) => leftOut !== 'live')
  await deps.db.transaction().execute(async trx => {
    if (await moveRun(trx, run, { state: 'gathering' })) await insertItems(trx, run, met)
  })
}

/** Feeds tell neither lengths nor streams: where the filters ask for them, each video is looked at once for all. */
async function lookAt(
  found: readonly Found[],
  filters: Filters,
  signal: AbortSignal,
  deps: GatheringDeps,
): Promise<Found[]> {
  const known: Found[] = []
  for (let from = 0; from < found.length; from += looksAtOnce)
    known.push(
      ...(await Promise.all(
        found.slice(from, from + looksAtOnce).map(one => (isUnknown(one, filters) ? look(one, signal, deps) : one)),
      )),
    )
  return known
}

const isUnknown = ({ kind, durationMs }: Candidate, { skipLive, minMinutes }: Filters): boolean => {
  if (kind === 'short') return false
  // What was live when somebody looked may be over by now.
  return kind === 'live' || kind === 'upcoming' || (durationMs === null && (skipLive || minMinutes > 0))
}

async function look(found: Found, signal: AbortSignal, { db, videos, logger, clock }: GatheringDeps): Promise<Found> {
  const told = await videos.find(found.videoId, { signal, isBackground: true }).catch(error => {
    if (!(error instanceof ProviderError)) throw error
    logger.debug({ videoId: found.videoId, code: error.code }, 'a new upload could not be looked at')
    return error.code
  })
  const seen =
    typeof told === 'string'
      ? { kind: streamKind(told) ?? (found.kind === 'upcoming' ? found.kind : null), durationMs: null }
      : { kind: 'video' as const, durationMs: told.durationMs }
  const now = clock.now()
  await saveKind(db, found, seen, now)
  return { ...found, ...seen, publishedAt: found.isAnnounced ? now : found.publishedAt }
}

const streamKind = (code: FailureCode) => (code === 'live' || code === 'upcoming' ? code : null)

/** One by one, each in a transaction of its own, so that a run that dies goes on with the next. */
async function requestAll(run: RunRow, job: JobRun, deps: GatheringDeps): Promise<void> {
  const items = await foundItems(deps.db, run.id)
  if (items.length === 0) return
  const { defaultPreset: preset, defaultMaxLength: maxLength } = await deps.users.settings(run.user_id)
  let isMonthSpent = false
  for (const item of items) {
    if (job.signal.aborted) throw job.signal.reason
    const refusal = isMonthSpent ? 'monthly_limit' : await request(item, { preset, maxLength }, deps)
    if (refusal === 'monthly_limit') isMonthSpent = true
    if (refusal) {
      await deps.db.transaction().execute(trx => refuse(trx, item, refusal))
      deps.passed('item-listed')
    } else deps.passed('item-requested')
  }
}

type Refusal = 'monthly_limit' | 'blocked'

async function request(
  item: ItemRow,
  wish: { preset: string; maxLength: number },
  { db, summaries }: GatheringDeps,
): Promise<Refusal | null> {
  try {
    await db.transaction().execute(async trx => {
      const followUp = { name: deliverRun.name, data: { runId: item.run_id } }
      const id = await summaries.requestScheduled(trx, item.user_id, { ...wish, videoId: item.video_id, followUp })
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

/** Another process did it while we were away: what we did for it is taken back. */
class AlreadyDone extends Error {}

/** What the month has no room for is named in the digest; what may not be summarized is not. */
const refuse = (trx: Parameters<typeof moveItem>[0], item: ItemRow, reason: Refusal) =>
  moveItem(trx, item.id, { state: reason === 'monthly_limit' ? 'listed' : 'left_out', reason })

/** From now on it waits for its videos; where nothing is left to wait for, its digest goes out. */
async function letWait(run: RunRow, { db, queue, clock, passed }: GatheringDeps): Promise<void> {
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
