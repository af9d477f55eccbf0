import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import {
  type AppleConfig,
  appleOf,
  nonsenseOfPhoneApps,
  originsOf,
  type PhoneAppsConfig,
  phoneAppsOf,
} from './config-apps.ts'
import { nonsenseOfPayments, type PaymentConfig, paymentsOf } from './config-payments.ts'
import { type Bucket, programOn, type ServiceAccount, type WayOut, type YoutubeClient } from './setting-forms.ts'
import { type Role, roles, settings, type Values } from './settings.ts'

export interface Config extends PaymentConfig {
  productName: string
  publicUrl: string
  supportEmail: string
  /** The account that runs the server; absent: the first one. */
  adminEmail: string | undefined
  mail: {
    /** Absent: mails rest in the data folder. */
    url: string | undefined
    from: string
    retryAfterMs: number
  }
  host: string
  port: number
  roles: readonly Role[]
  dataDir: string
  databaseUrl: string | undefined
  /** Where files lie; undefined for a folder in `dataDir`. */
  bucket: Bucket | undefined
  secretKey: string | undefined
  defaultPlan: Values['DEFAULT_PLAN']
  queueLimit: Values['QUEUE_LIMIT']
  trustedProxies: number
  allowedOrigins: readonly string[]
  metricsToken: string | undefined
  google: {
    issuer: string
    client: { id: string; secret: string } | undefined
    /** Of the phone apps. */
    appClientIds: readonly string[]
  }
  apple: AppleConfig
  appScheme: string | null
  phoneApps: PhoneAppsConfig
  logLevel: Values['LOG_LEVEL']
  logFormat: 'json' | 'pretty'
  threads: number
  /** Undefined: the built-in engine writes. */
  llm: LlmConfig | undefined
  /** Undefined: videos without captions, and sound, are not summarized. */
  stt: SttConfig | undefined
  voice: Values['VOICE']
  /** Undefined: the built-in voices alone read. */
  speech: SpeechConfig | undefined
  youtube: {
    url: string | undefined
    clients: readonly YoutubeClient[]
    /** Where the identities of clients are read; need not exist. */
    clientFile: string
    dataKey: string | undefined
    dataUrl: string
    ytDlp: { path: string; cookies: string | undefined; args: readonly string[] } | undefined
    /** Channels asked for uploads at a time. */
    pollsAtATime: number
    routes: readonly WayOut[]
    /** Requests for videos an hour over each way out; 0 for any number. */
    perHour: number
    /** A paid service for captions, asked when everybody else has failed. */
    transcripts: { provider: 'supadata'; key: string; url: string | undefined } | undefined
  }
  push: { url: string | undefined; fcmAccount: ServiceAccount | undefined }
  /** Undefined: nothing is counted. */
  analytics: { url: string; domain: string } | undefined
  demo: boolean
  /** The account that the log-in page opens to everybody: address, space, password. */
  demoLogin: string | undefined
  /** Where the source code can be read. */
  sourceUrl: string | undefined
}

/** A language model and what may be asked of it. */
export interface LlmConfig {
  provider: Values['LLM_PROVIDER']
  /** Undefined: the public address of the provider. */
  url: string | undefined
  key: string | undefined
  model: string
  parallel: number
  timeoutMs: number
  /** US dollars for a million tokens. */
  prices: { in: number; out: number }
  /** US dollars that one summary may cost at most. */
  maxCost: number | undefined
}

/** A service that speaks. */
export interface SpeechConfig {
  provider: Values['SPEECH_PROVIDER']
  /** Undefined: the public address of the provider. */
  url: string | undefined
  key: string | undefined
  /** Undefined: the usual one of the provider. */
  model: string | undefined
  /** Ids of the voices that are offered, the default first. */
  voices: readonly string[]
  parallel: number
  timeoutMs: number
}

/** Speech to text, and the program that prepares sound for it. */
export interface SttConfig {
  provider: Values['STT_PROVIDER']
  url: string
  key: string | undefined
  model: string
  parallel: number
  timeoutMs: number
  /** Undefined in a process that is no worker and has none. */
  ffmpeg: string | undefined
}

/** The environment does not make a configuration. `reasons` has one line for each setting to mend. */
export class ConfigError extends Error {
  readonly reasons: string[]

  constructor(reasons: string[]) {
    super(`The configuration is not usable:\n${reasons.map(reason => `  - ${reason}`).join('\n')}`)
    this.name = 'ConfigError'
    this.reasons = reasons
  }
}

