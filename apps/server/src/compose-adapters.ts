import path from 'node:path'
import { plausible } from './adapters/analytics/plausible.ts'
import { builtInAnswerer } from './adapters/answerer/built-in.ts'
import { llmAnswerer } from './adapters/answerer/llm.ts'
import { webSub } from './adapters/hub/websub.ts'
import { signInsOf } from './adapters/identity/open.ts'
import { createAsking } from './adapters/llm/calls.ts'
import { openModel } from './adapters/llm/model.ts'
import { slots } from './adapters/llm/slots.ts'
import { outboxMail } from './adapters/mail/outbox.ts'
import { smtpMail } from './adapters/mail/smtp.ts'
import { openWayOut } from './adapters/outbound/way-out.ts'
import { pushTo } from './adapters/push/push.ts'
import { vapidKeys } from './adapters/push/vapid.ts'
import { type BuiltInVoices, closeBuiltInVoices, openBuiltInVoices } from './adapters/speech/built-in.ts'
import { openSpeech } from './adapters/speech/open.ts'
import { sentenceStore } from './adapters/speech/sentence-store.ts'
import { storageForBrowsers } from './adapters/storage/cross-origin.ts'
import { diskStorage } from './adapters/storage/disk.ts'
import { refuseUnusableBucket, s3Storage } from './adapters/storage/s3.ts'
import { builtInSummarizer } from './adapters/summarizer/built-in.ts'
import { llmSummarizer } from './adapters/summarizer/llm/summarizer.ts'
import { openTextThreads, type TextThreads } from './adapters/text-threads/pool.ts'
import { ffmpegAt } from './adapters/transcriber/ffmpeg.ts'
import { openAiRecogniser } from './adapters/transcriber/openai.ts'
import { pieceByPiece } from './adapters/transcriber/transcriber.ts'
import { whisperCppRecogniser } from './adapters/transcriber/whisper-cpp.ts'
import { builtInTranscripts } from './adapters/transcripts/built-in.ts'
import { openYoutube, type YoutubeConfig } from './adapters/youtube/open.ts'
import { paymentsPick } from './compose-payments.ts'
import type { Config } from './config.ts'
import { originForHub } from './features/schedules/hub-address.ts'
import type { SummaryJobDeps } from './features/summaries/jobs.ts'
import type { Analytics } from './ports/analytics.ts'
import type { Answerer } from './ports/answerer.ts'
import type { Clock } from './ports/clock.ts'
import type { Hub } from './ports/hub.ts'
import type { Mail, MailFolder } from './ports/mail.ts'
import type { Pace } from './ports/pace.ts'
import type { Push } from './ports/push.ts'
import type { Storage } from './ports/storage.ts'
import type { Transcriber } from './ports/transcriber.ts'

/** The steps of making a summary that need nobody's account: what the terminal command runs on. */
export interface Engines
  extends Pick<
    SummaryJobDeps,
    'videos' | 'captions' | 'sounds' | 'transcriber' | 'transcripts' | 'summarizer' | 'speech'
  > {
  answerer: Answerer
  close(): Promise<void>
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
    uploads: uploadsPick(config),
    captions: captionsPick(config),
    'speech to text': config.stt ? `${config.stt.model} at ${new URL(config.stt.url).host}` : 'none',
    push: pushPick(config),
    payments: paymentsPick(config),
    analytics: config.analytics ? `Plausible at ${new URL(config.analytics.url).host}` : 'none',
    summarizer: config.llm
      ? `${config.llm.provider} ${config.llm.model}${config.llm.url ? ` at ${config.llm.url}` : ''}`
      : 'built-in',
    speech: speechPick(config),
    'sign-in': signInsOf(config),
  }
}

function captionsPick({ youtube }: Config): string {
  const first = youtube.url ? `YouTube's stand-in at ${youtube.url}` : 'YouTube'
  return [first, ...(youtube.ytDlp ? ['yt-dlp'] : []), ...(youtube.transcripts ? ['Supadata'] : [])].join(', then ')
}

function uploadsPick({ youtube, publicUrl }: Config): string {
  const lists = youtube.url ? `YouTube's stand-in at ${youtube.url}` : 'YouTube'
  return originForHub(publicUrl) === null ? lists : `${lists}, and its hub tells us at ${publicUrl}`
}

function speechPick({ speech, voice }: Config): string {
  const builtIn = `built-in voice ${voice}`
  if (!speech) return builtIn
  const at = speech.url ? ` at ${new URL(speech.url).host}` : ''
  return `${speech.provider}${at} (${speech.voices.join(', ')}); ${builtIn} stands in`
}

function pushPick({ push: { url, fcmAccount } }: Config): string {
  const phones = fcmAccount ? `, and phones by FCM (${fcmAccount.project_id})` : ''
  return `browsers${phones}${url ? `, all at the stand-in ${url}` : ''}`
}
export const outboxFolder = (config: Config): string => path.join(config.dataDir, 'outbox')

/** Threads in which texts are walked over and the built-in voices speak. Servers in one process may share them. */
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
  /** Threads that somebody else opened, and closes. */
  threads?: Threads | undefined
  /** Hears what is wrong with a file that is read while the program runs. */
  onTrouble?: (trouble: string) => void
  /** Hears how each question to YouTube ended, by whom it was asked. */
  onYoutubeOutcome?: (provider: string, outcome: string) => void
  /** Keeps requests to YouTube below a rate. */
  pace?: Pace | undefined
}

