import type {
  AccountExport,
  AnswerPart,
  CountedEvent,
  FeedbackEntry,
  HiddenChannel,
  NewVideo,
  Notice,
  Preview,
  Run,
  Schedule,
  SessionInfo,
  Settings,
  Summary,
  TranscriptResponse,
  UsageEntry,
  User,
  VideoChannel,
  VoiceResponse,
} from '@recaps/contract'
import type { MailDelivery } from '@recaps/contract/health'
import type { Topic } from '@recaps/contract/notifications'
import { activePlan, type Plan, type PlanId, plans } from '@recaps/domain/plans'
import type { Timeframe } from '@recaps/domain/popularity'
import { answerQuestion } from './answer.ts'
import type { PaymentWorld } from './payment-handlers.ts'
import { samplePayments, sampleStores } from './payment-samples.ts'
import { sampleTranscript } from './samples.ts'

/** State of the memory server. Tests change it. */
export interface World extends PaymentWorld {
  now(): number
  users: { email: string; password: string; user: User }[]
  tokens: Map<string, number>
  /** One-time codes of sign-ins that came back from a provider. */
  codes: Map<string, { userId: number; redirect: string | null }>
  mail: MailDelivery
  /** Whether the server can transcribe recordings. */
  hasTranscriber: boolean
  /** Valid tokens from mails. */
  mailTokens: Map<string, { purpose: 'reset' | 'verify'; userId: number }>
  settings: Settings
  voices: VoiceResponse[]
  sessions: SessionInfo[]
  /** Analytics events with the bearer token they were sent with, which should be empty. */
  analyticsEvents: (CountedEvent & { token: string })[]
  /** Files that were PUT, by their path. */
  uploads: Map<string, { type: string; bytes: number }>
  export: AccountExport
  feedback: FeedbackEntry[]
  /** Plan of users without a purchase. */
  plan: PlanId
  used: number
  summaries: Map<number, Summary>
  /** Other users' summaries, most viewed first, with the ids under which the user opens them. */
  popular: Partial<Record<Timeframe, readonly Summary[]>>
  /** Channels that the user hides from Popular. */
  hiddenChannels: HiddenChannel[]
  /** Popular summaries that the user opened this month. */
  openedReads: Set<number>
  /** Summaries shared by others, by link token. */
  shared: Map<string, Summary>
  /** Videos that exist, by id, with their preview. */
  videos: Map<string, Pick<Preview, 'videoInfo'> & Partial<Preview>>
  search: VideoChannel[]
  /** Channels that exist, found by searches and imports. */
  channels: VideoChannel[]
  /** Approximate subscriber counts by channel id; unknown for other channels. */
  subscribers: Map<string, number>
  /** Usage entries, newest first. */
  usage: UsageEntry[]
  schedules: Schedule[]
  /** The deleted schedule, which can still be restored. */
  deletedSchedule: Schedule | null
  /** Runs before the latest one, newest first. */
  earlierRuns: Run[]
  /** Ids of the summaries created by each run. */
  summariesByRun: Map<number, readonly number[]>
  /** Forecast of summaries per month, for any number of channels; null if not known yet. */
  forecast: number | null
  /** Channels whose preview was requested, so their upload rate is known. */
  previewedChannels: Set<string>
  /** Latest videos of the channels the user follows. */
  newVideos: NewVideo[]
  notices: Notice[]
  deletedNotices: Notice[]
  /** Ids of feedback messages whose senders asked for a copy. */
  feedbackCopies: number[]
  /** Push topics of each registered device, by token. */
  devices: Map<string, Topic[]>
  transcript: TranscriptResponse
  /** Streams the answer to a question about a summary. */
  answer(question: string, summary: Summary): AsyncIterable<AnswerPart>
  /** Number of answers whose stream the client aborted. */
  abortedAnswers: number
  /** Called after a summary was requested, for worlds that process it by themselves. */
  onRequested(id: number): void
}

const timestamp = '2026-01-05T09:00:00.000Z'

export const planResponse = (id: PlanId) => {
  const { priceCents, allowedFrequencies, ...plan } = plans.find(known => known.id === id)!
  return {
    ...plan,
    allowedFrequencies: [...allowedFrequencies],
    price: priceCents / 100,
    stripeProductId: '',
    stripePriceId: '',
    createdAt: timestamp,
    updatedAt: timestamp,
  }
}

