import path from 'node:path'
import { openIdentityProviders } from './adapters/identity/open.ts'
import { guardedImages } from './adapters/images/guarded.ts'
import { isLoopback } from './adapters/mail/smtp.ts'
import { sharpPictures } from './adapters/pictures/sharp.ts'
import { aesEncryptor } from './adapters/signer/encryptor.ts'
import { hmacSigner } from './adapters/signer/hmac.ts'
import { loadOrGenerateSecret } from './adapters/signer/secret.ts'
import { storedAudio } from './adapters/sounds/stored.ts'
import { diskUploadBuffer } from './adapters/spool/disk.ts'
import { bucketOrigin, openAnalytics, type openEngines, openHub, openMail, openPush } from './compose-adapters.ts'
import { composeHousekeeping } from './compose-housekeeping.ts'
import { composePayments } from './compose-payments.ts'
import type { Config } from './config.ts'
import { checkStorageDaily } from './database/check-storage.ts'
import type { AccountKillPoint } from './features/account/kill-points.ts'
import { accountMails } from './features/account/mails.ts'
import { createAccountService } from './features/account/service.ts'
import { createVisitCounter } from './features/analytics/service.ts'
import { createSignInGrants } from './features/auth/grants.ts'
import { createAuth } from './features/auth/service.ts'
import { createSignIn } from './features/auth/sign-in.ts'
import { feedbackMails } from './features/feedback/mails.ts'
import { createFeedback } from './features/feedback/service.ts'
import { createDevices } from './features/notifications/devices.ts'
import type { MailKillPoint, PushKillPoint } from './features/notifications/kill-points.ts'
import type { MailJobDeps } from './features/notifications/send-mail.job.ts'
import type { PushJobDeps } from './features/notifications/send-push.job.ts'
import { createNotifications } from './features/notifications/service.ts'
import { createUnsubscribeLinks } from './features/notifications/unsubscribe-links.ts'
import { channelPausedTemplate } from './features/schedules/channel-paused-mail.ts'
import { createChannelPreviews } from './features/schedules/channel-previews.ts'
import { createDigestLoader } from './features/schedules/digest/load-digest.ts'
import { digestTemplate } from './features/schedules/digest/mail.ts'
import { createDigestSamples, sampleTemplate } from './features/schedules/digest/sample.ts'
import { createChannelHub } from './features/schedules/hub-service.ts'
import { createChannelImport } from './features/schedules/import-channels.ts'
import { listDigestSummaryIds } from './features/schedules/items-repository.ts'
import { enqueueFollowerNotifications } from './features/schedules/notify-followers.job.ts'
import { createPolling } from './features/schedules/polling.ts'
import type { ScheduleKillPoint } from './features/schedules/schedule-kill-points.ts'
import { createScheduleWorker } from './features/schedules/schedule-worker.ts'
import { createSchedules } from './features/schedules/service.ts'
import { createSuggestions } from './features/schedules/suggestions.ts'
import type { PaymentKillPoint } from './features/subscriptions/kill-points.ts'
import { paymentMails } from './features/subscriptions/mails.ts'
import { storeMails } from './features/subscriptions/store-mails.ts'
import { createAccountSummaries } from './features/summaries/account-summaries.ts'
import { speakSummary, writeSummary } from './features/summaries/job-kinds.ts'
import type { SummaryJobDeps } from './features/summaries/jobs.ts'
import type { SummaryKillPoint } from './features/summaries/kill-points.ts'
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
export type PassedKillPoint = (
  point: SummaryKillPoint | MailKillPoint | PushKillPoint | AccountKillPoint | ScheduleKillPoint | PaymentKillPoint,
) => void

type Parts = Pick<
  Services,
  'appVersion' | 'logger' | 'metrics' | 'database' | 'queue' | 'storage' | 'operatorToken'
> & {
  clock: Clock
  demoClock: MovableClock | undefined
  engines: ReturnType<typeof openEngines>
  payments: Payments
  passed: PassedKillPoint
}