/** How YouTube is asked here. */
export const youtubeOf = ({ youtube }: Config, clock: Clock, onTrouble?: (trouble: string) => void): YoutubeConfig => ({
  clock,
  clients: youtube.clients,
  clientFile: { path: youtube.clientFile, onTrouble },
  ...(youtube.url ? { baseUrl: youtube.url } : {}),
  routes: youtube.routes,
  ...(youtube.dataKey ? { dataApi: { key: youtube.dataKey, baseUrl: youtube.dataUrl } } : {}),
  ytDlp: youtube.ytDlp,
  transcripts: youtube.transcripts,
})

export function openEngines(
  config: Config,
  clock: Clock,
  { threads: shared, onTrouble, onYoutubeOutcome, pace }: EngineOptions = {},
): Engines & { youtube: ReturnType<typeof openYoutube> } {
  const youtube = openYoutube({ ...youtubeOf(config, clock, onTrouble), health: { onOutcome: onYoutubeOutcome }, pace })
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
    sounds: youtube.sounds,
    transcriber: openTranscriber(config, clock),
    transcripts: builtInTranscripts(threads.texts),
    ...writersOf(config, threads.texts, clock),
    speech,
    async close() {
      await Promise.all([shared || threads.close(), speech.close()])
    },
  }
}

/** Who writes and who answers: a language model where one is set up, with the built-in engine behind it. */
function writersOf({ llm }: Config, threads: TextThreads, clock: Clock): Pick<Engines, 'summarizer' | 'answerer'> {
  const builtIn = builtInSummarizer(threads)
  if (!llm) return { summarizer: builtIn, answerer: builtInAnswerer(threads) }
  const { timeoutMs, prices, maxCost } = llm
  const asking = createAsking({ model: openModel(llm), slots: slots(llm.parallel), clock, timeoutMs })
  const modelId = `${llm.provider}:${llm.model}`
  return {
    summarizer: llmSummarizer({ asking, threads, builtIn, modelId, prices, maxCost }),
    answerer: llmAnswerer({ asking, threads, builtIn: builtInAnswerer(threads), modelId, prices }),
  }
}

/** Where sound is kept in pieces while it is listened to. */
export const hearingFolder = (config: Config): string => path.join(config.dataDir, 'cache', 'hearing')

function openTranscriber(config: Config, clock: Clock): Transcriber | undefined {
  if (!config.stt) return undefined
  const { provider, ffmpeg = 'ffmpeg', parallel, ...at } = config.stt
  const recogniser = { openai: openAiRecogniser, 'whisper.cpp': whisperCppRecogniser }[provider]({ ...at, clock })
  return pieceByPiece({ recogniser, ffmpeg: ffmpegAt(ffmpeg), folder: hearingFolder(config), parallel })
}

export async function openStorage(
  { bucket, dataDir, publicUrl, roles }: Config,
  onTrouble: (trouble: string) => void,
): Promise<Storage> {
  if (!bucket) return diskStorage(path.join(dataDir, 'files'))
  await refuseUnusableBucket(bucket)
  const storage = s3Storage(bucket)
  // Nobody else sends browsers anywhere.
  if (!roles.includes('api')) return storage
  return await storageForBrowsers(storage, {
    origin: new URL(publicUrl).origin,
    name: `The bucket ${bucket.bucket} at ${bucket.publicEndpoint}`,
    onChange: onTrouble,
  })
}

/** Where the browser is sent to for files; with the bucket in the host, that host is another. */
export function originOf(bucket: Config['bucket']): string | undefined {
  if (!bucket || bucket.pathStyle) return bucket?.publicEndpoint
  return bucket.publicEndpoint.replace('://', `://${bucket.bucket}.`)
}

/** Where mails go, and the folder to look them up in while they rest there. */
export function openMail(config: Config, clock: Clock): { mail: Mail; folder: MailFolder | undefined } {
  const from = { name: config.productName, address: config.mail.from }
  if (config.mail.url) return { mail: smtpMail({ url: config.mail.url, from, clock }), folder: undefined }
  const outbox = outboxMail({ folder: outboxFolder(config), from, clock })
  return { mail: outbox, folder: outbox }
}

/** The hub that tells of uploads, on the first way out. */
export function openHub({ youtube: { url, routes } }: Config, clock: Clock): Hub {
  const [way] = routes
  const over = way && way.kind !== 'direct' ? openWayOut(way).dispatcher : undefined
  return webSub({ clock, ...(url ? { baseUrl: url } : {}), ...(over ? { over } : {}) })
}

export function openPush(config: Config, secret: string): Push {
  const { url, fcmAccount } = config.push
  const standIn = url ? { url } : {}
  return pushTo({
    web: { keys: vapidKeys(secret), contact: `mailto:${config.supportEmail}`, ...standIn },
    ...(fcmAccount ? { fcm: { account: fcmAccount, ...standIn } } : {}),
  })
}

/** Where visits are counted that somebody has allowed to be counted. */
export const openAnalytics = ({ analytics }: Config): Analytics | undefined => analytics && plausible(analytics)
