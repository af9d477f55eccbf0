import { randomUUID } from 'node:crypto'
import { setTimeout as setTimer } from 'node:timers/promises'
import { sql, type Transaction } from 'kysely'
import { fromKysely, PgBoss } from 'pg-boss'
import { isOutOfRoom } from '../database/lost-connection.ts'
import type { OpenDatabase } from '../database/open.ts'
import type { Database } from '../database/schema.ts'
import type { Logger } from '../telemetry/logger.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import type { JobKind } from './define-job.ts'
import { type WatchdogTimes, watchWorkers } from './watchdog.ts'

export type Trx = Transaction<Database>

export interface JobRun {
  id: string
  /** Aborted when the process stops or when another worker took the job over: throw and leave, the job goes on elsewhere. */
  signal: AbortSignal
  /** How often this job was started before and did not end: crashes of ours, not refusals of others. */
  restarts: number
}

export interface SendOptions {
  afterMs?: number
  /** `ahead` is the number of jobs of the same user that already wait. By `userId` their parallel jobs are limited as well. */
  turn?: { userId?: number; ahead: number }
}

export type Handler<Data> = (data: Data, run: JobRun) => Promise<void>

export interface Queue {
  /** Enqueues inside the caller's transaction: either both the change and the job exist, or neither. Gives the job's id. */
  send<Data extends object>(trx: Trx, kind: JobKind<Data>, data: Data, options?: SendOptions): Promise<string>
  /** The same for a job whose kind is known by its name alone, as rows name it. */
  sendNamed(trx: Trx, name: string, data: object): Promise<string>
  /** Many of one kind at once, under ids that the caller has made. */
  sendMany<Data extends object>(trx: Trx, kind: JobKind<Data>, jobs: { id: string; data: Data }[]): Promise<void>
  /** Runs at most `atOnce` of them at the same time in this process, without it as many as the kind allows. */
  work<Data extends object>(kind: JobKind<Data>, handler: Handler<Data>, atOnce?: number): Promise<void>
  /** Jobs by kind that wait, or run. */
  depth(): Promise<{ name: string; ready: number; active: number }[]>
  /**
   * Calls `onStuck` when no worker begins jobs that are due, or when a job of this process goes on long after it was aborted.
   */
  watch(onStuck: (reason: string) => void, times?: WatchdogTimes): void
  stop(options: { graceMs: number }): Promise<void>
}

/**
 * Users take turns: the first job of each runs before the second of any, however many one has sent, and among equals the oldest
 * comes first.
 */
const turnOf = ({ turn }: SendOptions) => ({
  ...(turn && { priority: -turn.ahead }),
  ...(turn?.userId !== undefined && { group: { id: String(turn.userId) } }),
})

/** A job is repeated as often as our process dies under it; refusals by others are counted by the steps themselves. */
const repeatsAllowed = 100
/** A worker that gives no sign of life for so long loses its jobs to others. */
const heartbeatSeconds = 10
const superviseSeconds = 5
/** Every check of the queue scans finished jobs too, so they are deleted soon. */
const keptSeconds = 15 * 60
const deleteEverySeconds = 5 * 60

/**
 * Opens the queue on the product's own database. Every kind is created, and its table looked up, before anything is sent:
 * on the embedded database a look-up from inside a transaction would wait for that very transaction.
 */
export async function openQueue(
  database: OpenDatabase,
  kinds: readonly JobKind<object>[],
  deps: { logger: Logger; metrics: Metrics },
): Promise<Queue> {
  const boss = new PgBoss({
    ...database.queueConnection,
    useListenNotify: true,
    superviseIntervalSeconds: superviseSeconds,
    monitorIntervalSeconds: superviseSeconds,
    maintenanceIntervalSeconds: deleteEverySeconds,
    schedule: false,
    reindex: false,
  })
  boss.on('error', error => deps.logger.error({ err: error }, 'queue error'))
  await boss.start()
  for (const kind of kinds) await openKind(boss, kind)
  if (database.kind === 'embedded') await handBackOrphans(boss, database)

  let lastActiveAt = performance.now()
  let onStuck = (_reason: string) => {}
  let watchdog: { stop(): void } | undefined
  const runDeps: RunDeps = {
    ...deps,
    onActive() {
      lastActiveAt = performance.now()
    },
    onStuck: reason => onStuck(reason),
  }

  const send: Queue['send'] = async (trx, kind, data, options = {}) => {
    const id = randomUUID()
    // A span, not an instant: the queue reads the database's clock, which is not ours.
    const startAfter = options.afterMs ? { startAfter: Math.ceil(options.afterMs / 1000) } : {}
    await boss.send(kind.name, data, { id, db: fromKysely(trx), ...startAfter, ...turnOf(options) })
    return id
  }

  return {
    send,
    async sendNamed(trx, name, data) {
      const kind = kinds.find(one => one.name === name)
      if (!kind) throw new Error(`No job is called ${name}`)
      return await send(trx, kind, data)
    },
    async sendMany(trx, kind, jobs) {
      await boss.insert(kind.name, jobs, { db: fromKysely(trx) })
    },
    async work(kind, handler, atOnce = kind.concurrency) {
      for (let n = 0; n < atOnce; n++) await startWorker(boss, kind, handler as Handler<object>, runDeps)
    },
    async depth() {
      const queues = await boss.getQueues(kinds.map(kind => kind.name))
      return queues.map(queue => ({ name: queue.name, ready: queue.readyCount, active: queue.activeCount }))
    },
    watch(listener, times) {
      onStuck = listener
      watchdog = watchWorkers(
        { db: database.db, logger: deps.logger, lastActiveAt: () => lastActiveAt },
        listener,
        times,
      )
    },
    stop({ graceMs }) {
      watchdog?.stop()
      onStuck = () => {}
      return boss.stop({ graceful: true, timeout: graceMs, close: true })
    },
  }
}

