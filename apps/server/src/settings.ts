import { emailPattern } from '@recaps/domain/email-address'
import { z } from 'zod'
import {
  amount,
  atLeast,
  atMost,
  baseUrl,
  bucket,
  cookieFile,
  count,
  flag,
  folder,
  isOrigin,
  isSafeOnItsWay,
  isVoiceId,
  list,
  mailServer,
  oneOf,
  plan,
  program,
  readableFile,
  serviceAccount,
  waysOut,
  youtubeClient,
  youtubeClients,
  ytDlpArguments,
} from './setting-forms.ts'
import { signInSettings } from './settings-identity.ts'
import { paymentSettings, type Setting } from './settings-payments.ts'

export const roles = ['api', 'worker', 'scheduler'] as const
export const sttProviders = ['openai', 'whisper.cpp'] as const
export const transcriptProviders = ['supadata'] as const
export type Role = (typeof roles)[number]

/** Every setting: its form, default and one line of documentation. Each may also be given as NAME_FILE, a path to read it from. */
export const settings = {
  PRODUCT_NAME: {
    schema: atMost(60),
    default: 'Recaps',
    about: 'Name of the product on screens and in mails.',
  },
  PUBLIC_URL: {
    schema: baseUrl
      .refine(isOrigin, 'must be an address without a path, such as https://recaps.example.com')
      .refine(isSafeOnItsWay, 'must begin with https:// unless it names this machine or one beside it')
      .optional(),
    about:
      'Address under which browsers reach the service; https:// wherever that is over the internet. Default: http://localhost and the port.',
  },
  SUPPORT_EMAIL: {
    schema: z.email({ pattern: emailPattern, error: 'must be an email address' }),
    default: 'support@recaps.example',
    about:
      'Address where users reach you: shown on pages and in mails, and what they write in the form is mailed there. Set it before others use the server.',
  },
  ADMIN_EMAIL: {
    schema: z.email({ pattern: emailPattern, error: 'must be an email address' }).optional(),
    about:
      'Address of the account that runs the server, once it is confirmed: it is shown how to mend failures. Absent: the first account.',
  },
  SOURCE_URL: {
    schema: baseUrl
      .refine(isSafeOnItsWay, 'must begin with https:// unless it names this machine or one beside it')
      .optional(),
    about: 'Where the source code of this installation can be read; the landing page links to it. Absent: no link.',
  },
  MAIL_URL: {
    schema: mailServer.optional(),
    about:
      'Mail server: smtps:// (encrypted) or smtp:// (STARTTLS where it is offered; on this machine with any certificate). Absent: mails rest as files in DATA_DIR/outbox, listed at /dev/outbox, whose link is printed at start.',
    secret: true,
  },
  MAIL_FROM: {
    schema: z.email({ pattern: emailPattern, error: 'must be an email address' }).optional(),
    about: 'Address that mails come from. Needed with MAIL_URL.',
  },
  MAIL_RETRY_SECONDS: {
    schema: count(1, 3600),
    default: '300',
    about:
      'How long a refused mail, or push message, waits for its one more attempt. Servers that put strangers off do so for minutes.',
  },
  HOST: {
    schema: z.string().regex(/^[\w.:-]+$/, 'must be a host name or an IP address'),
    default: 'localhost',
    about: 'Network interface to listen on. Use 0.0.0.0 behind a proxy or in a container.',
  },
  PORT: { schema: count(0, 65_535), default: '3000', about: 'Port to listen on; 0 takes a free one.' },
  ROLES: {
    schema: list.pipe(z.array(oneOf(roles)).min(1, `must name at least one of ${roles.join(', ')}`)),
    default: 'api,worker,scheduler',
    about:
      'Which of api, worker and scheduler this process is. Splitting them needs DATABASE_URL and the same SECRET_KEY in each process; on several machines a bucket, too.',
  },
  DATA_DIR: {
    schema: folder,
    default: '.data',
    about: 'Folder of the embedded database, stored files and generated secrets.',
  },
  DATABASE_URL: {
    schema: z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' }).optional(),
    about: 'PostgreSQL 15 or newer. Absent: the embedded database in DATA_DIR.',
    secret: true,
  },
  STORAGE_URL: {
    schema: bucket.optional(),
    about:
      'Bucket for audio, transcripts, pictures and exports: s3://KEY:SECRET@HOST[:PORT]/BUCKET?region=us-east-1, percent-encoded. ' +
      'pathStyle=off puts the bucket into the host, tls=off is plain http, public=https://HOST is the storage as browsers reach it; the CORS rule that it needs stands in docs/storage.md. ' +
      'Absent: DATA_DIR/files.',
    secret: true,
  },
  SECRET_KEY: {
    schema: atLeast(32).optional(),
    about:
      'Signs links and page tokens. Absent: made at first start and kept in DATA_DIR/secrets.json, which is enough for one process with all roles.',
    secret: true,
  },
  DEFAULT_PLAN: {
    schema: plan,
    default: 'free',
    about: 'Plan of accounts that bought nothing. A self-hoster sets ultimate.',
  },
  QUEUE_LIMIT: {
    schema: count(1, 1_000_000),
    default: '5000',
    about:
      'How many summaries that users asked for may wait or be in the making, over all processes. More are refused with 503 until there is room; those of schedules do not count.',
  },
  TRUSTED_PROXIES: {
    schema: count(0, 10),
    default: '0',
    about:
      'How many proxies in front of this process may be believed about the address of the caller. Behind a proxy, 0 puts all users into one network, with one limit.',
  },
  ALLOWED_ORIGINS: {
    schema: list.refine(
      all => all.every(isOrigin),
      'must be origins such as https://app.example.com, separated by commas',
    ),
    default: '',
    about:
      'Other origins whose pages may call the API, separated by commas. Those of the phone apps are allowed once an app is named by ANDROID_PACKAGE, PLAY_PACKAGE, APPLE_CLIENT_ID or APP_STORE_BUNDLE_ID.',
  },
  ...signInSettings,
  METRICS_TOKEN: {
    schema: atLeast(16).optional(),
    about:
      'Bearer token that /metrics asks for. Absent: the one in DATA_DIR/operator-token, which changes at each start.',
    secret: true,
  },
  LOG_LEVEL: {
    schema: oneOf(['debug', 'info', 'warn', 'error', 'silent']),
    default: 'info',
    about: 'Least important log line that is written.',
  },
  LOG_FORMAT: {
    schema: oneOf(['json', 'pretty']).optional(),
    about: 'Form of the log. Default: pretty on a terminal, json elsewhere.',
  },
  THREADS: {
    schema: count(1, 64).optional(),
    about: 'Threads for summaries and voices. Default: the number of processor cores.',
  },
  LLM_PROVIDER: {
    schema: oneOf(['openai', 'anthropic', 'google']),
    default: 'openai',
    about:
      'Protocol of the language model: openai (and all that speak as it does: Ollama, llama.cpp, vLLM), anthropic or google.',
  },
  LLM_URL: {
    schema: baseUrl.optional(),
    about:
      'Address of the language model up to its version, such as http://localhost:11434/v1. Absent with an LLM_KEY: the public address of the provider. Absent without: the built-in engine writes.',
  },
  LLM_KEY: { schema: z.string().optional(), about: 'Key of the language model.', secret: true },
  LLM_MODEL: { schema: atMost(200).optional(), about: 'Name of the model. Needed with LLM_URL or LLM_KEY.' },
  LLM_PARALLEL: {
    schema: count(1, 64),
    default: '8',
    about: 'How many calls of the language model this process makes at a time.',
  },
  LLM_TIMEOUT_SECONDS: {
    schema: count(1, 1800),
    default: '180',
    about: 'How long one call of the language model may take.',
  },
  LLM_PRICE_IN: {
    schema: amount,
    default: '0',
    about: 'What a million tokens of input cost, US dollars. Costs are reckoned with it.',
  },
  LLM_PRICE_OUT: { schema: amount, default: '0', about: 'What a million tokens of output cost, US dollars.' },
  LLM_MAX_COST: {
    schema: amount.optional(),
    about:
      'Most that one summary may cost, US dollars, by LLM_PRICE_IN and LLM_PRICE_OUT: without these nothing is reckoned to cost anything. What is reckoned to cost more is written by the built-in engine. Absent: no ceiling.',
  },
  VOICE: {
    schema: oneOf(['rms', 'slt']),
    default: 'rms',
    about:
      'Built-in voice: rms (deeper) or slt (higher). It reads unless another is chosen, and in place of one that cannot speak.',
  },
  SPEECH_PROVIDER: {
    schema: oneOf(['openai', 'kokoro', 'elevenlabs']),
    default: 'openai',
    about:
      'Protocol of a speech service: openai (and all that speak as it does), kokoro (Kokoro-FastAPI) or elevenlabs.',
  },
  SPEECH_URL: {
    schema: baseUrl.optional(),
    about:
      'Address of the speech service; of openai up to its version, such as http://localhost:8880/v1. Absent with a SPEECH_KEY: the public address of the provider. Absent without: the built-in voices alone read.',
  },
  SPEECH_KEY: { schema: z.string().optional(), about: 'Key of the speech service.', secret: true },
  SPEECH_MODEL: {
    schema: atMost(200).optional(),
    about: 'Name of the speech model. Default: tts-1 of openai, kokoro, or eleven_multilingual_v2 of elevenlabs.',
  },
  SPEECH_VOICES: {
    schema: list.refine(
      all => all.every(isVoiceId),
      'must be ids of voices such as alloy,coral or af_heart, separated by commas',
    ),
    default: '',
    about:
      'Ids of the voices of the speech service that users may choose, separated by commas; the first reads to who has chosen none. Needed with SPEECH_URL or SPEECH_KEY.',
  },
  SPEECH_PARALLEL: {
    schema: count(1, 64),
    default: '4',
    about: 'How many calls of the speech service this process makes at a time, each for one sentence.',
  },
  SPEECH_TIMEOUT_SECONDS: {
    schema: count(1, 300),
    default: '60',
    about: 'How long one call of the speech service may take.',
  },
  STT_PROVIDER: {
    schema: oneOf(sttProviders),
    default: 'openai',
    about:
      'Protocol of speech to text: openai (and all that speak as it does: faster-whisper-server, LocalAI) or whisper.cpp.',
  },
  STT_URL: {
    schema: baseUrl.optional(),
    about:
      'Address of speech to text: for openai up to its version, such as http://localhost:8000/v1, for whisper.cpp its root. Absent with an STT_KEY: the public address of OpenAI. Absent without: videos without captions are not summarized.',
  },
  STT_KEY: { schema: z.string().optional(), about: 'Key of speech to text.', secret: true },
  STT_MODEL: {
    schema: atMost(200),
    default: 'whisper-1',
    about: 'Name of its model; it must tell when each line is said.',
  },
  STT_PARALLEL: {
    schema: count(1, 64),
    default: '2',
    about: 'How many pieces of sound this process has in hand there at a time.',
  },
  STT_TIMEOUT_SECONDS: {
    schema: count(1, 7200),
    default: '600',
    about: 'How long listening to one piece, ten minutes of sound, may take.',
  },
  FFMPEG_PATH: {
    schema: program.optional(),
    about: 'Path of ffmpeg, which speech to text needs. Default: the one that PATH finds.',
  },
  YOUTUBE_URL: {
    schema: baseUrl.optional(),
    about: 'Sends everything meant for YouTube to this address instead, as the demo and the tests do.',
  },
  YOUTUBE_CLIENTS: {
    schema: list.pipe(z.array(youtubeClient).min(1, 'must name at least one client')),
    default: 'VISIONOS,ANDROID,IOS',
    about: `InnerTube clients to ask, in this order. Known: ${youtubeClients.join(', ')}.`,
  },
  YOUTUBE_CLIENTS_FILE: {
    schema: readableFile.optional(),
    about:
      'JSON file with what these clients and WEB say of themselves, such as {"VISIONOS": {"version": "1.04"}}; also userAgent, deviceMake, deviceModel, osName, osVersion, id. Read again when it changes. Default: youtube-clients.json in DATA_DIR, which need not exist.',
  },
  YOUTUBE_DATA_KEY: {
    schema: z.string().optional(),
    about: 'Key of the YouTube Data API, asked when InnerTube fails.',
    secret: true,
  },
  YOUTUBE_DATA_URL: {
    schema: baseUrl,
    default: 'https://www.googleapis.com',
    about: 'Address of the YouTube Data API.',
  },
  POLL_PARALLEL: {
    schema: count(1, 64),
    default: '8',
    about: 'How many followed channels this process asks for uploads at a time.',
  },
  YOUTUBE_PER_HOUR: {
    schema: count(0, 100_000),
    default: '250',
    about:
      'How many videos are requested from YouTube within an hour over each way out, by all processes together. YouTube allows about 300. Requests beyond the limit wait; those of users go first. 0: no limit.',
  },
  YT_DLP_PATH: {
    schema: program.optional(),
    about: 'Path of yt-dlp, tried for captions, and for the sound of videos without them, when InnerTube fails.',
  },
  YT_DLP_COOKIES: {
    schema: cookieFile.optional(),
    about:
      'Path of a file with cookies of a spare YouTube account, in Netscape’s format, for yt-dlp; each run gets a copy. With it age-restricted videos are asked for too. The account may be banned. See docs/youtube.md.',
  },
  YT_DLP_ARGS: {
    schema: ytDlpArguments,
    default: '',
    about:
      'More arguments for yt-dlp, of --extractor-args, --impersonate, --remote-components and --plugin-dirs, each followed by its value, separated by spaces.',
    secret: true,
  },
  TRANSCRIPT_PROVIDER: {
    schema: oneOf(transcriptProviders).optional(),
    about:
      'Paid service that provides captions when YouTube and yt-dlp do not: supadata (supadata.ai). It receives the ids of these videos and nothing about users. See docs/youtube.md.',
  },
  TRANSCRIPT_KEY: { schema: atLeast(8).optional(), about: 'Its key. Needed with TRANSCRIPT_PROVIDER.', secret: true },
  TRANSCRIPT_URL: { schema: baseUrl.optional(), about: 'Its address, where it is another than the public one.' },
  OUTBOUND_ROUTES: {
    schema: waysOut,
    default: 'direct',
    about:
      'Ways out to YouTube in this order: direct; http:// or socks5:// addresses of proxies, with #rotating behind those whose every connection comes out elsewhere; ipv6:PREFIX/64 for addresses of your own prefix. The next is tried when one is blocked. See docs/youtube.md.',
    secret: true,
  },
  FCM_SERVICE_ACCOUNT: {
    schema: serviceAccount.optional(),
    about: 'Key of a Google service account, as JSON, to push to phones by Firebase. Absent: browsers only.',
    secret: true,
  },
  PUSH_URL: {
    schema: baseUrl.optional(),
    about: 'Sends every push message to this address instead, as the demo and the tests do.',
  },
  ANALYTICS_URL: {
    schema: baseUrl
      .refine(isSafeOnItsWay, 'must begin with https:// unless it names this machine or one beside it')
      .optional(),
    about:
      'Address of a Plausible server, such as https://plausible.io: kinds of pages and a few steps are counted there, of visitors who allow it. Absent: nothing is counted, and nobody is asked.',
  },
  ANALYTICS_DOMAIN: {
    schema: z
      .string()
      .max(200, 'must have at most 200 characters')
      .regex(/^[\w.:/-]+$/, 'must be the name of one site, such as recaps.example.com')
      .optional(),
    about: 'Name of the site at that server. Default: the host of PUBLIC_URL.',
  },
  ...paymentSettings,
  DEMO: {
    schema: flag,
    default: 'off',
    about:
      'on: the pages say that this is a demo running against stand-ins, and its clock can be put forward at /dev/clock, whose link is printed at start.',
  },
  DEMO_LOGIN: {
    schema: z
      .string()
      .regex(/^[^\s@]+@[^\s@]+ .+$/, 'must be an email address and, behind a space, a password')
      .optional(),
    about:
      'Email address and, behind a space, password of an account that the log-in page opens to everybody by one button. Stands in the page for all to read. Its password cannot be changed, its sessions cannot be ended by others and it cannot be deleted; all else may be changed: begin a public demo anew each day. Only with DEMO=on.',
  },
} as const satisfies Record<string, Setting>

export type SettingName = keyof typeof settings
export type Values = { [N in SettingName]: z.output<(typeof settings)[N]['schema']> }
