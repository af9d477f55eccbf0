import path from 'node:path'
import { plausibleAnalytics } from './adapters/analytics/plausible.ts'
import { builtInAnswerer } from './adapters/answerer/built-in.ts'
import { llmAnswerer } from './adapters/answerer/llm.ts'
import { webSub } from './adapters/hub/websub.ts'
import { describeSignIns } from './adapters/identity/open.ts'
import { createLlmClient } from './adapters/llm/llm-client.ts'
import { openModel } from './adapters/llm/model.ts'
import { taskLimiter } from './adapters/llm/task-limiter.ts'
import { outboxMail } from './adapters/mail/outbox.ts'
import { smtpMail } from './adapters/mail/smtp.ts'
import { openRoute } from './adapters/outbound/outbound-route.ts'
import { createPush } from './adapters/push/push.ts'
import { vapidKeys } from './adapters/push/vapid.ts'
import { type BuiltInVoices, closeBuiltInVoices, openBuiltInVoices } from './adapters/speech/built-in.ts'
import { openSpeech } from './adapters/speech/open.ts'
import { sentenceStore } from './adapters/speech/sentence-store.ts'
import { withCorsCheck } from './adapters/storage/cors-check.ts'
import { diskStorage } from './adapters/storage/disk.ts'
import { assertBucketUsable, s3Storage } from './adapters/storage/s3.ts'
import { builtInSummarizer } from './adapters/summarizer/built-in.ts'
import { llmSummarizer } from './adapters/summarizer/llm/summarizer.ts'
import { openTextThreads, type TextThreads } from './adapters/text-threads/pool.ts'
import { ffmpegAt } from './adapters/transcriber/ffmpeg.ts'
import { openAiRecogniser } from './adapters/transcriber/openai.ts'
import { createTranscriber } from './adapters/transcriber/transcriber.ts'
import { whisperCppRecogniser } from './adapters/transcriber/whisper-cpp.ts'
import { builtInTranscripts } from './adapters/transcripts/built-in.ts'
import { openYoutube, type YoutubeConfig } from './adapters/youtube/open.ts'
import { describePayments } from './compose-payments.ts'
import type { Config } from './config.ts'
import { originForHub } from './features/schedules/hub-address.ts'
import type { SummaryJobDeps } from './features/summaries/jobs.ts'
import type { Analytics } from './ports/analytics.ts'
import type { Answerer } from './ports/answerer.ts'
import type { Clock } from './ports/clock.ts'
import type { Hub } from './ports/hub.ts'
import type { Mail, MailFolder } from './ports/mail.ts'
import type { Push } from './ports/push.ts'
import type { Storage } from './ports/storage.ts'
import type { Transcriber } from './ports/transcriber.ts'
import type { YoutubeRateLimiter } from './ports/youtube-rate-limiter.ts'

/** Adapters that create summaries, independent of users and the database. The terminal command uses only these. */
export interface Engines
  extends Pick<
    SummaryJobDeps,
    'videos' | 'captions' | 'videoAudio' | 'transcriber' | 'transcripts' | 'summarizer' | 'speech'
  > {
  answerer: Answerer
  close(): Promise<void>
}

/** The adapter of each port, for the table printed at startup. */
export type AdapterNames = Record<string, string>

export function describeAdapters(config: Config): AdapterNames {
  return {
    database: config.databaseUrl ? 'PostgreSQL' : `embedded, in ${config.dataDir}`,
    storage: config.bucket
      ? `bucket ${config.bucket.bucket} at ${config.bucket.endpoint}`
      : `disk, in ${path.join(config.dataDir, 'files')}`,
    mail: config.mail.url ? `SMTP at ${new URL(config.mail.url).host}` : `files, in ${outboxFolder(config)}`,
    videos: config.youtube.url ? `fake YouTube at ${config.youtube.url}` : 'YouTube',
    uploads: uploadsPick(config),
    captions: captionsPick(config),
    'speech to text': config.stt ? `${config.stt.model} at ${new URL(config.stt.url).host}` : 'none',
    push: pushPick(config),
    payments: describePayments(config),
    analytics: config.analytics ? `Plausible at ${new URL(config.analytics.url).host}` : 'none',
    summarizer: config.llm
      ? `${config.llm.provider} ${config.llm.model}${config.llm.url ? ` at ${config.llm.url}` : ''}`
      : 'built-in',
    speech: speechPick(config),
    'sign-in': describeSignIns(config),
  }
}