async function openKind(boss: PgBoss, kind: JobKind<object>): Promise<void> {
  const options = {
    notify: true,
    heartbeatSeconds,
    expireInSeconds: kind.deadlineSeconds,
    retryLimit: repeatsAllowed,
    retryDelay: 0,
    deleteAfterSeconds: keptSeconds,
  }
  if (await boss.getQueue(kind.name)) await boss.updateQueue(kind.name, options)
  else await boss.createQueue(kind.name, options)
  await boss.findJobs(kind.name, { id: randomUUID() })
}

/** We hold the embedded database alone, so a job that is marked active belongs to a process that is gone. */
async function handBackOrphans(boss: PgBoss, database: OpenDatabase): Promise<void> {
  const orphans = await sql<{ name: string; id: string }>`
    select name, id from pgboss.job where state = 'active' and name not like '\\_\\_pgboss%'`.execute(database.db)
  for (const { name, id } of orphans.rows) await boss.fail(name, id, { reason: 'the process died' })
}

const pollingSeconds = 2

/**
 * A worker takes one job after the other as long as there are any: the library alone would wait between two of them, so that
 * what has piled up while no worker was there would be worked off at one job in two seconds.
 */
async function startWorker(
  boss: PgBoss,
  kind: JobKind<object>,
  handler: Handler<object>,
  deps: RunDeps,
): Promise<void> {
  const options = {
    pollingIntervalSeconds: pollingSeconds,
    notifyPollingIntervalSeconds: pollingSeconds,
    ...(kind.concurrencyPerUser ? { groupConcurrency: kind.concurrencyPerUser } : {}),
  }
  const id = await boss.work<object>(kind.name, options, async jobs => {
    try {
      for (const job of jobs) await run(kind, job, handler, deps)
    } finally {
      boss.notifyWorker(id)
    }
  })
}

interface RunDeps {
  logger: Logger
  metrics: Metrics
  /** Called when a job begins and when it ends. */
  onActive(): void
  onStuck(reason: string): void
}

/** A job that still runs this long after its abort will never stop. */
const abortGraceMs = 120_000
/** While the database has no room, the same job would fail again at once. */
const noRoomPausesMs = { first: 30_000, longest: 600_000 }

interface RunningJob {
  id: string
  data: object
  retryCount: number
  signal: AbortSignal
}

async function run(kind: JobKind<object>, job: RunningJob, handler: Handler<object>, deps: RunDeps): Promise<void> {
  const startedAt = performance.now()
  const seconds = () => (performance.now() - startedAt) / 1000
  const log = deps.logger.child({ job: kind.name, jobId: job.id, ...job.data })
  let overrun: NodeJS.Timeout | undefined
  const onAbort = () => {
    overrun = setTimeout(() => deps.onStuck(`a job of ${kind.name} goes on after it was aborted`), abortGraceMs)
  }
  job.signal.addEventListener('abort', onAbort, { once: true })
  deps.onActive()
  try {
    await handler(job.data, { id: job.id, signal: job.signal, restarts: job.retryCount })
    deps.metrics.jobRan(kind.name, 'done', seconds())
    log.debug({ seconds: seconds() }, 'job done')
  } catch (error) {
    if (job.signal.aborted) {
      deps.metrics.jobRan(kind.name, 'handed_back', seconds())
      log.info('job handed back')
    } else {
      deps.metrics.jobRan(kind.name, 'failed', seconds())
      log.error({ err: error }, 'job failed')
    }
    if (isOutOfRoom(error)) await pauseBeforeRepeat(job)
    throw error
  } finally {
    job.signal.removeEventListener('abort', onAbort)
    clearTimeout(overrun)
    deps.onActive()
  }
}

async function pauseBeforeRepeat({ retryCount, signal }: RunningJob): Promise<void> {
  const { first, longest } = noRoomPausesMs
  await setTimer(Math.min(first * (retryCount + 1), longest), undefined, { signal }).catch(() => {})
}
