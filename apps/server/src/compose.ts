import { accessSync, constants, mkdirSync } from 'node:fs'
import path from 'node:path'
import { openIdentityProviders, signInsOf } from './adapters/identity/open.ts'
import { guardedImages } from './adapters/images/guarded.ts'
import { outboxMail } from './adapters/mail/outbox.ts'
import { isLoopback, smtpMail } from './adapters/mail/smtp.ts'
import { sharpPictures } from './adapters/pictures/sharp.ts'
import { pushTo } from './adapters/push/push.ts'
import { vapidKeys } from './adapters/push/vapid.ts'
import { hmacSigner } from './adapters/signer/hmac.ts'
import { aesSealer } from './adapters/signer/sealer.ts'
import { generatedSecret } from './adapters/signer/secret.ts'
import { builtInSpeech } from './adapters/speech/built-in.ts'
import { sentenceStore } from './adapters/speech/sentence-store.ts'
import { diskStorage } from './adapters/storage/disk.ts'
import { refuseUnusableBucket, s3Storage } from './adapters/storage/s3.ts'
import { builtInSummarizer } from './adapters/summarizer/built-in.ts'
import { openTextThreads } from './adapters/text-threads/pool.ts'
import { builtInTranscripts } from './adapters/transcripts/built-in.ts'
import { openYoutube } from './adapters/youtube/open.ts'
import type { Config, Role } from './config.ts'
import { migrate } from './database/migrate.ts'
import { openDatabase } from './database/open.ts'
import { CannotStart } from './errors.ts'
import { accountJobs } from './features/account/job-kinds.ts'
import { accountMails } from './features/account/mails.ts'
import type { AccountPoint } from './features/account/points.ts'
import { createAccount } from './features/account/service.ts'
import { createAuth } from './features/auth/service.ts'
import { createSignIn } from './features/auth/sign-in.ts'
import { feedbackMails } from './features/feedback/mails.ts'
import { createFeedback } from './features/feedback/service.ts'
import { createDevices } from './features/notifications/devices.ts'
import { notificationJobs } from './features/notifications/job-kinds.ts'
import type { MailJobDeps } from './features/notifications/mails-job.ts'
import type { MailPoint } from './features/notifications/points.ts'
import { createNotifications } from './features/notifications/service.ts'
import { createSchedules } from './features/schedules/service.ts'
import { createSubscriptions } from './features/subscriptions/service.ts'
import { summaryJobs } from './features/summaries/job-kinds.ts'
import type { SummaryJobDeps } from './features/summaries/jobs.ts'
import { createLeaving } from './features/summaries/leaving.ts'
import type { Point } from './features/summaries/points.ts'
import { findVideo } from './features/summaries/recaps-repository.ts'
import { createSummaries } from './features/summaries/service.ts'
import { supportMails } from './features/support/mails.ts'
import { forgetEvents } from './features/users/audit.ts'
import { createUserPictures } from './features/users/pictures.ts'
import { createUsers, type Users } from './features/users/service.ts'
import { createYoutube } from './features/youtube/service.ts'
import { createLimits, memoryLimiters } from './http/limits.ts'
import { sharedLimiters } from './http/shared-limiters.ts'
import { openQueue } from './jobs/queue.ts'
import { type Clock, systemClock } from './ports/clock.ts'
import type { Mail, MailFolder } from './ports/mail.ts'
import type { Push } from './ports/push.ts'
import type { Storage } from './ports/storage.ts'
import { startApi } from './roles/api.ts'
import { startScheduler } from './roles/scheduler.ts'
import type { Services } from './roles/services.ts'
import { startWorker } from './roles/worker.ts'
import { createLogger } from './telemetry/logger.ts'
import { createMetrics } from './telemetry/metrics.ts'

/** The steps of making a summary that need nobody's account: what the terminal command runs on. */
export interface Engines extends Pick<SummaryJobDeps, 'videos' | 'captions' | 'transcripts' | 'summarizer' | 'speech'> {
  close(): Promise<void>
}