function captionsPick({ youtube }: Config): string {
  const first = youtube.url ? `fake YouTube at ${youtube.url}` : 'YouTube'
  return [first, ...(youtube.ytDlp ? ['yt-dlp'] : []), ...(youtube.transcripts ? ['Supadata'] : [])].join(', then ')
}

function uploadsPick({ youtube, publicUrl }: Config): string {
  const lists = youtube.url ? `fake YouTube at ${youtube.url}` : 'YouTube'
  return originForHub(publicUrl) === null ? lists : `${lists}, with notifications from its hub to ${publicUrl}`
}

function speechPick({ speech, voice }: Config): string {
  const builtIn = `built-in voice ${voice}`
  if (!speech) return builtIn
  const at = speech.url ? ` at ${new URL(speech.url).host}` : ''
  return `${speech.provider}${at} (${speech.voices.join(', ')}); fallback: ${builtIn}`
}

function pushPick({ push: { url, fcmAccount } }: Config): string {
  const phones = fcmAccount ? `, and phones through FCM (${fcmAccount.project_id})` : ''
  return `browsers${phones}${url ? `, all at the fake ${url}` : ''}`
}
export const outboxFolder = (config: Config): string => path.join(config.dataDir, 'outbox')

/** Threads for text processing and for the built-in voices. Servers in one process can share them. */
export interface Threads {
  texts: TextThreads
  voices: BuiltInVoices
  close(): Promise<void>
}

export function openThreads({ threads }: Pick<Config, 'threads'>): Threads {
  const texts = openTextThreads({ threads })
  const voices = openBuiltInVoices({ threads })
  return {
    texts,
    voices,
    async close() {
      await Promise.all([texts.close(), closeBuiltInVoices(voices)])
    },
  }
}

export interface EngineOptions {
  /** Shared threads; the caller closes them. */
  threads?: Threads | undefined
  /** Called with a message when a file that is re-read at runtime is invalid. */
  onInvalidFile?: (trouble: string) => void
  /** Called with the outcome of each request to YouTube. */
  onYoutubeOutcome?: (provider: string, outcome: string) => void
  /** Limits the rate of requests to YouTube. */
  pace?: YoutubeRateLimiter | undefined
}

export const youtubeConfig = (
  { youtube }: Config,
  clock: Clock,
  onInvalidFile?: (trouble: string) => void,
): YoutubeConfig => ({
  clock,
  clients: youtube.clients,
  clientFile: { path: youtube.clientFile, onInvalidFile },
  ...(youtube.url ? { baseUrl: youtube.url } : {}),
  routes: youtube.routes,
  ...(youtube.dataKey ? { dataApi: { key: youtube.dataKey, baseUrl: youtube.dataUrl } } : {}),
  ytDlp: youtube.ytDlp,
  transcripts: youtube.transcripts,
})

export function openEngines(
  config: Config,
  clock: Clock,
  { threads: shared, onInvalidFile, onYoutubeOutcome, pace }: EngineOptions = {},
): Engines & { youtube: ReturnType<typeof openYoutube> } {
  const youtube = openYoutube({
    ...youtubeConfig(config, clock, onInvalidFile),
    health: { onOutcome: onYoutubeOutcome },
    pace,
  })
  const threads = shared ?? openThreads(config)
  const sentences = sentenceStore(path.join(config.dataDir, 'cache', 'sentences'), clock)
  const speech = openSpeech({
    builtIn: { preferred: config.voice, voices: threads.voices },
    service: config.speech,
    sentences,
  })
  return {
    youtube,
    videos: youtube.videos,
    captions: youtube.captions,
    videoAudio: youtube.audio,
    transcriber: openTranscriber(config, clock),
    transcripts: builtInTranscripts(threads.texts),
    ...openWriters(config, threads.texts, clock),
    speech,
    async close() {
      await Promise.all([shared || threads.close(), speech.close()])
    },
  }
}

