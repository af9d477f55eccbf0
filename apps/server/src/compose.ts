import { keptClock } from './adapters/clock/kept.ts'
import { newOperatorToken, writeOperatorToken } from './adapters/signer/operator-token.ts'
import { ageInDays, oldFromDays, type YtDlp } from './adapters/youtube/yt-dlp.ts'
import { type Engines, openEngines, openStorage, type Threads } from './compose-adapters.ts'
import { openPaymentsOf } from './compose-payments.ts'
import { composeServices, type Passed } from './compose-services.ts'
import type { Config } from './config.ts'
import { openDataFolder } from './database/data-folder.ts'
import { migrate } from './database/migrate.ts'
import { openDatabase } from './database/open.ts'
import { accountJobs } from './features/account/job-kinds.ts'
import { notificationJobs } from './features/notifications/job-kinds.ts'
import { scheduleJobs } from './features/schedules/job-kinds.ts'
import { paymentJobs } from './features/subscriptions/job-kinds.ts'
import { summaryJobs } from './features/summaries/job-kinds.ts'
import { createPace } from './features/youtube/pace.ts'
import type { Patience } from './http/serve.ts'
import { openQueue } from './jobs/queue.ts'
import { type Clock, systemClock } from './ports/clock.ts'
import { startApi } from './roles/api.ts'
import { startScheduler } from './roles/scheduler.ts'
import type { Services } from './roles/services.ts'
import { startWorker } from './roles/worker.ts'
import type { Role } from './settings.ts'
import { createLogger, type Logger } from './telemetry/logger.ts'
import { createMetrics } from './telemetry/metrics.ts'

/** Every kind of background job of the product. */
export const jobKinds = [...notificationJobs, ...summaryJobs, ...scheduleJobs, ...accountJobs, ...paymentJobs]

/** A running server. */
export interface RunningServer {
  /** Port of the API, when this process has that role. */
  port: number | undefined
  services: Services
  /** Takes no new work, lets the running end or hands it back, and closes everything. Safe to call twice. */
  stop(graceMs?: number): Promise<void>
}

export interface ServerOptions {
  appVersion: string
  clock?: Clock
  /** Adapters to use in place of those that the configuration names. */
  ports?: Partial<Engines>
  /** In place of its own; they stay open when it stops. */
  threads?: Threads
  passed?: Passed
  /** In place of the usual time limits of requests. */
  patience?: Patience
  /** Called when the workers of this process are stuck and only a new process can go on. Where several may run, that is. */
  onStuck?(reason: string): void
}

/** Builds the server that the configuration describes and starts its roles. */
export async function startServer(config: Config, options: ServerOptions): Promise<RunningServer> {
  const demoClock = config.demo && !options.clock ? keptClock(config.dataDir) : undefined
  const clock = options.clock ?? demoClock ?? systemClock
  const logger = createLogger({ level: config.logLevel, format: config.logFormat })
  const metrics = createMetrics()
  openDataFolder(config.dataDir)
  const onTrouble = (trouble: string) => logger.warn(trouble)
  const storage = await openStorage(config, onTrouble)
  const database = await openDatabase(config, clock)
  await database.migrating(migrate)
  const queue = await openQueue(database, jobKinds, { logger, metrics })
  const { perHour } = config.youtube
  const opened = openEngines(config, clock, {
    threads: options.threads,
    onTrouble,
    onYoutubeOutcome: metrics.youtubeAttempted,
    pace: perHour > 0 ? createPace({ db: database.db, clock, perHour }) : undefined,
  })
  metrics.watchYoutube(opened.youtube.resting)
  const { ytDlp } = opened.youtube
  if (ytDlp && config.roles.includes('worker')) void tellAgeOf(ytDlp, clock, logger)
  const engines = { ...opened, ...options.ports }
  const { appVersion, passed = () => {} } = options
  const services = composeServices(config, {
    appVersion,
    passed,
    operatorToken: newOperatorToken(),
    clock,
    demoClock,
    logger,
    metrics,
    database,
    storage,
    queue,
    engines,
    payments: await openPaymentsOf(config, clock),
  })
  // Alone in the folder: whatever is half-written was left by a process that died.
  if (database.kind === 'embedded') await storage.sweep(clock.now())
  const roles = await startRoles(config.roles, services, options.patience)
  // At home nothing would start the server again.
  if (database.kind === 'postgresql' && config.roles.includes('worker') && options.onStuck) queue.watch(options.onStuck)
  // Once it listens: a start that fails must not take the token from the server that runs.
  if (roles.port !== undefined) writeOperatorToken(config.dataDir, services.operatorToken)
  let stopped: Promise<void> | undefined
  return {
    port: roles.port,
    services,
    stop(graceMs = 22_000) {
      stopped ??= (async () => {
        const left = countdown(graceMs)
        await roles.stop(left)
        await queue.stop({ graceMs: left() })
        await engines.close()
        await database.close()
      })()
      return stopped
    },
  }
}

/** YouTube changes faster than programs are updated: an old yt-dlp fails more and more often. */
async function tellAgeOf(ytDlp: YtDlp, clock: Clock, logger: Logger): Promise<void> {
  const version = await ytDlp.version()
  if (version === null) return logger.warn('yt-dlp (YT_DLP_PATH) does not start')
  const days = ageInDays(version, clock.now())
  if (days < oldFromDays) logger.info({ version, days }, 'yt-dlp is ready')
  else logger.warn({ version, days }, `yt-dlp (YT_DLP_PATH) is ${days} days old: update it`)
}

async function startRoles(
  roles: readonly Role[],
  services: Services,
  patience: Patience | undefined,
): Promise<{ port: number | undefined; stop(left: () => number): Promise<void> }> {
  const running: { stop(graceMs: number): Promise<void> }[] = []
  if (roles.includes('worker')) running.push(await startWorker(services))
  if (roles.includes('scheduler')) running.push(await startScheduler(services))
  const api = roles.includes('api') ? await startApi(services, patience) : undefined
  return {
    port: api?.port,
    async stop(left) {
      // The API first, so that nothing is accepted that nobody would start; half of the time is for the jobs.
      await api?.stop(left() / 2)
      await Promise.all(running.map(role => role.stop(left())))
    },
  }
}

/** How much of a time is left, milliseconds, never less than nothing. */
function countdown(ms: number): () => number {
  const until = performance.now() + ms
  return () => Math.max(0, until - performance.now())
}