/** Every kind of background job of the product. */
export const jobKinds = [...notificationJobs, ...summaryJobs, ...accountJobs]

/** A running server. */
export interface RunningServer {
  /** Port of the API, when this process has that role. */
  port: number | undefined
  services: Services
  /** Takes no new work, lets the running end or hands it back, and closes everything. Safe to call twice. */
  stop(graceMs?: number): Promise<void>
}

/** Which adapter stands behind each port, for the table printed at start. */
export type Picks = Record<string, string>

export function picksOf(config: Config): Picks {
  return {
    database: config.databaseUrl ? 'PostgreSQL' : `embedded, in ${config.dataDir}`,
    storage: config.bucket
      ? `bucket ${config.bucket.bucket} at ${config.bucket.endpoint}`
      : `disk, in ${path.join(config.dataDir, 'files')}`,
    mail: config.mail.url ? `SMTP at ${new URL(config.mail.url).host}` : `files, in ${outboxFolder(config)}`,
    videos: config.youtube.url ? `YouTube's stand-in at ${config.youtube.url}` : 'YouTube',
    captions: config.youtube.url ? `YouTube's stand-in at ${config.youtube.url}` : 'YouTube',
    push: pushPick(config),
    summarizer: 'built-in',
    speech: `built-in voice ${config.voice}`,
    'sign-in': signInsOf(config),
  }
}

function pushPick({ push: { url, fcmAccount } }: Config): string {
  const phones = fcmAccount ? `, and phones by FCM (${fcmAccount.project_id})` : ''
  return `browsers${phones}${url ? `, all at the stand-in ${url}` : ''}`
}
const outboxFolder = (config: Config): string => path.join(config.dataDir, 'outbox')

export function openEngines(config: Config, clock: Clock): Engines & { youtube: ReturnType<typeof openYoutube> } {
  const youtube = openYoutube({
    clock,
    clients: config.youtube.clients,
    ...(config.youtube.url ? { baseUrl: config.youtube.url } : {}),
    routes: config.youtube.routes,
    ...(config.youtube.dataKey ? { dataApi: { key: config.youtube.dataKey, baseUrl: config.youtube.dataUrl } } : {}),
    ...(config.youtube.ytDlpPath ? { ytDlpPath: config.youtube.ytDlpPath } : {}),
  })
  const threads = openTextThreads({ threads: config.threads })
  const sentences = sentenceStore(path.join(config.dataDir, 'cache', 'sentences'), clock)
  const speech = builtInSpeech({ voice: config.voice, threads: config.threads, sentences })
  return {
    youtube,
    videos: youtube.videos,
    captions: youtube.captions,
    transcripts: builtInTranscripts(threads),
    summarizer: builtInSummarizer(threads),
    speech,
    async close() {
      await Promise.all([threads.close(), speech.close()])
    },
  }
}

export interface ServerOptions {
  appVersion: string
  clock?: Clock
  /** Adapters to use in place of those that the configuration names. */
  ports?: Partial<Engines>
  /** Called after each effect on the way from link to sound, of a mail to its receiver, and of an export. */
  passed?(point: Point | MailPoint | AccountPoint): void
}

