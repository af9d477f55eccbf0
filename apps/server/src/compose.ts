import { persistedClock } from './adapters/clock/persisted-clock.ts'
import { newOperatorToken, writeOperatorToken } from './adapters/signer/operator-token.ts'
import { ageInDays, outdatedFromDays, type YtDlp } from './adapters/youtube/yt-dlp.ts'
import { type Engines, openEngines, openStorage, type Threads } from './compose-adapters.ts'
import { openPaymentProvider } from './compose-payments.ts'
import { composeServices, type PassedKillPoint } from './compose-services.ts'
import type { Config } from './config.ts'
import { openDataFolder } from './database/data-folder.ts'
import { migrate } from './database/migrate.ts'
import { openDatabase } from './database/open.ts'
import { accountJobs } from './features/account/job-kinds.ts'
import { notificationJobs } from './features/notifications/job-kinds.ts'
import { scheduleJobs } from './features/schedules/job-kinds.ts'
import { paymentJobs } from './features/subscriptions/job-kinds.ts'
import { summaryJobs } from './features/summaries/job-kinds.ts'
import { createYoutubeRateLimiter } from './features/youtube/rate-limiter.ts'
import type { RequestTimeouts } from './http/serve.ts'
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

export interface RunningServer {
  /** Port of the API; undefined without that role. */
  port: number | undefined
  services: Services
  /** Accepts no new work, finishes or returns the running jobs, and closes everything. Idempotent. */
  stop(graceMs?: number): Promise<void>
}

export interface ServerOptions {
  appVersion: string
  clock?: Clock
  /** Replace the adapters that the configuration selects. */
  ports?: Partial<Engines>
  /** Shared threads to use; `stop` does not close them. */
  threads?: Threads
  passed?: PassedKillPoint
  /** Replaces the default request timeouts. */
  requestTimeouts?: RequestTimeouts
  /** Called when the workers are stuck and only a restart helps. Never called with the embedded database. */
  onStuck?(reason: string): void
}

/** Builds the server from its configuration and starts its roles. */
export async function startServer(config: Config, options: ServerOptions): Promise<RunningServer> {
  const demoClock = config.demo && !options.clock ? persistedClock(config.dataDir) : undefined
  const clock = options.clock ?? demoClock ?? systemClock
  const logger = createLogger({ level: config.logLevel, format: config.logFormat })
  const metrics = createMetrics()
  openDataFolder(config.dataDir)
  const onTrouble = (trouble: string) => logger.warn(trouble)
  const storage = await openStorage(config, onTrouble)
  const database = await openDatabase(config, clock)
  await database.withoutTimeouts(migrate)
  const queue = await openQueue(database, jobKinds, { logger, metrics })
  const { perHour } = config.youtube
  const opened = openEngines(config, clock, {
    threads: options.threads,
    onInvalidFile: onTrouble,
    onYoutubeOutcome: metrics.youtubeAttempted,
    pace: perHour > 0 ? createYoutubeRateLimiter({ db: database.db, clock, perHour }) : undefined,
  })
  metrics.watchYoutube(opened.youtube.pausedProviders)
  const { ytDlp } = opened.youtube
  if (ytDlp && config.roles.includes('worker')) void logYtDlpVersion(ytDlp, clock, logger)
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
    payments: await openPaymentProvider(config, clock),
  })
  // With the embedded database, no other process uses the folder: any temporary file was left by a process that died.
  if (database.kind === 'embedded') await storage.sweep(clock.now())
  const roles = await startRoles(config.roles, services, options.requestTimeouts)
  // Installations with the embedded database usually have no supervisor that would restart the server.
  if (database.kind === 'postgresql' && config.roles.includes('worker') && options.onStuck) queue.watch(options.onStuck)
  // Only once it listens: a failed start must not overwrite the token of a server that is running.
  if (roles.port !== undefined) writeOperatorToken(config.dataDir, services.operatorToken)
  let stopped: Promise<void> | undefined
  return {
    port: roles.port,
    services,
    stop(graceMs = 22_000) {
      stopped ??= (async () => {
        const remainingMs = countdown(graceMs)
        await roles.stop(remainingMs)
        await queue.stop({ graceMs: remainingMs() })
        await engines.close()
        await database.close()
      })()
      return stopped
    },
  }
}

/** Warns about an old yt-dlp, which fails more and more often because YouTube keeps changing. */
async function logYtDlpVersion(ytDlp: YtDlp, clock: Clock, logger: Logger): Promise<void> {
  const version = await ytDlp.version()
  if (version === null) return logger.warn('cannot run yt-dlp, check YT_DLP_PATH')
  const days = ageInDays(version, clock.now())
  if (days < outdatedFromDays) logger.info({ version, days }, 'yt-dlp is ready')
  else logger.warn({ version, days }, 'yt-dlp is outdated, update the program at YT_DLP_PATH')
}

async function startRoles(
  roles: readonly Role[],
  services: Services,
  requestTimeouts: RequestTimeouts | undefined,
): Promise<{ port: number | undefined; stop(remainingMs: () => number): Promise<void> }> {
  const running: { stop(graceMs: number): Promise<void> }[] = []
  if (roles.includes('worker')) running.push(await startWorker(services))
  if (roles.includes('scheduler')) running.push(await startScheduler(services))
  const api = roles.includes('api') ? await startApi(services, requestTimeouts) : undefined
  return {
    port: api?.port,
    async stop(remainingMs) {
      // The API first, so that it accepts no work that no worker would start. The jobs get at least half of the time.
      await api?.stop(remainingMs() / 2)
      await Promise.all(running.map(role => role.stop(remainingMs())))
    },
  }
}

/** Returns a function that returns the remaining milliseconds, at least 0. */
function countdown(ms: number): () => number {
  const deadline = performance.now() + ms
  return () => Math.max(0, deadline - performance.now())
}
