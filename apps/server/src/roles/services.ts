import type { Config } from '../config.ts'
import type { OpenDatabase } from '../database/open.ts'
import type { ExportingDeps } from '../features/account/exporting.ts'
import type { Account } from '../features/account/service.ts'
import type { Counting } from '../features/analytics/service.ts'
import type { Auth } from '../features/auth/service.ts'
import type { SignIn } from '../features/auth/sign-in.ts'
import type { Feedback } from '../features/feedback/service.ts'
import type { Devices } from '../features/notifications/devices.ts'
import type { MailJobDeps } from '../features/notifications/mails-job.ts'
import type { PushJobDeps } from '../features/notifications/pushes-job.ts'
import type { Notifications } from '../features/notifications/service.ts'
import type { Unsubscribing } from '../features/notifications/unsubscribing.ts'
import type { ChannelPreviews } from '../features/schedules/channel-previews.ts'
import type { DigestSamples } from '../features/schedules/digest/sample.ts'
import type { Following } from '../features/schedules/following.ts'
import type { ChannelHub } from '../features/schedules/hub-service.ts'
import type { Importing } from '../features/schedules/importing.ts'
import type { Polling } from '../features/schedules/polling.ts'
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

/** Everything the roles run on, made once by the composition root. */
export interface Services {
  config: Config
  appVersion: string
  /** Origin of the embedded video player. */
  embedBase: string
  /** Origin of a storage that browsers reach themselves. */
  storageOrigin: string | undefined
  /** Where the payment form comes from; undefined where nothing can be bought. */
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
  unsubscribing: Unsubscribing
  subscriptions: Subscriptions
  billing: Billing
  youtube: Youtube
  voices: Voices
  summaries: Summaries
  schedules: Schedules
  following: Following
  polling: Polling
  channelHub: ChannelHub
  importChannels: Importing
  previewChannels: ChannelPreviews
  suggestions: Suggestions
  mailSample: DigestSamples
  feedback: Feedback
  counting: Counting
  jobDeps: SummaryJobDeps
  mailJobDeps: MailJobDeps
  pushJobDeps: PushJobDeps
  /** Opens `/dev/*`, and `/metrics` where `METRICS_TOKEN` is not set. */
  operatorToken: string
  /** The mails that rest on this machine, where whoever runs it may look at them. */
  mailFolder: MailFolder | undefined
  /** The clock of the demo, where whoever runs it may put it forward. */
  demoClock: MovableClock | undefined
  account: Account
  exporting: ExportingDeps
  /** Restores stored files that are lost and deletes those that no row names; at most once a day. */
  checkStorage(signal: AbortSignal): Promise<void>
  /** What is done once an hour: caches pruned, expired rows removed. */
  housekeeping(): Promise<void>
}