/** Builds the server that the configuration describes and starts its roles. */
export async function startServer(config: Config, options: ServerOptions): Promise<RunningServer> {
  const clock = options.clock ?? systemClock
  const logger = createLogger({ level: config.logLevel, format: config.logFormat })
  const metrics = createMetrics()
  openDataFolder(config.dataDir)
  const storage = await openStorage(config)
  const database = await openDatabase(config, clock)
  await migrate(database.db)
  const queue = await openQueue(database, jobKinds, { logger, metrics })
  const engines = { ...openEngines(config, clock), ...options.ports }
  const { appVersion, passed = () => {} } = options
  const services = composeServices(config, {
    appVersion,
    passed,
    clock,
    logger,
    metrics,
    database,
    storage,
    queue,
    engines,
  })
  // Alone in the folder: whatever is half-written was left by a process that died.
  if (database.kind === 'embedded') await storage.sweep(clock.now())
  const roles = await startRoles(config.roles, services)
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

/** Other processes may be writing beside us, but nobody takes so long over one file. */
const draftsKeptForMs = 3600 * 1000
/** Mails that rest in their folder hold links and addresses: they are not kept for ever. */
const restingMailsKeptForMs = 14 * 24 * 3600 * 1000
const auditKeptForMs = 365 * 24 * 3600 * 1000

function openDataFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new CannotStart(`The data folder ${folder} cannot be written to. Give DATA_DIR a folder of this user.`, error)
  }
}

async function openStorage({ bucket, dataDir }: Config): Promise<Storage> {
  if (!bucket) return diskStorage(path.join(dataDir, 'files'))
  await refuseUnusableBucket(bucket)
  return s3Storage(bucket)
}

/** Where the browser is sent to for files; with the bucket in the host, that host is another. */
function originOf(bucket: Config['bucket']): string | undefined {
  if (!bucket || bucket.pathStyle) return bucket?.publicEndpoint
  return bucket.publicEndpoint.replace('://', `://${bucket.bucket}.`)
}

type Parts = Pick<Services, 'appVersion' | 'logger' | 'metrics' | 'database' | 'queue' | 'storage'> & {
  clock: Clock
  engines: ReturnType<typeof openEngines>
  passed: NonNullable<ServerOptions['passed']>
}

/** Where mails go, and the folder to look them up in while they rest there. */
function openMail(config: Config, clock: Clock): { mail: Mail; folder: MailFolder | undefined } {
  const from = { name: config.productName, address: config.mail.from }
  if (config.mail.url) return { mail: smtpMail({ url: config.mail.url, from, clock }), folder: undefined }
  const outbox = outboxMail({ folder: outboxFolder(config), from, clock })
  return { mail: outbox, folder: outbox }
}