/** The configured language model with the built-in engine as fallback, or the built-in engine alone. */
function openWriters({ llm }: Config, threads: TextThreads, clock: Clock): Pick<Engines, 'summarizer' | 'answerer'> {
  const builtIn = builtInSummarizer(threads)
  if (!llm) return { summarizer: builtIn, answerer: builtInAnswerer(threads) }
  const { timeoutMs, prices, maxCost } = llm
  const client = createLlmClient({ model: openModel(llm), limiter: taskLimiter(llm.parallel), clock, timeoutMs })
  const modelId = `${llm.provider}:${llm.model}`
  return {
    summarizer: llmSummarizer({ llm: client, threads, builtIn, modelId, prices, maxCost }),
    answerer: llmAnswerer({ llm: client, threads, builtIn: builtInAnswerer(threads), modelId, prices }),
  }
}

/** Folder for pieces of audio during transcription. */
export const transcriptionFolder = (config: Config): string => path.join(config.dataDir, 'cache', 'hearing')

function openTranscriber(config: Config, clock: Clock): Transcriber | undefined {
  if (!config.stt) return undefined
  const { provider, ffmpeg = 'ffmpeg', parallel, ...service } = config.stt
  const recogniser = { openai: openAiRecogniser, 'whisper.cpp': whisperCppRecogniser }[provider]({ ...service, clock })
  return createTranscriber({ recogniser, ffmpeg: ffmpegAt(ffmpeg), folder: transcriptionFolder(config), parallel })
}

export async function openStorage(
  { bucket, dataDir, publicUrl, roles }: Config,
  onTrouble: (trouble: string) => void,
): Promise<Storage> {
  if (!bucket) return diskStorage(path.join(dataDir, 'files'))
  await assertBucketUsable(bucket)
  const storage = s3Storage(bucket)
  // Only the API redirects browsers to the bucket.
  if (!roles.includes('api')) return storage
  return await withCorsCheck(storage, {
    origin: new URL(publicUrl).origin,
    name: `The bucket ${bucket.bucket} at ${bucket.publicEndpoint}`,
    onChange: onTrouble,
  })
}

/** Origin that browsers download files from. Includes the bucket name unless the storage uses path-style URLs. */
export function bucketOrigin(bucket: Config['bucket']): string | undefined {
  if (!bucket || bucket.pathStyle) return bucket?.publicEndpoint
  return bucket.publicEndpoint.replace('://', `://${bucket.bucket}.`)
}

/** Opens the mail server, or the outbox folder if none is set. `folder` lets operators read the mails in it. */
export function openMail(config: Config, clock: Clock): { mail: Mail; folder: MailFolder | undefined } {
  const from = { name: config.productName, address: config.mail.from }
  if (config.mail.url) return { mail: smtpMail({ url: config.mail.url, from, clock }), folder: undefined }
  const outbox = outboxMail({ folder: outboxFolder(config), from, clock })
  return { mail: outbox, folder: outbox }
}

/** Opens the WebSub hub that notifies us of uploads. Uses the first outbound route. */
export function openHub({ youtube: { url, routes } }: Config, clock: Clock): Hub {
  const [route] = routes
  const over = route && route.kind !== 'direct' ? openRoute(route).dispatcher : undefined
  return webSub({ clock, ...(url ? { baseUrl: url } : {}), ...(over ? { dispatcher: over } : {}) })
}

export function openPush(config: Config, secret: string): Push {
  const { url, fcmAccount } = config.push
  const fakeUrl = url ? { url } : {}
  return createPush({
    web: { keys: vapidKeys(secret), contact: `mailto:${config.supportEmail}`, ...fakeUrl },
    ...(fcmAccount ? { fcm: { account: fcmAccount, ...fakeUrl } } : {}),
  })
}

/** Analytics for visitors who have agreed to them. */
export const openAnalytics = ({ analytics }: Config): Analytics | undefined =>
  analytics && plausibleAnalytics(analytics)
