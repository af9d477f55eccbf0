import path from 'node:path'
import { openIdentityProviders } from './adapters/identity/open.ts'
import { guardedImages } from './adapters/images/guarded.ts'
import { isLoopback } from './adapters/mail/smtp.ts'
import { sharpPictures } from './adapters/pictures/sharp.ts'
import { hmacSigner } from './adapters/signer/hmac.ts'
import { aesSealer } from './adapters/signer/sealer.ts'
import { generatedSecret } from './adapters/signer/secret.ts'
import { storedSounds } from './adapters/sounds/stored.ts'
import { diskSpool } from './adapters/spool/disk.ts'
import { openAnalytics, type openEngines, openHub, openMail, openPush, originOf } from './compose-adapters.ts'
import { composeHousekeeping } from './compose-housekeeping.ts'
import { composePayments } from './compose-payments.ts'
import type { Config } from './config.ts'
import { checkStorageDaily } from './database/check-storage.ts'
import { accountMails } from './features/account/mails.ts'
import type { AccountPoint } from './features/account/points.ts'
import { createAccount } from './features/account/service.ts'
import { createCounting } from './features/analytics/service.ts'
import { createGrants } from './features/auth/grants.ts'
import { createAuth } from './features/auth/service.ts'
import { createSignIn } from './features/auth/sign-in.ts'
import { feedbackMails } from './features/feedback/mails.ts'
import { createFeedback } from './features/feedback/service.ts'
import { createDevices } from './features/notifications/devices.ts'
import type { MailJobDeps } from './features/notifications/mails-job.ts'
import type { MailPoint, PushPoint } from './features/notifications/points.ts'
import type { PushJobDeps } from './features/notifications/pushes-job.ts'
import { createNotifications } from './features/notifications/service.ts'
import { createUnsubscribing } from './features/notifications/unsubscribing.ts'
import { channelPausedTemplate } from './features/schedules/channel-paused-mail.ts'
import { createChannelPreviews } from './features/schedules/channel-previews.ts'
import { digestTemplate } from './features/schedules/digest/mail.ts'
import { createDigests } from './features/schedules/digest/reading.ts'
import { createDigestSamples, sampleTemplate } from './features/schedules/digest/sample.ts'
import { createFollowing } from './features/schedules/following.ts'
import { createChannelHub } from './features/schedules/hub-service.ts'
import { createImporting } from './features/schedules/importing.ts'
import { entriesOfRun } from './features/schedules/items-repository.ts'
import type { SchedulePoint } from './features/schedules/points.ts'
import { createPolling } from './features/schedules/polling.ts'
import { createSchedules } from './features/schedules/service.ts'
import { createSuggestions } from './features/schedules/suggestions.ts'
import { announce } from './features/schedules/telling.ts'
import { paymentMails } from './features/subscriptions/mails.ts'
import type { PaymentPoint } from './features/subscriptions/points.ts'
import { storeMails } from './features/subscriptions/store-mails.ts'
import { speakSummary, writeSummary } from './features/summaries/job-kinds.ts'
import type { SummaryJobDeps } from './features/summaries/jobs.ts'
import { createLeaving } from './features/summaries/leaving.ts'
import type { Point } from './features/summaries/points.ts'
import { createQueueLimit } from './features/summaries/queue-limit.ts'
import { createSummaries } from './features/summaries/service.ts'
import { supportMails } from './features/support/mails.ts'
import { createUserPictures } from './features/users/pictures.ts'
import { createUsers, type Users } from './features/users/service.ts'
import { createVoices } from './features/voices/service.ts'
import { createYoutube } from './features/youtube/service.ts'
import { createLimits, memoryLimiters } from './http/limits.ts'
import { sharedLimiters } from './http/shared-limiters.ts'
import type { Clock, MovableClock } from './ports/clock.ts'
import type { Payments } from './ports/payments.ts'
import type { Services } from './roles/services.ts'

/** Called at the kill points of the features: places where tests end the process to check recovery. */
export type Passed = (point: Point | MailPoint | PushPoint | AccountPoint | SchedulePoint | PaymentPoint) => void