function composeServices(config: Config, parts: Parts): Services {
  const { clock, database, storage, queue, engines, logger, metrics, passed } = parts
  const { db } = database
  const { youtube: source, ...ports } = engines
  const secret = config.secretKey ?? generatedSecret(config.dataDir)
  const signer = hmacSigner(secret)
  const limits = createLimits(database.kind === 'postgresql' ? sharedLimiters(database.pool) : memoryLimiters)
  const subscriptions = createSubscriptions({ db, defaultPlan: config.defaultPlan })
  const schedules = createSchedules({ db, clock, subscriptions })
  const users: Users = createUsers({
    db,
    clock,
    plansOf: subscriptions.plansOf,
    zoneChanged: schedules.moveToZone,
  })
  const notifications = createNotifications({ db, queue, clock, publicUrl: config.publicUrl })
  const auth = createAuth({ db, clock, users, notifications, limits, signer, productName: config.productName })
  const { productName, supportEmail } = config
  const feedback = createFeedback({ db, clock, limits, notifications, supportEmail })
  const { mail, folder } = openMail(config, clock)
  const mailJobDeps: MailJobDeps = {
    ...{ db, queue, clock, logger, metrics, mail, users, passed },
    letterhead: config,
    templates: [
      ...auth.mails,
      ...accountMails({ productName, users }),
      ...feedbackMails(productName, feedback.find),
      ...supportMails(productName),
    ],
    retryAfterMs: config.mail.retryAfterMs,
  }
  const signIn = createSignIn({
    ...{ db, clock, signer, logger, users },
    sessions: auth.sessions,
    identity: openIdentityProviders(config, clock),
    appScheme: config.appScheme,
  })
  const jobDeps: SummaryJobDeps = { db, queue, clock, logger, metrics, storage, passed, ...ports }
  const summaries = createSummaries({
    ...jobDeps,
    subscriptions,
    signer,
    publicUrl: config.publicUrl,
    sessionById: auth.sessions.byId,
  })
  const devices = createDevices({
    db,
    clock,
    logger,
    push: openPush(config, secret),
    sealer: aesSealer(secret),
    productName: config.productName,
  })
  const before = (ms: number) => new Date(clock.now().getTime() - ms)
  const leaving = createLeaving({ db, summarizer: ports.summarizer })
  const userPictures = createUserPictures({
    db,
    clock,
    storage,
    signer,
    pictures: sharpPictures(),
    storageHost: config.bucket && new URL(config.bucket.publicEndpoint).host,
  })
  const account = createAccount({
    db,
    queue,
    clock,
    logger,
    signer,
    storage,
    users,
    auth,
    notifications,
    leaving,
    // What was bought ends first: nobody pays for an account that is gone.
    leave: [subscriptions.end, schedules.forgetUser, devices.forgetUser],
  })
  return {
    config,
    ...parts,
    embedBase: config.youtube.url ?? 'https://www.youtube-nocookie.com',
    storageOrigin: originOf(config.bucket),
    limits,
    auth,
    signIn,
    users,
    userPictures,
    devices,
    notifications,
    mailJobDeps,
    // A folder that only this machine can look into: whoever reads these mails gets into the accounts.
    mailFolder: isLoopback(config.host) ? folder : undefined,
    subscriptions,
    youtube: createYoutube({
      search: source.search,
      images: guardedImages(config.youtube.url ? { twinUrl: config.youtube.url } : {}),
      storage,
      signer,
      clock,
      isKnownVideo: async videoId => (await findVideo(db, videoId)) !== undefined,
    }),
    schedules,
    feedback,
    summaries,
    jobDeps,
    account,
    exporting: {
      ...{ db, queue, clock, logger, storage, notifications, leaving, passed },
      productName: config.productName,
      facts: {
        profile: users.profile,
        settings: users.settings,
        subscriptions: subscriptions.ofUser,
        schedules: schedules.list,
      },
      pictureOf: async userId => (await users.byId(userId))?.profile_picture ?? null,
    },
    housekeeping: inTurn([
      account.housekeeping,
      userPictures.housekeeping,
      () => sentenceStore(path.join(config.dataDir, 'cache', 'sentences'), clock).prune(),
      () => storage.sweep(before(draftsKeptForMs)),
      async () => folder?.prune(before(restingMailsKeptForMs)),
      () => forgetEvents(db, before(auditKeptForMs)),
      auth.forgetOld,
      notifications.forgetSettled,
      summaries.forgetViewers,
      signIn.forgetExpired,
      feedback.forgetOld,
      () => db.deleteFrom('rate_limits').where('expire', '<', clock.now().getTime()).execute(),
    ]),
  }
}

/** One after the other; what fails keeps nothing behind it from being done. */
const inTurn = (tasks: readonly (() => Promise<unknown>)[]) => async () => {
  const failed: unknown[] = []
  for (const task of tasks) await task().catch(error => failed.push(error))
  if (failed.length > 0) throw new AggregateError(failed, 'Some of the housekeeping failed')
}

function openPush(config: Config, secret: string): Push {
  const { url, fcmAccount } = config.push
  const standIn = url ? { url } : {}
  return pushTo({
    web: { keys: vapidKeys(secret), contact: `mailto:${config.supportEmail}`, ...standIn },
    ...(fcmAccount ? { fcm: { account: fcmAccount, ...standIn } } : {}),
  })
}

async function startRoles(
  roles: readonly Role[],
  services: Services,
): Promise<{ port: number | undefined; stop(left: () => number): Promise<void> }> {
  const running: { stop(graceMs: number): Promise<void> }[] = []
  if (roles.includes('worker')) running.push(await startWorker(services))
  if (roles.includes('scheduler')) running.push(await startScheduler(services))
  const api = roles.includes('api') ? await startApi(services) : undefined
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
