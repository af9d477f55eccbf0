import { randomUUID } from 'node:crypto'
import { setTimeout as setTimer } from 'node:timers/promises'
import { sql, type Transaction } from 'kysely'
import { fromKysely, PgBoss } from 'pg-boss'
import { isOutOfSpace } from '../database/database-unavailable.ts'
import type { OpenDatabase } from '../database/open.ts'
import type { Database } from '../database/schema.ts'
import type { Logger } from '../telemetry/logger.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import type { JobKind } from './define-job.ts'
import { type WatchdogTimes, watchWorkers } from './watchdog.ts'

export type Trx = Transaction<Database>

export interface JobRun {
  id: string
  /** Aborted when the process stops or another worker has taken over the job. Throw then: the job continues elsewhere. */
  signal: AbortSignal
  /** How often this job was started without finishing, because our process crashed. Failures of external services don't count. */
  restarts: number
}

export interface SendOptions {
  afterMs?: number
  /** `ahead`: number of waiting jobs of the same user. `userId` also limits how many jobs of the user run in parallel. */
  turn?: { userId?: number; ahead: number }
}

export type Handler<Data> = (data: Data, run: JobRun) => Promise<void>

export interface Queue {
  /** Enqueues inside the caller's transaction, so that the job exists only if the change commits. Returns the job's id. */
  send<Data extends object>(trx: Trx, kind: JobKind<Data>, data: Data, options?: SendOptions): Promise<string>
  /** Like `send`, for a job known only by its name, as stored in rows. */
  sendNamed(trx: Trx, name: string, data: object): Promise<string>
  /** Enqueues many jobs of one kind, with ids made by the caller. */
  sendMany<Data extends object>(trx: Trx, kind: JobKind<Data>, jobs: { id: string; data: Data }[]): Promise<void>
  /** Runs at most `maxParallel` jobs at the same time in this process; by default the concurrency of the kind. */
  work<Data extends object>(kind: JobKind<Data>, handler: Handler<Data>, maxParallel?: number): Promise<void>
  /** Number of waiting and running jobs by kind. */
  depth(): Promise<{ name: string; ready: number; active: number }[]>
  /** Calls `onStuck` when no worker starts jobs that are due, or when a job of this process keeps running long after its abort. */
  watch(onStuck: (reason: string) => void, times?: WatchdogTimes): void
  stop(options: { graceMs: number }): Promise<void>
}

/**
 * Users take turns: the first job of every user runs before the second job of any user. Among jobs of equal priority, the
 * oldest runs first.
 */
const turnOf = ({ turn }: SendOptions) => ({
  ...(turn && { priority: -turn.ahead }),
  ...(turn?.userId !== undefined && { group: { id: String(turn.userId) } }),
})

/** Limits retries after crashes of our own process. The steps themselves count failures of external services. */
const maxRetries = 100
/** A worker without a heartbeat for this long loses its jobs to other workers. */
const heartbeatSeconds = 10
const superviseSeconds = 5
/** Every check of the queue also scans finished jobs, so they are deleted soon. */
const finishedLifetimeSeconds = 15 * 60
const deleteEverySeconds = 5 * 60

/**
 * Opens the queue on the product's own database. Creates every kind and loads its metadata before anything is sent: on the
 * embedded database, loading it from inside a transaction would wait for that very transaction.
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
  if (database.kind === 'embedded') await retryOrphans(boss, database)

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
    // A delay, not a timestamp: the queue uses the database's clock, which may differ from ours.
    const startAfter = options.afterMs ? { startAfter: Math.ceil(options.afterMs / 1000) } : {}
    await boss.send(kind.name, data, { id, db: fromKysely(trx), ...startAfter, ...turnOf(options) })
    return id
  }

  return {
    send,
    async sendNamed(trx, name, data) {
      const kind = kinds.find(known => known.name === name)
      if (!kind) throw new Error(`Unknown job: ${name}`)
      return await send(trx, kind, data)
    },
    async sendMany(trx, kind, jobs) {
      await boss.insert(kind.name, jobs, { db: fromKysely(trx) })
    },
    async work(kind, handler, maxParallel = kind.concurrency) {
      for (let n = 0; n < maxParallel; n++) await startWorker(boss, kind, handler as Handler<object>, runDeps)
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
    retryLimit: maxRetries,
    retryDelay: 0,
    deleteAfterSeconds: finishedLifetimeSeconds,
  }
  if (await boss.getQueue(kind.name)) await boss.updateQueue(kind.name, options)
  else await boss.createQueue(kind.name, options)
  await boss.findJobs(kind.name, { id: randomUUID() })
}

/** Only one process uses the embedded database, so a job marked active belongs to a process that has ended. */
async function retryOrphans(boss: PgBoss, database: OpenDatabase): Promise<void> {
  const orphans = await sql<{ name: string; id: string }>`
    select name, id from pgboss.job where state = 'active' and name not like '\\_\\_pgboss%'`.execute(database.db)
  for (const { name, id } of orphans.rows) await boss.fail(name, id, { reason: 'the process died' })
}

const pollingSeconds = 2

/**
 * Starts the next job as soon as one ends. By default, pg-boss waits for the polling interval between two jobs, so a backlog
 * would drain at one job every two seconds.
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
  /** Called when a job starts and when it ends. */
  onActive(): void
  onStuck(reason: string): void
}

/** A job that still runs this long after its abort is considered stuck. */
const abortGraceMs = 120_000
/** While the database is out of space, an immediate retry would fail again. */
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
    overrun = setTimeout(() => deps.onStuck(`job ${kind.name} keeps running after its abort`), abortGraceMs)
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
    if (isOutOfSpace(error)) await pauseBeforeRetry(job)
    throw error
  } finally {
    job.signal.removeEventListener('abort', onAbort)
    clearTimeout(overrun)
    deps.onActive()
  }
}

async function pauseBeforeRetry({ retryCount, signal }: RunningJob): Promise<void> {
  const { first, longest } = noRoomPausesMs
  await setTimer(Math.min(first * (retryCount + 1), longest), undefined, { signal }).catch(() => {})
}
