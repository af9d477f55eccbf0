import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import {
  type AppleConfig,
  type PhoneAppsConfig,
  readAllowedOrigins,
  readApple,
  readPhoneApps,
  validatePhoneApps,
} from './config-apps.ts'
import { type PaymentConfig, readPayments, validatePayments } from './config-payments.ts'
import {
  type Bucket,
  findProgram,
  type OutboundRouteConfig,
  type ServiceAccount,
  type YoutubeClient,
} from './setting-schemas.ts'
import { type Role, roles, settings, type Values } from './settings.ts'

export interface Config extends PaymentConfig {
  productName: string
  publicUrl: string
  supportEmail: string
  /** Address of the administrator's account. Undefined: the first account. */
  adminEmail: string | undefined
  mail: {
    /** Undefined: mails are written to the data folder. */
    url: string | undefined
    from: string
    retryAfterMs: number
  }
  host: string
  port: number
  roles: readonly Role[]
  dataDir: string
  databaseUrl: string | undefined
  /** Bucket for files. Undefined: a folder in `dataDir`. */
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
    /** OAuth clients of the phone apps. */
    appClientIds: readonly string[]
  }
  apple: AppleConfig
  appScheme: string | null
  phoneApps: PhoneAppsConfig
  logLevel: Values['LOG_LEVEL']
  logFormat: 'json' | 'pretty'
  threads: number
  /** Undefined: the built-in engine writes summaries. */
  llm: LlmConfig | undefined
  /** Undefined: videos without captions and recordings are not summarized. */
  stt: SttConfig | undefined
  voice: Values['VOICE']
  /** Undefined: only the built-in voices are available. */
  speech: SpeechConfig | undefined
  youtube: {
    url: string | undefined
    clients: readonly YoutubeClient[]
    /** File with client identities; need not exist. */
    clientFile: string
    dataKey: string | undefined
    dataUrl: string
    ytDlp: { path: string; cookies: string | undefined; args: readonly string[] } | undefined
    /** Channels that are polled for uploads in parallel. */
    pollConcurrency: number
    routes: readonly OutboundRouteConfig[]
    /** Video requests per hour and outbound route; 0: no limit. */
    perHour: number
    /** Paid caption service, used when all other sources fail. */
    transcripts: { provider: 'supadata'; key: string; url: string | undefined } | undefined
  }
  push: { url: string | undefined; fcmAccount: ServiceAccount | undefined }
  /** Undefined: no analytics. */
  analytics: { url: string; domain: string } | undefined
  demo: boolean
  /** Demo account that anyone can log in to with one button: address, space, password. */
  demoLogin: string | undefined
  /** Where to find the source code. */
  sourceUrl: string | undefined
}

export interface LlmConfig {
  provider: Values['LLM_PROVIDER']
  /** Undefined: the public address of the provider. */
  url: string | undefined
  key: string | undefined
  model: string
  parallel: number
  timeoutMs: number
  /** US dollars per million tokens. */
  prices: { in: number; out: number }
  /** Maximum cost of one summary in US dollars. */
  maxCost: number | undefined
}

/** An external text-to-speech service. */
export interface SpeechConfig {
  provider: Values['SPEECH_PROVIDER']
  /** Undefined: the public address of the provider. */
  url: string | undefined
  key: string | undefined
  /** Undefined: the provider's default. */
  model: string | undefined
  /** Ids of the voices that users can choose, the default first. */
  voices: readonly string[]
  parallel: number
  timeoutMs: number
}

/** Speech to text, and ffmpeg, which prepares audio for it. */
export interface SttConfig {
  provider: Values['STT_PROVIDER']
  url: string
  key: string | undefined
  model: string
  parallel: number
  timeoutMs: number
  /** Undefined only in a process without the worker role. */
  ffmpeg: string | undefined
}

/** The settings in the environment are invalid. `reasons` has one line per problem, which starts with the setting's name. */
export class ConfigError extends Error {
  readonly reasons: string[]