/** Reads the environment into a frozen configuration, or throws a `ConfigError` that names every wrong setting. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const reasons: string[] = []
  const values = Object.fromEntries(
    Object.entries(settings).map(([name, setting]) => {
      const text = textOf(name, env, reasons) ?? ('default' in setting ? setting.default : undefined)
      const parsed = setting.schema.safeParse(text)
      if (!parsed.success) reasons.push(`${name} ${parsed.error.issues[0]?.message ?? 'is wrong'}`)
      return [name, parsed.data]
    }),
  ) as Values
  if (reasons.length === 0) reasons.push(...nonsense(values, env.PATH))
  if (reasons.length > 0) throw new ConfigError(reasons)
  return Object.freeze(shape(values, env.PATH))
}

function textOf(name: string, env: Record<string, string | undefined>, reasons: string[]): string | undefined {
  // Some settings are files themselves and end in _FILE too.
  const file = `${name}_FILE` in settings ? undefined : env[`${name}_FILE`]
  if (!file) return env[name]?.trim() || undefined
  if (env[name]) reasons.push(`${name} and ${name}_FILE are both set; keep one`)
  try {
    return readFileSync(file, 'utf8').trim() || undefined
  } catch {
    reasons.push(`${name}_FILE names ${file}, which cannot be read`)
    return undefined
  }
}

function nonsense(values: Values, searchPath: string | undefined): string[] {
  const reasons: string[] = []
  const google = [values.GOOGLE_CLIENT_ID, values.GOOGLE_CLIENT_SECRET]
  if (google.some(Boolean) && !google.every(Boolean))
    reasons.push('GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET are needed together; set both or neither')
  if (values.DEMO_LOGIN && !values.DEMO)
    reasons.push('DEMO_LOGIN opens an account to everybody, which only a demo does; set DEMO to on, or leave it out')
  if (values.ANALYTICS_DOMAIN && !values.ANALYTICS_URL)
    reasons.push('ANALYTICS_DOMAIN names a site at ANALYTICS_URL, which is not set')
  const split = values.ROLES.length < roles.length
  if (split && !values.DATABASE_URL) reasons.push('ROLES splits the product over processes, which needs DATABASE_URL')
  if (split && !values.SECRET_KEY)
    reasons.push('ROLES splits the product over processes, which needs the same SECRET_KEY in each')
  if (values.MAIL_URL && !values.MAIL_FROM) reasons.push('MAIL_URL needs MAIL_FROM, the address that mails come from')
  if (!values.LLM_MODEL !== !(values.LLM_URL ?? values.LLM_KEY))
    reasons.push('LLM_MODEL names a model of LLM_URL or of the provider that LLM_KEY is for; set both or neither')
  else if (values.LLM_MODEL && !values.LLM_KEY && values.LLM_PROVIDER !== 'openai')
    reasons.push(`LLM_PROVIDER is ${values.LLM_PROVIDER}, which needs LLM_KEY`)
  if (values.STT_PROVIDER === 'whisper.cpp' && !values.STT_URL)
    reasons.push('STT_PROVIDER is whisper.cpp, which needs STT_URL')
  const stt = sttOf(values, searchPath)
  if (stt && !stt.ffmpeg && values.ROLES.includes('worker'))
    reasons.push('STT_URL or STT_KEY is set, which needs ffmpeg; install it, or name it by FFMPEG_PATH')
  if (values.TRANSCRIPT_PROVIDER && !values.TRANSCRIPT_KEY)
    reasons.push(`TRANSCRIPT_PROVIDER is ${values.TRANSCRIPT_PROVIDER}, which needs TRANSCRIPT_KEY`)
  for (const name of ['TRANSCRIPT_KEY', 'TRANSCRIPT_URL'] as const)
    if (values[name] && !values.TRANSCRIPT_PROVIDER) reasons.push(`${name} is set, which needs TRANSCRIPT_PROVIDER`)
  for (const name of ['YT_DLP_COOKIES', 'YT_DLP_ARGS'] as const)
    if (values[name]?.length && !values.YT_DLP_PATH) reasons.push(`${name} is for yt-dlp, which needs YT_DLP_PATH`)
  reasons.push(...nonsenseOfSpeech(values), ...nonsenseOfPayments(values), ...nonsenseOfPhoneApps(values))
  return reasons
}

function nonsenseOfSpeech({ SPEECH_PROVIDER, SPEECH_URL, SPEECH_KEY, SPEECH_VOICES }: Values): string[] {
  const [hasVoices, hasAddress] = [SPEECH_VOICES.length > 0, Boolean(SPEECH_URL ?? SPEECH_KEY)]
  if (hasVoices !== hasAddress)
    return ['SPEECH_VOICES names voices of SPEECH_URL or of the provider that SPEECH_KEY is for; set both or neither']
  if (hasVoices && SPEECH_PROVIDER === 'kokoro' && !SPEECH_URL)
    return ['SPEECH_PROVIDER is kokoro, which needs SPEECH_URL']
  if (hasVoices && SPEECH_PROVIDER === 'elevenlabs' && !SPEECH_KEY)
    return ['SPEECH_PROVIDER is elevenlabs, which needs SPEECH_KEY']
  return []
}

function shape(values: Values, searchPath: string | undefined): Config {
  const publicUrl = values.PUBLIC_URL ?? `http://localhost:${values.PORT}`
  return {
    productName: values.PRODUCT_NAME,
    publicUrl,
    supportEmail: values.SUPPORT_EMAIL,
    adminEmail: values.ADMIN_EMAIL,
    mail: {
      url: values.MAIL_URL,
      from: values.MAIL_FROM ?? `no-reply@${new URL(publicUrl).hostname}`,
      retryAfterMs: values.MAIL_RETRY_SECONDS * 1000,
    },
    host: values.HOST,
    port: values.PORT,
    roles: values.ROLES,
    dataDir: values.DATA_DIR,
    databaseUrl: values.DATABASE_URL,
    bucket: values.STORAGE_URL,
    secretKey: values.SECRET_KEY,
    defaultPlan: values.DEFAULT_PLAN,
    queueLimit: values.QUEUE_LIMIT,
    trustedProxies: values.TRUSTED_PROXIES,
    allowedOrigins: originsOf(values),
    metricsToken: values.METRICS_TOKEN,
    google: {
      issuer: values.GOOGLE_ISSUER,
      client:
        values.GOOGLE_CLIENT_ID && values.GOOGLE_CLIENT_SECRET
          ? { id: values.GOOGLE_CLIENT_ID, secret: values.GOOGLE_CLIENT_SECRET }
          : undefined,
      appClientIds: values.GOOGLE_APP_CLIENT_IDS,
    },
    apple: appleOf(values),
    appScheme: originsOf(values).length > 0 ? values.APP_SCHEME : null,
    phoneApps: phoneAppsOf(values),
    logLevel: values.LOG_LEVEL,
    logFormat: values.LOG_FORMAT ?? (process.stdout.isTTY ? 'pretty' : 'json'),
    threads: values.THREADS ?? availableParallelism(),
    llm: llmOf(values),
    stt: sttOf(values, searchPath),
    voice: values.VOICE,
    speech: speechOf(values),
    youtube: {
      url: values.YOUTUBE_URL,
      clients: values.YOUTUBE_CLIENTS,
      clientFile: path.resolve(values.YOUTUBE_CLIENTS_FILE ?? path.join(values.DATA_DIR, 'youtube-clients.json')),
      dataKey: values.YOUTUBE_DATA_KEY,
      dataUrl: values.YOUTUBE_DATA_URL,
      pollsAtATime: values.POLL_PARALLEL,
      ytDlp: values.YT_DLP_PATH
        ? { path: values.YT_DLP_PATH, cookies: values.YT_DLP_COOKIES, args: values.YT_DLP_ARGS }
        : undefined,
      routes: values.OUTBOUND_ROUTES,
      perHour: values.YOUTUBE_PER_HOUR,
      transcripts:
        values.TRANSCRIPT_PROVIDER && values.TRANSCRIPT_KEY
          ? { provider: values.TRANSCRIPT_PROVIDER, key: values.TRANSCRIPT_KEY, url: values.TRANSCRIPT_URL }
          : undefined,
    },
    push: { url: values.PUSH_URL, fcmAccount: values.FCM_SERVICE_ACCOUNT },
    analytics: values.ANALYTICS_URL
      ? { url: values.ANALYTICS_URL, domain: values.ANALYTICS_DOMAIN ?? new URL(publicUrl).hostname }
      : undefined,
    ...paymentsOf(values),
    demo: values.DEMO,
    demoLogin: values.DEMO_LOGIN,
    sourceUrl: values.SOURCE_URL,
  }
}

function llmOf(values: Values): LlmConfig | undefined {
  if (!values.LLM_MODEL) return undefined
  return {
    provider: values.LLM_PROVIDER,
    url: values.LLM_URL,
    key: values.LLM_KEY,
    model: values.LLM_MODEL,
    parallel: values.LLM_PARALLEL,
    timeoutMs: values.LLM_TIMEOUT_SECONDS * 1000,
    prices: { in: values.LLM_PRICE_IN, out: values.LLM_PRICE_OUT },
    maxCost: values.LLM_MAX_COST,
  }
}

function speechOf(values: Values): SpeechConfig | undefined {
  if (values.SPEECH_VOICES.length === 0) return undefined
  return {
    provider: values.SPEECH_PROVIDER,
    url: values.SPEECH_URL,
    key: values.SPEECH_KEY,
    model: values.SPEECH_MODEL,
    voices: values.SPEECH_VOICES,
    parallel: values.SPEECH_PARALLEL,
    timeoutMs: values.SPEECH_TIMEOUT_SECONDS * 1000,
  }
}

const openAiUrl = 'https://api.openai.com/v1'

function sttOf(values: Values, searchPath: string | undefined): SttConfig | undefined {
  const url = values.STT_URL ?? (values.STT_KEY && openAiUrl)
  if (!url) return undefined
  return {
    provider: values.STT_PROVIDER,
    url,
    key: values.STT_KEY,
    model: values.STT_MODEL,
    parallel: values.STT_PARALLEL,
    timeoutMs: values.STT_TIMEOUT_SECONDS * 1000,
    ffmpeg: values.FFMPEG_PATH ?? programOn(searchPath, 'ffmpeg'),
  }
}