export const sampleUser = (change: Partial<User> = {}): User => ({
  id: 1,
  email: 'ada@example.com',
  emailVerified: true,
  isAdmin: false,
  firstName: 'Ada',
  lastName: 'Lovelace',
  profilePicture: null,
  timezone: 'Europe/Rome',
  dstEnabled: true,
  dstStart: '2026-03-29T01:00:00.000Z',
  dstEnd: '2026-10-25T01:00:00.000Z',
  subscriptions: [planResponse('basic')],
  ...change,
})

export const sampleSettings = (change: Partial<Settings> = {}): Settings => ({
  timeZone: 'Europe/Rome',
  voice: null,
  defaultPreset: 'standard',
  defaultMaxLength: 10_000,
  defaultFocus: null,
  showInPopular: true,
  mail: { digest: true, product: false },
  push: { digest: true, ready: true, product: false },
  ...change,
})

const sampleVoice = (id: string, name: string, provider: VoiceResponse['provider']): VoiceResponse => ({
  id,
  name,
  provider,
  previewUrl: `/audio/voices/${encodeURIComponent(id)}?signature=x`,
  isDefault: id === 'kokoro:af_heart',
})

export const sampleVoices = (): VoiceResponse[] => [
  sampleVoice('kokoro:af_heart', 'Heart, American', 'kokoro'),
  sampleVoice('kokoro:bm_fable', 'Fable, British', 'kokoro'),
  sampleVoice('rms', 'Built-in voice, deeper', 'built-in'),
  sampleVoice('slt', 'Built-in voice, higher', 'built-in'),
]

const sampleSessions = (): SessionInfo[] => [
  {
    id: 11,
    device: 'Firefox on Linux',
    network: '203.0.113.0/24',
    createdAt: timestamp,
    seenAt: timestamp,
    isCurrent: true,
  },
  {
    id: 12,
    device: 'Safari on iOS',
    network: '198.51.100.0/24',
    createdAt: timestamp,
    seenAt: timestamp,
    isCurrent: false,
  },
  { id: 13, device: null, network: null, createdAt: timestamp, seenAt: timestamp, isCurrent: false },
]

export const sampleToken = 'token-of-ada'

/** A world with one user, signed in with `sampleToken`, and nothing else. */
export function createWorld(change: Partial<World> = {}): World {
  return {
    now: () => Date.now(),
    users: [{ email: 'ada@example.com', password: 'long enough', user: sampleUser() }],
    tokens: new Map([[sampleToken, 1]]),
    codes: new Map(),
    mail: 'sent',
    hasTranscriber: false,
    mailTokens: new Map(),
    settings: sampleSettings(),
    devices: new Map(),
    voices: sampleVoices(),
    sessions: sampleSessions(),
    analyticsEvents: [],
    uploads: new Map(),
    export: { state: 'none', requestedAt: null, readyAt: null, expiresAt: null, bytes: null, url: null },
    feedback: [],
    plan: 'basic',
    payments: samplePayments(),
    stores: sampleStores(),
    purchases: [],
    invoices: [],
    intents: new Map(),
    receipts: new Map(),
    savedCard: 'pays',
    isDisputed: false,
    checksUntilPaid: 0,
    used: 3,
    summaries: new Map(),
    popular: {},
    hiddenChannels: [],
    openedReads: new Set(),
    shared: new Map(),
    videos: new Map(),
    search: [],
    channels: [],
    subscribers: new Map(),
    usage: [],
    schedules: [],
    deletedSchedule: null,
    deletedNotices: [],
    feedbackCopies: [],
    earlierRuns: [],
    summariesByRun: new Map(),
    forecast: null,
    previewedChannels: new Set(),
    newVideos: [],
    notices: [],
    transcript: sampleTranscript(),
    answer: answerQuestion,
    abortedAnswers: 0,
    onRequested() {},
    ...change,
  }
}

export const addSummaries = (world: World, summaries: readonly Summary[]) => {
  for (const summary of summaries) world.summaries.set(summary.id, summary)
  return world
}

/** The active plan: the active purchase's, else the default. */
export const activePlanOf = ({ purchases, plan }: World): Plan =>
  activePlan(
    purchases.map(({ subscriptionId, status, type }) => ({ planId: subscriptionId, status, type })),
    plan,
  )

export function monthUsage(world: World) {
  const { summariesPerMonth: limit, communityReadsPerMonth: reads } = activePlanOf(world)
  const read = world.openedReads.size
  const now = new Date(world.now())
  const resetsAt = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)).toISOString()
  return {
    used: world.used,
    limit,
    remaining: Math.max(0, limit - world.used),
    resetsAt,
    communityReads: { used: read, limit: reads, remaining: Math.max(0, reads - read) },
  }
}