  constructor(reasons: string[]) {
    super(`Invalid configuration:\n${reasons.map(reason => `  - ${reason}`).join('\n')}`)
    this.name = 'ConfigError'
    this.reasons = reasons
  }
}

/** Reads the environment into a frozen configuration. Throws a `ConfigError` that lists every invalid setting. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const reasons: string[] = []
  const values = Object.fromEntries(
    Object.entries(settings).map(([name, setting]) => {
      const text = readText(name, env, reasons) ?? ('default' in setting ? setting.default : undefined)
      const parsed = setting.schema.safeParse(text)
      if (!parsed.success) reasons.push(`${name} ${parsed.error.issues[0]?.message ?? 'is invalid'}`)
      return [name, parsed.data]
    }),
  ) as Values
  if (reasons.length === 0) reasons.push(...validateCombinations(values, env.PATH))
  if (reasons.length > 0) throw new ConfigError(reasons)
  return Object.freeze(toConfig(values, env.PATH))
}

function readText(name: string, env: Record<string, string | undefined>, reasons: string[]): string | undefined {
  // Skip settings whose own name ends in _FILE.
  const file = `${name}_FILE` in settings ? undefined : env[`${name}_FILE`]
  if (!file) return env[name]?.trim() || undefined
  if (env[name]) reasons.push(`${name} and ${name}_FILE are both set; remove one`)
  try {
    return readFileSync(file, 'utf8').trim() || undefined
  } catch {
    reasons.push(`${name}_FILE: cannot read ${file}`)
    return undefined
  }
}

function validateCombinations(values: Values, searchPath: string | undefined): string[] {
  const reasons: string[] = []
  const google = [values.GOOGLE_CLIENT_ID, values.GOOGLE_CLIENT_SECRET]
  if (google.some(Boolean) && !google.every(Boolean))
    reasons.push('GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET must be set together')
  if (values.DEMO_LOGIN && !values.DEMO)
    reasons.push(
      'DEMO_LOGIN gives everyone access to an account, so it is only for demos; set DEMO to on or remove DEMO_LOGIN',
    )
  if (values.ANALYTICS_DOMAIN && !values.ANALYTICS_URL) reasons.push('ANALYTICS_DOMAIN requires ANALYTICS_URL')
  const isSplit = values.ROLES.length < roles.length
  if (isSplit && !values.DATABASE_URL)
    reasons.push('ROLES splits the server over several processes, which requires DATABASE_URL')
  if (isSplit && !values.SECRET_KEY)
    reasons.push('ROLES splits the server over several processes, which requires the same SECRET_KEY in each')
  if (values.MAIL_URL && !values.MAIL_FROM) reasons.push('MAIL_URL requires MAIL_FROM, the sender of the mails')
  if (!values.LLM_MODEL !== !(values.LLM_URL ?? values.LLM_KEY))
    reasons.push('LLM_MODEL must be set together with LLM_URL or LLM_KEY')
  else if (values.LLM_MODEL && !values.LLM_KEY && values.LLM_PROVIDER !== 'openai')
    reasons.push(`LLM_PROVIDER ${values.LLM_PROVIDER} requires LLM_KEY`)
  if (values.STT_PROVIDER === 'whisper.cpp' && !values.STT_URL)
    reasons.push('STT_PROVIDER whisper.cpp requires STT_URL')
  const stt = readStt(values, searchPath)
  if (stt && !stt.ffmpeg && values.ROLES.includes('worker'))
    reasons.push('STT_URL and STT_KEY require ffmpeg; install it or set FFMPEG_PATH')
  if (values.TRANSCRIPT_PROVIDER && !values.TRANSCRIPT_KEY)
    reasons.push(`TRANSCRIPT_PROVIDER ${values.TRANSCRIPT_PROVIDER} requires TRANSCRIPT_KEY`)
  for (const name of ['TRANSCRIPT_KEY', 'TRANSCRIPT_URL'] as const)
    if (values[name] && !values.TRANSCRIPT_PROVIDER) reasons.push(`${name} requires TRANSCRIPT_PROVIDER`)
  for (const name of ['YT_DLP_COOKIES', 'YT_DLP_ARGS'] as const)
    if (values[name]?.length && !values.YT_DLP_PATH) reasons.push(`${name} requires YT_DLP_PATH`)
  reasons.push(...validateSpeech(values), ...validatePayments(values), ...validatePhoneApps(values))
  return reasons
}

function validateSpeech({ SPEECH_PROVIDER, SPEECH_URL, SPEECH_KEY, SPEECH_VOICES }: Values): string[] {
  const [hasVoices, hasAddress] = [SPEECH_VOICES.length > 0, Boolean(SPEECH_URL ?? SPEECH_KEY)]
  if (hasVoices !== hasAddress) return ['SPEECH_VOICES must be set together with SPEECH_URL or SPEECH_KEY']
  if (hasVoices && SPEECH_PROVIDER === 'kokoro' && !SPEECH_URL) return ['SPEECH_PROVIDER kokoro requires SPEECH_URL']
  if (hasVoices && SPEECH_PROVIDER === 'elevenlabs' && !SPEECH_KEY)
    return ['SPEECH_PROVIDER elevenlabs requires SPEECH_KEY']
  return []
}

function toConfig(values: Values, searchPath: string | undefined): Config {
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
    allowedOrigins: readAllowedOrigins(values),
    metricsToken: values.METRICS_TOKEN,
    google: {
      issuer: values.GOOGLE_ISSUER,
      client:
        values.GOOGLE_CLIENT_ID && values.GOOGLE_CLIENT_SECRET
          ? { id: values.GOOGLE_CLIENT_ID, secret: values.GOOGLE_CLIENT_SECRET }
          : undefined,
      appClientIds: values.GOOGLE_APP_CLIENT_IDS,
    },
    apple: readApple(values),
    appScheme: readAllowedOrigins(values).length > 0 ? values.APP_SCHEME : null,
    phoneApps: readPhoneApps(values),
    logLevel: values.LOG_LEVEL,
    logFormat: values.LOG_FORMAT ?? (process.stdout.isTTY ? 'pretty' : 'json'),
    threads: values.THREADS ?? availableParallelism(),
    llm: readLlm(values),
    stt: readStt(values, searchPath),
    voice: values.VOICE,
    speech: readSpeech(values),
    youtube: {
      url: values.YOUTUBE_URL,
      clients: values.YOUTUBE_CLIENTS,
      clientFile: path.resolve(values.YOUTUBE_CLIENTS_FILE ?? path.join(values.DATA_DIR, 'youtube-clients.json')),
      dataKey: values.YOUTUBE_DATA_KEY,
      dataUrl: values.YOUTUBE_DATA_URL,
      pollConcurrency: values.POLL_PARALLEL,
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
    ...readPayments(values),
    demo: values.DEMO,
    demoLogin: values.DEMO_LOGIN,
    sourceUrl: values.SOURCE_URL,
  }
}

function readLlm(values: Values): LlmConfig | undefined {
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

function readSpeech(values: Values): SpeechConfig | undefined {
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

function readStt(values: Values, searchPath: string | undefined): SttConfig | undefined {
  const url = values.STT_URL ?? (values.STT_KEY && openAiUrl)
  if (!url) return undefined
  return {
    provider: values.STT_PROVIDER,
    url,
    key: values.STT_KEY,
    model: values.STT_MODEL,
    parallel: values.STT_PARALLEL,
    timeoutMs: values.STT_TIMEOUT_SECONDS * 1000,
    ffmpeg: values.FFMPEG_PATH ?? findProgram(searchPath, 'ffmpeg'),
  }
}