export function composeServices(config: Config, parts: Parts): Services {
  const { clock, database, storage, queue, engines, logger, metrics, passed, payments } = parts
  const { db } = database
  const { youtube: source, ...ports } = engines
  const secret = config.secretKey ?? loadOrGenerateSecret(config.dataDir)
  const signer = hmacSigner(secret)
  const limits = createLimits(database.kind === 'postgresql' ? sharedLimiters(database.pool) : memoryLimiters)
  const plans = composePayments(config, { db, clock, logger, payments })
  const { subscriptions } = plans
  const polling = createPolling({
    ...{ db, clock, logger, metrics },
    uploads: source.uploads,
    videos: source.videos,
    concurrency: config.youtube.pollConcurrency,
    onHealthChange: async (trx, news) =>
      void (await enqueueFollowerNotifications(trx, queue, { ...news, since: clock.now() })),
  })
  const schedules = createSchedules({ db, queue, clock, subscriptions, polling })
  const users: Users = createUsers({
    db,
    clock,
    plansOf: subscriptions.listActivePlans,
    adminEmail: config.adminEmail,
    isVoice: id => engines.speech.voices.some(voice => voice.id === id),
    zoneChanged: schedules.changeTimeZone,
  })
  const notifications = createNotifications({ db, queue, clock, users, publicUrl: config.publicUrl })
  const billing = plans.billingWith({
    ...{ queue, metrics, limits, users, notifications, passed },
    getUsage: async userId => {
      const [month, [schedule]] = await Promise.all([summaries.month(userId), schedules.list(userId)])
      return {
        channels: schedule?.channelList.length ?? 0,
        frequency: schedule?.frequency ?? null,
        summariesThisMonth: month.used,
        readsThisMonth: month.communityReads.used,
      }
    },
  })
  const unsubscribing = createUnsubscribeLinks({ users, signer })
  const identity = openIdentityProviders(config, clock)
  const sealer = aesEncryptor(secret)
  const grants = createSignInGrants({ db, clock, sealer, logger, grants: identity.grants })
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
      digestTemplate({ notifications, loadDigest: createDigestLoader({ db, users, unsubscribing }) }),
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
    chosenVoice: users.chosenVoice,
    sessionById: auth.sessions.byId,
  })
  const uploadBuffer = diskUploadBuffer(path.join(config.dataDir, 'cache', 'uploads'))
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
    concurrency: {
      writing: config.llm
        ? writeSummary.concurrency
        : Math.min(writeSummary.concurrency, Math.ceil(config.threads / 2)),
      speaking: config.speech ? speakSummary.concurrency : 1,
    },
    uploadedRecordings: storedAudio(storage),
    notifyReady: async (trx, { id, userId }) => {
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
    uploadBuffer,
    signer,
    summariesOfRun: (userId, runId) => listDigestSummaryIds(db, userId, runId),
    publicUrl: config.publicUrl,
    sessionById: auth.sessions.byId,
  })
  const devices = createDevices({ db, clock, logger, push, sealer, productName })
  const following = createScheduleWorker({
    ...{ db, queue, clock, logger, metrics, notifications, subscriptions, summaries, users, passed },
    videos: ports.videos,
    refreshChannels: polling.refreshChannels,
  })
  const accountSummaries = createAccountSummaries({ db, summarizer: ports.summarizer })
  const userPictures = createUserPictures({
    db,
    clock,
    storage,
    signer,
    pictures: sharpPictures(),
    storageHost: config.bucket && new URL(config.bucket.publicEndpoint).host,
  })
  const account = createAccountService({
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
    accountSummaries,
    // Billing ends first, so that no one keeps paying for a deleted account.
    chargingStore: billing.findChargingStore,
    deletionSteps: [
      billing.endForDeletedAccount,
      schedules.deleteForUser,
      devices.deleteForUser,
      feedback.deleteForUser,
      summaries.hiddenChannels.deleteForUser,
    ],
  })
  return {
    config,
    ...parts,
    embedBase: config.youtube.url ?? 'https://www.youtube-nocookie.com',
    storageOrigin: bucketOrigin(config.bucket),
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
    importChannels: createChannelImport({ youtube, limits }),
    previewChannels: createChannelPreviews({ db, clock, polling }),
    suggestions: createSuggestions({ db, clock }),
    mailSample: createDigestSamples({ db, users, limits, notifications }),
    feedback,
    visitCounter: createVisitCounter({
      ...{ limits, metrics },
      provider: openAnalytics(config),
      publicUrl: config.publicUrl,
    }),
    summaries,
    jobDeps,
    account,
    makeExportDeps: {
      ...{ db, queue, clock, logger, storage, notifications, accountSummaries, passed },
      productName: config.productName,
      dataReaders: {
        profile: users.profile,
        settings: users.settings,
        subscriptions: subscriptions.getForUser,
        payments: billing.listMovements,
        schedules: schedules.list,
        notices: notifications.notices.exportForUser,
        'hidden-channels': summaries.hiddenChannels.of,
      },
      pictureOf: async userId => (await users.byId(userId))?.profile_picture ?? null,
    },
    checkStorage: signal =>
      checkStorageDaily(
        [...summaries.storedKinds, ...userPictures.storedKinds, account.storedKind, voices.storedKind],
        { db, storage, logger, metrics, now: clock.now(), signal },
      ),
    housekeeping: composeHousekeeping(config, { db, clock, storage, uploadBuffer, folder }, [
      account.housekeeping,
      userPictures.housekeeping,
      auth.deleteExpired,
      notifications.deleteOldMessages,
      notifications.notices.deleteOld,
      summaries.deleteOldViewers,
      signIn.deleteExpired,
      feedback.deleteOld,
      schedules.housekeeping,
      polling.housekeeping,
      billing.housekeeping,
    ]),
  }
}
