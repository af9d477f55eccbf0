import { emailPattern } from '@recaps/domain/email-address'
import { z } from 'zod'
import {
  amount,
  baseUrl,
  bucket,
  cookieFile,
  flag,
  folder,
  isHttpsOrLocal,
  isOrigin,
  isVoiceId,
  list,
  mailServer,
  oneOf,
  outboundRoutes,
  plan,
  program,
  readableFile,
  serviceAccount,
  textAtLeast,
  textAtMost,
  wholeNumber,
  youtubeClient,
  youtubeClients,
  ytDlpArguments,
} from './setting-schemas.ts'
import { signInSettings } from './settings-identity.ts'
import { paymentSettings, type Setting } from './settings-payments.ts'

export const roles = ['api', 'worker', 'scheduler'] as const
export const sttProviders = ['openai', 'whisper.cpp'] as const
export const transcriptProviders = ['supadata'] as const
export type Role = (typeof roles)[number]

/** Every setting: its schema, default and one line of documentation. NAME_FILE, the path of a file with the value, also works. */
export const settings = {
  PRODUCT_NAME: {
    schema: textAtMost(60),
    default: 'Recaps',
    about: 'Name of the product on screens and in mails.',
  },
  PUBLIC_URL: {
    schema: baseUrl
      .refine(isOrigin, 'must be a URL without a path, such as https://recaps.example.com')
      .refine(isHttpsOrLocal, 'must start with https:// unless its host is in the local network')
      .optional(),
    about:
      'URL under which browsers reach the service; https:// if that is over the internet. Default: http://localhost and the port.',
  },
  SUPPORT_EMAIL: {
    schema: z.email({ pattern: emailPattern, error: 'must be an email address' }),
    default: 'support@recaps.example',
    about:
      'Address where users reach you. It is shown on pages and in mails, and receives what users send with the feedback form. Set it before others use the server.',
  },
  ADMIN_EMAIL: {
    schema: z.email({ pattern: emailPattern, error: 'must be an email address' }).optional(),
    about:
      'Address of the administrator’s account, which must be confirmed. This account is shown how to fix failures. Default: the first account.',
  },
  SOURCE_URL: {
    schema: baseUrl
      .refine(isHttpsOrLocal, 'must start with https:// unless its host is in the local network')
      .optional(),
    about: 'Where to find the source code of this installation. The landing page links to it. Default: no link.',
  },
  MAIL_URL: {
    schema: mailServer.optional(),
    about:
      'Mail server: smtps:// (encrypted) or smtp:// (STARTTLS if offered; on this machine with any certificate). Default: mails are only written to DATA_DIR/outbox and listed at /dev/outbox, whose link is printed at startup.',
    secret: true,
  },
  MAIL_FROM: {
    schema: z.email({ pattern: emailPattern, error: 'must be an email address' }).optional(),
    about: 'Sender address of mails. Required with MAIL_URL.',
  },
  MAIL_RETRY_SECONDS: {
    schema: wholeNumber(1, 3600),
    default: '300',
    about:
      'Delay before the single retry of a mail or push notification that was refused. Mail servers that use greylisting refuse unknown senders for some minutes.',
  },
  HOST: {
    schema: z.string().regex(/^[\w.:-]+$/, 'must be a host name or an IP address'),
    default: 'localhost',
    about: 'Network interface to listen on. Use 0.0.0.0 behind a proxy or in a container.',
  },
  PORT: { schema: wholeNumber(0, 65_535), default: '3000', about: 'Port to listen on; 0 takes a free one.' },
  ROLES: {
    schema: list.pipe(z.array(oneOf(roles)).min(1, `must contain at least one of ${roles.join(', ')}`)),
    default: 'api,worker,scheduler',
    about:
      'Roles of this process: api, worker, scheduler. Splitting them over several processes requires DATABASE_URL and the same SECRET_KEY in each; over several machines also a bucket.',
  },
  DATA_DIR: {
    schema: folder,
    default: '.data',
    about: 'Folder for the embedded database, stored files and generated secrets.',
  },
  DATABASE_URL: {
    schema: z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// URL' }).optional(),
    about: 'PostgreSQL 15 or newer. Default: the embedded database in DATA_DIR.',
    secret: true,
  },
  STORAGE_URL: {
    schema: bucket.optional(),
    about:
      'Bucket for audio, transcripts, pictures and exports: s3://KEY:SECRET@HOST[:PORT]/BUCKET?region=us-east-1, percent-encoded. ' +
      'Options: pathStyle=off puts the bucket name into the host, tls=off uses plain http, public=https://HOST is the URL of the storage for browsers. See docs/storage.md for the required CORS rule. ' +
      'Default: DATA_DIR/files.',
    secret: true,
  },
  SECRET_KEY: {
    schema: textAtLeast(32).optional(),
    about:
      'Signs links and page tokens. Default: generated at the first start and stored in DATA_DIR/secrets.json, which is enough for one process with all roles.',
    secret: true,
  },
  DEFAULT_PLAN: {
    schema: plan,
    default: 'free',
    about: 'Plan of accounts that have bought nothing. If you host for yourself, use ultimate.',
  },
  QUEUE_LIMIT: {
    schema: wholeNumber(1, 1_000_000),
    default: '5000',
    about:
      'Maximum number of summaries requested by users that are waiting or in progress, over all processes. Further requests get 503 until there is room. Summaries of schedules do not count.',
  },
  TRUSTED_PROXIES: {
    schema: wholeNumber(0, 10),
    default: '0',
    about:
      'Number of proxies in front of this process that are trusted to report the caller’s address. Behind a proxy, 0 makes all users share one network, with one rate limit.',
  },
  ALLOWED_ORIGINS: {
    schema: list.refine(all => all.every(isOrigin), 'must be comma-separated origins such as https://app.example.com'),
    default: '',
    about:
      'Other origins whose pages may call the API, separated by commas. The origins of the phone apps are allowed once ANDROID_PACKAGE, PLAY_PACKAGE, APPLE_CLIENT_ID or APP_STORE_BUNDLE_ID is set.',
  },
  ...signInSettings,
  METRICS_TOKEN: {
    schema: textAtLeast(16).optional(),
    about: 'Bearer token for /metrics. Default: the token in DATA_DIR/operator-token, which changes at each start.',
    secret: true,
  },
  LOG_LEVEL: {
    schema: oneOf(['debug', 'info', 'warn', 'error', 'silent']),
    default: 'info',
    about: 'Lowest level of log lines that are written.',
  },
  LOG_FORMAT: {
    schema: oneOf(['json', 'pretty']).optional(),
    about: 'Log format. Default: pretty on a terminal, otherwise json.',
  },
  THREADS: {
    schema: wholeNumber(1, 64).optional(),
    about: 'Threads for summaries and voices. Default: the number of processor cores.',
  },
  LLM_PROVIDER: {
    schema: oneOf(['openai', 'anthropic', 'google']),
    default: 'openai',
    about:
      'Protocol of the language model: openai (also Ollama, llama.cpp, vLLM and other compatible servers), anthropic or google.',
  },
  LLM_URL: {
    schema: baseUrl.optional(),
    about:
      'URL of the language model including its version, such as http://localhost:11434/v1. Default: with LLM_KEY the provider’s public URL, otherwise the built-in engine writes summaries.',
  },
  LLM_KEY: { schema: z.string().optional(), about: 'API key of the language model.', secret: true },
  LLM_MODEL: { schema: textAtMost(200).optional(), about: 'Name of the model. Required with LLM_URL or LLM_KEY.' },
  LLM_PARALLEL: {
    schema: wholeNumber(1, 64),
    default: '8',
    about: 'Maximum number of parallel language model calls in this process.',
  },
  LLM_TIMEOUT_SECONDS: {
    schema: wholeNumber(1, 1800),
    default: '180',
    about: 'Timeout of one language model call.',
  },
  LLM_PRICE_IN: {
    schema: amount,
    default: '0',
    about: 'Price of a million input tokens in US dollars, used to calculate costs.',
  },
  LLM_PRICE_OUT: { schema: amount, default: '0', about: 'Price of a million output tokens in US dollars.' },
  LLM_MAX_COST: {
    schema: amount.optional(),
    about:
      'Maximum cost of one summary in US dollars, calculated with LLM_PRICE_IN and LLM_PRICE_OUT; without these, the cost counts as zero. The built-in engine writes summaries that would cost more. Default: no limit.',
  },
  VOICE: {
    schema: oneOf(['rms', 'slt']),
    default: 'rms',
    about:
      'Built-in voice: rms (deeper) or slt (higher). Used unless a user chooses another voice, and when another voice fails.',
  },
  SPEECH_PROVIDER: {
    schema: oneOf(['openai', 'kokoro', 'elevenlabs']),
    default: 'openai',
    about:
      'Protocol of the text-to-speech service: openai (also compatible servers), kokoro (Kokoro-FastAPI) or elevenlabs.',
  },
  SPEECH_URL: {
    schema: baseUrl.optional(),
    about:
      'URL of the text-to-speech service; for openai including its version, such as http://localhost:8880/v1. Default: with SPEECH_KEY the provider’s public URL, otherwise only the built-in voices are available.',
  },
  SPEECH_KEY: { schema: z.string().optional(), about: 'API key of the text-to-speech service.', secret: true },
  SPEECH_MODEL: {
    schema: textAtMost(200).optional(),
    about:
      'Name of the text-to-speech model. Default: tts-1 for openai, kokoro for kokoro, eleven_multilingual_v2 for elevenlabs.',
  },
  SPEECH_VOICES: {
    schema: list.refine(all => all.every(isVoiceId), 'must be comma-separated voice ids such as alloy,coral'),
    default: '',
    about:
      'Voice ids of the text-to-speech service that users can choose, separated by commas. The first is the default voice. Required with SPEECH_URL or SPEECH_KEY.',
  },
  SPEECH_PARALLEL: {
    schema: wholeNumber(1, 64),
    default: '4',
    about: 'Maximum number of parallel calls to the text-to-speech service in this process, each for one sentence.',
  },
  SPEECH_TIMEOUT_SECONDS: {
    schema: wholeNumber(1, 300),
    default: '60',
    about: 'Timeout of one call to the text-to-speech service.',
  },
  STT_PROVIDER: {
    schema: oneOf(sttProviders),
    default: 'openai',
    about:
      'Protocol of speech to text: openai (also faster-whisper-server, LocalAI and other compatible servers) or whisper.cpp.',
  },
  STT_URL: {
    schema: baseUrl.optional(),
    about:
      'URL of speech to text: for openai including its version, such as http://localhost:8000/v1; for whisper.cpp without a path. Default: with STT_KEY OpenAI’s public URL, otherwise videos without captions are not summarized.',
  },
  STT_KEY: { schema: z.string().optional(), about: 'API key for speech to text.', secret: true },
  STT_MODEL: {
    schema: textAtMost(200),
    default: 'whisper-1',
    about: 'Name of the speech-to-text model. It must return timestamps for each line.',
  },
  STT_PARALLEL: {
    schema: wholeNumber(1, 64),
    default: '2',
    about: 'Maximum number of pieces of audio that this process transcribes in parallel.',
  },
  STT_TIMEOUT_SECONDS: {
    schema: wholeNumber(1, 7200),
    default: '600',
    about: 'Timeout for the transcription of one piece, which is ten minutes of audio.',
  },
  FFMPEG_PATH: {
    schema: program.optional(),
    about: 'Path of ffmpeg, which is required for speech to text. Default: the one found on PATH.',
  },
  YOUTUBE_URL: {
    schema: baseUrl.optional(),
    about: 'Sends all requests for YouTube to this URL instead. Used by the demo and the tests.',
  },
  YOUTUBE_CLIENTS: {
    schema: list.pipe(z.array(youtubeClient).min(1, 'must contain at least one client')),
    default: 'VISIONOS,ANDROID,IOS',
    about: `InnerTube clients to use, in this order. Supported: ${youtubeClients.join(', ')}.`,
  },
  YOUTUBE_CLIENTS_FILE: {
    schema: readableFile.optional(),
    about:
      'JSON file that overrides the identity of these clients and of WEB, such as {"VISIONOS": {"version": "1.04"}}; also userAgent, deviceMake, deviceModel, osName, osVersion, id. Reloaded when it changes. Default: youtube-clients.json in DATA_DIR, which need not exist.',
  },
  YOUTUBE_DATA_KEY: {
    schema: z.string().optional(),
    about: 'Key of the YouTube Data API, which is used when InnerTube fails.',
    secret: true,
  },
  YOUTUBE_DATA_URL: {
    schema: baseUrl,
    default: 'https://www.googleapis.com',
    about: 'URL of the YouTube Data API.',
  },
  POLL_PARALLEL: {
    schema: wholeNumber(1, 64),
    default: '8',
    about: 'Maximum number of followed channels that this process polls for uploads in parallel.',
  },
  YOUTUBE_PER_HOUR: {
    schema: wholeNumber(0, 100_000),
    default: '250',
    about:
      'Maximum number of videos requested from YouTube per hour and outbound route, over all processes. YouTube allows about 300. Requests beyond the limit wait; requests of users go first. 0: no limit.',
  },
  YT_DLP_PATH: {
    schema: program.optional(),
    about:
      'Path of yt-dlp, which is used when InnerTube fails: for captions, and for the audio of videos without captions.',
  },
  YT_DLP_COOKIES: {
    schema: cookieFile.optional(),
    about:
      'Path of a cookie file in Netscape format for yt-dlp, with the cookies of a spare YouTube account. Each run gets a copy. It also gives access to age-restricted videos. The account may be banned. See docs/youtube.md.',
  },
  YT_DLP_ARGS: {
    schema: ytDlpArguments,
    default: '',
    about:
      'Additional arguments for yt-dlp: --extractor-args, --impersonate, --remote-components or --plugin-dirs, each followed by its value, separated by spaces.',
    secret: true,
  },
  TRANSCRIPT_PROVIDER: {
    schema: oneOf(transcriptProviders).optional(),
    about:
      'Paid service for captions that YouTube and yt-dlp do not return: supadata (supadata.ai). It receives the ids of these videos and nothing about users. See docs/youtube.md.',
  },
  TRANSCRIPT_KEY: {
    schema: textAtLeast(8).optional(),
    about: 'API key of that service. Required with TRANSCRIPT_PROVIDER.',
    secret: true,
  },
  TRANSCRIPT_URL: { schema: baseUrl.optional(), about: 'URL of that service, if it is not the public one.' },
  OUTBOUND_ROUTES: {
    schema: outboundRoutes,
    default: 'direct',
    about:
      'Routes to YouTube, in order of preference, separated by commas: direct; http:// or socks5:// URLs of proxies, ending with #rotating if each connection gets another IP address; ipv6:PREFIX/64 for addresses in your own prefix. If one is blocked, the next is used. See docs/youtube.md.',
    secret: true,
  },
  FCM_SERVICE_ACCOUNT: {
    schema: serviceAccount.optional(),
    about:
      'JSON key file of a Google service account, to send push notifications to phones through Firebase. Default: only browsers get them.',
    secret: true,
  },
  PUSH_URL: {
    schema: baseUrl.optional(),
    about: 'Sends all push notifications to this URL instead. Used by the demo and the tests.',
  },
  ANALYTICS_URL: {
    schema: baseUrl
      .refine(isHttpsOrLocal, 'must start with https:// unless its host is in the local network')
      .optional(),
    about:
      'URL of a Plausible server, such as https://plausible.io. It counts page types and a few steps of visitors who agree. Default: no analytics, and visitors are not asked.',
  },
  ANALYTICS_DOMAIN: {
    schema: z
      .string()
      .max(200, 'must have at most 200 characters')
      .regex(/^[\w.:/-]+$/, 'must be the name of a single site, such as recaps.example.com')
      .optional(),
    about: 'Name of the site at that server. Default: the host of PUBLIC_URL.',
  },
  ...paymentSettings,
  DEMO: {
    schema: flag,
    default: 'off',
    about:
      'on: pages say that this is a demo that uses fake services, and its clock can be moved forward at /dev/clock, whose link is printed at startup.',
  },
  DEMO_LOGIN: {
    schema: z
      .string()
      .regex(/^[^\s@]+@[^\s@]+ .+$/, 'must be an email address, a space and a password')
      .optional(),
    about:
      'Email address, a space and the password of an account that anyone can log in to with one button on the log-in page. The page contains the password. Nobody can change it, end other sessions or delete the account, but everything else can be changed, so reset a public demo every day. Only with DEMO=on.',
  },
} as const satisfies Record<string, Setting>

export type SettingName = keyof typeof settings
export type Values = { [N in SettingName]: z.output<(typeof settings)[N]['schema']> }