type Parts = Pick<
  Services,
  'appVersion' | 'logger' | 'metrics' | 'database' | 'queue' | 'storage' | 'operatorToken'
> & {
  clock: Clock
  demoClock: MovableClock | undefined
  engines: ReturnType<typeof openEngines>
  payments: Payments
  passed: Passed
}

export function composeServices(config: Config, parts: Parts): Services {
  const { clock, database, storage, queue, engines, logger, metrics, passed, payments } = parts
  const { db } = database
  const { youtube: source, ...ports } = engines
  const secret = config.secretKey ?? generatedSecret(config.dataDir)
  const signer = hmacSigner(secret)
  const limits = createLimits(database.kind === 'postgresql' ? sharedLimiters(database.pool) : memoryLimiters)
  const plans = composePayments(config, { db, clock, logger, payments })
  const { subscriptions } = plans
  const polling = createPolling({
    ...{ db, clock, logger, metrics },
    uploads: source.uploads,
    videos: source.videos,
    concurrency: config.youtube.pollsAtATime,
    told: async (trx, news) => void (await announce(trx, queue, { ...news, since: clock.now() })),
  })
  const schedules = createSchedules({ db, queue, clock, subscriptions, polling })
  const users: Users = createUsers({
    db,
    clock,
    plansOf: subscriptions.plansOf,
    adminEmail: config.adminEmail,
    isVoice: id => engines.speech.voices.some(voice => voice.id === id),
    zoneChanged: schedules.moveToZone,
  })
  const notifications = createNotifications({ db, queue, clock, users, publicUrl: config.publicUrl })
  const billing = plans.billingWith({
    ...{ queue, metrics, limits, users, notifications, passed },
    useOf: async userId => {
      const [month, [schedule]] = await Promise.all([summaries.month(userId), schedules.list(userId)])
      return {
        channels: schedule?.channelList.length ?? 0,
        frequency: schedule?.frequency ?? null,
        summariesThisMonth: month.used,
        readsThisMonth: month.communityReads.used,
      }
    },
  })
  const unsubscribing = createUnsubscribing({ users, signer })
  const identity = openIdentityProviders(config, clock)
  const sealer = aesSealer(secret)
  const grants = createGrants({ db, clock, sealer, logger, grants: identity.grants })
  const auth = createAuth({ db, clock, users, notifications, limits, signer, grants, productName: config.productName })
  const { productName, supportEmail } = config
  const feedback = createFeedback({ db, clock, limits, notifications, users, supportEmail })
  const { mail, folder } = openMail(config, clock)
  const outboxJobDeps = { db, queue, clock, logger, metrics, passed, users, retryAfterMs: config.mail.retryAfterMs }
  const push = openPush(config, secret)
  const pushJobDeps: PushJobDeps = { ...outboxJobDeps, push, sealer }
  const mailJobDeps: MailJobDeps = {
    ...outboxJobDeps,
    mail,
    letterhead: config,
    templates: [
      ...auth.mails,
      ...accountMails({ productName, users }),
      ...feedbackMails(productName, feedback.find),
      ...supportMails(productName),
      ...paymentMails({ users, payments, productName, supportEmail }),
      ...storeMails({ users }),
      digestTemplate({ notifications, read: createDigests({ db, users, unsubscribing }) }),
      sampleTemplate({ db, clock, users, unsubscribing }),
      channelPausedTemplate(),
    ],
  }
  const signIn = createSignIn({
    ...{ db, clock, signer, logger, users },
    sessions: auth.sessions,
    ...{ identity, grants },
    takeOver: auth.takeOver,
    appScheme: config.appScheme,
  })
  const voices = createVoices({
    ...{ clock, signer, storage, limits, logger },
    speech: ports.speech,
    chosenBy: users.chosenVoice,
    sessionById: auth.sessions.byId,
  })
  const spool = diskSpool(path.join(config.dataDir, 'cache', 'uploads'))
  const jobDeps: SummaryJobDeps = {
    db,
    queue,
    clock,
    logger,
    metrics,
    storage,
    passed,
    voices,
    ...ports,
    // One audio in the built-in voice uses all threads. The built-in engine leaves half of them free for it.
    atOnce: {
      writing: config.llm
        ? writeSummary.concurrency
        : Math.min(writeSummary.concurrency, Math.ceil(config.threads / 2)),
      speaking: config.speech ? speakSummary.concurrency : 1,
    },
    uploadedSounds: storedSounds(storage),
    tellReady: async (trx, { id, userId }) => {
      await notifications.sendPush(trx, userId, {
        title: 'Your summary is ready',
        body: 'Read it or listen to it now.',
        path: `/history-detail/${id}`,
        topic: 'ready',
        tag: `summary-${id}`,
      })
    },
  }
  const youtube = createYoutube({
    search: source.search,
    images: guardedImages(config.youtube.url ? { fakeUrl: config.youtube.url } : {}),
    ...{ storage, signer, clock },
  })
  const summaries = createSummaries({
    ...jobDeps,
    thumbnails: youtube.thumbnails,
    answerer: ports.answerer,
    subscriptions,
    queueLimit: createQueueLimit(config.queueLimit),
    needsConfirmedAddress: Boolean(config.mail.url && (config.llm || config.stt || config.speech)),
    spool,
    signer,
    entriesOfRun: (userId, runId) => entriesOfRun(db, userId, runId),
    publicUrl: config.publicUrl,
    sessionById: auth.sessions.byId,
  })
  const devices = createDevices({ db, clock, logger, push, sealer, productName })
  const following = createFollowing({
    ...{ db, queue, clock, logger, metrics, notifications, subscriptions, summaries, users, passed },
    videos: ports.videos,
    freshen: polling.freshen,
  })
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
    limits,
    notifications,
    leaving,
    // Billing ends first, so that no one keeps paying for a deleted account.
    chargingStore: billing.chargingStore,
    leave: [
      billing.end,
      schedules.forgetUser,
      devices.forgetUser,
      feedback.forgetUser,
      summaries.hiddenChannels.forgetUser,
    ],
  })
  return {
    config,
    ...parts,
    embedBase: config.youtube.url ?? 'https://www.youtube-nocookie.com',
    storageOrigin: originOf(config.bucket),
    paymentOrigins: plans.paymentOrigins,
    limits,
    auth,
    signIn,
    users,
    userPictures,
    devices,
    notifications,
    unsubscribing,
    mailJobDeps,
    pushJobDeps,
    // These mails give access to accounts, so they are not shown, even with the token, if other machines can connect.
    mailFolder: isLoopback(config.host) ? folder : undefined,
    demoClock: isLoopback(config.host) ? parts.demoClock : undefined,
    subscriptions,
    billing,
    youtube,
    voices,
    schedules,
    following,
    polling,
    channelHub: createChannelHub({
      ...{ db, clock, signer, logger, metrics },
      hub: openHub(config, clock),
      publicUrl: config.publicUrl,
    }),
    importChannels: createImporting({ youtube, limits }),
    previewChannels: createChannelPreviews({ db, clock, polling }),
    suggestions: createSuggestions({ db, clock }),
    mailSample: createDigestSamples({ db, users, limits, notifications }),
    feedback,
    counting: createCounting({ ...{ limits, metrics }, provider: openAnalytics(config), publicUrl: config.publicUrl }),
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
        payments: billing.movementsOf,
        schedules: schedules.list,
        notices: notifications.notices.everythingOf,
        'hidden-channels': summaries.hiddenChannels.of,
      },
      pictureOf: async userId => (await users.byId(userId))?.profile_picture ?? null,
    },
    checkStorage: signal =>
      checkStorageDaily(
        [...summaries.storedKinds, ...userPictures.storedKinds, account.storedKind, voices.storedKind],
        { db, storage, logger, metrics, now: clock.now(), signal },
      ),
    housekeeping: composeHousekeeping(config, { db, clock, storage, spool, folder }, [
      account.housekeeping,
      userPictures.housekeeping,
      auth.forgetOld,
      notifications.forgetSettled,
      notifications.notices.forgetOld,
      summaries.forgetViewers,
      signIn.forgetExpired,
      feedback.forgetOld,
      schedules.housekeeping,
      polling.housekeeping,
      billing.housekeeping,
    ]),
  }
}
