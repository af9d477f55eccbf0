import type { Config } from '../config.ts'
import type { OpenDatabase } from '../database/open.ts'
import type { MakeExportDeps } from '../features/account/make-export.job.ts'
import type { Account } from '../features/account/service.ts'
import type { VisitCounter } from '../features/analytics/service.ts'
import type { Auth } from '../features/auth/service.ts'
import type { SignIn } from '../features/auth/sign-in.ts'
import type { Feedback } from '../features/feedback/service.ts'
import type { Devices } from '../features/notifications/devices.ts'
import type { MailJobDeps } from '../features/notifications/send-mail.job.ts'
import type { PushJobDeps } from '../features/notifications/send-push.job.ts'
import type { Notifications } from '../features/notifications/service.ts'
import type { UnsubscribeLinks } from '../features/notifications/unsubscribe-links.ts'
import type { ChannelPreviews } from '../features/schedules/channel-previews.ts'
import type { DigestSamples } from '../features/schedules/digest/sample.ts'
import type { ChannelHub } from '../features/schedules/hub-service.ts'
import type { ChannelImport } from '../features/schedules/import-channels.ts'
import type { Polling } from '../features/schedules/polling.ts'
import type { ScheduleWorker } from '../features/schedules/schedule-worker.ts'
import type { Schedules } from '../features/schedules/service.ts'
import type { Suggestions } from '../features/schedules/suggestions.ts'
import type { Billing } from '../features/subscriptions/billing.ts'
import type { Subscriptions } from '../features/subscriptions/service.ts'
import type { SummaryJobDeps } from '../features/summaries/jobs.ts'
import type { Summaries } from '../features/summaries/service.ts'
import type { UserPictures } from '../features/users/pictures.ts'
import type { Users } from '../features/users/service.ts'
import type { Voices } from '../features/voices/service.ts'
import type { Youtube } from '../features/youtube/service.ts'
import type { Limits } from '../http/limits.ts'
import type { PaymentOrigins } from '../http/security-headers.ts'
import type { Queue } from '../jobs/queue.ts'
import type { Clock, MovableClock } from '../ports/clock.ts'
import type { MailFolder } from '../ports/mail.ts'
import type { Storage } from '../ports/storage.ts'
import type { Logger } from '../telemetry/logger.ts'
import type { Metrics } from '../telemetry/metrics.ts'

/** Everything the roles need, created once by the composition root. */
export interface Services {
  config: Config
  appVersion: string
  /** Origin of the embedded video player. */
  embedBase: string
  /** Origin of a storage that browsers access directly. */
  storageOrigin: string | undefined
  /** Origins of the payment form; undefined if payments are not configured. */
  paymentOrigins: PaymentOrigins | undefined
  storage: Storage
  database: OpenDatabase
  clock: Clock
  queue: Queue
  limits: Limits
  logger: Logger
  metrics: Metrics
  auth: Auth
  signIn: SignIn
  users: Users
  userPictures: UserPictures
  devices: Devices
  notifications: Notifications
  unsubscribing: UnsubscribeLinks
  subscriptions: Subscriptions
  billing: Billing
  youtube: Youtube
  voices: Voices
  summaries: Summaries
  schedules: Schedules
  following: ScheduleWorker
  polling: Polling
  channelHub: ChannelHub
  importChannels: ChannelImport
  previewChannels: ChannelPreviews
  suggestions: Suggestions
  mailSample: DigestSamples
  feedback: Feedback
  visitCounter: VisitCounter
  jobDeps: SummaryJobDeps
  mailJobDeps: MailJobDeps
  pushJobDeps: PushJobDeps
  /** Grants access to `/dev/*`, and to `/metrics` if `METRICS_TOKEN` is not set. */
  operatorToken: string
  /** Mails stored on this machine for the operator to read; undefined if mails are sent. */
  mailFolder: MailFolder | undefined
  /** The demo's clock, which the operator can move forward; undefined outside the demo. */
  demoClock: MovableClock | undefined
  account: Account
  makeExportDeps: MakeExportDeps
  /** Restores lost stored files and deletes files that no row references. Does nothing if it ran within the last day. */
  checkStorage(signal: AbortSignal): Promise<void>
  /** Hourly cleanup of caches and expired rows. */
  housekeeping(): Promise<void>
}
