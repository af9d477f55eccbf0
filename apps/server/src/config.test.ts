import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from './config.ts'
import { settings } from './settings.ts'

const reasons = (env: Record<string, string>): string[] => {
  try {
    readConfig(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.reasons
    throw error
  }
  return []
}

const clients = 'YOUTUBE_CLIENTS must name some of VISIONOS, ANDROID, ANDROID_VR, IOS, TV, MWEB, WEB'
const clientFile = 'YOUTUBE_CLIENTS_FILE must be the path of a file that this user may read'
const origins = 'ALLOWED_ORIGINS must be origins such as https://app.example.com, separated by commas'
const google = 'GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET are needed together; set both or neither'
const scheme = 'APP_SCHEME must be a scheme of an app’s own, such as com.example.recaps'
const cookies =
  'YT_DLP_COOKIES must be the path of a file of cookies in Netscape’s format, whose first line is "# Netscape HTTP Cookie File"'
const ytDlpArguments =
  'YT_DLP_ARGS must be some of --extractor-args, --impersonate, --remote-components, --plugin-dirs, each followed by its value, separated by spaces'
const routes =
  'OUTBOUND_ROUTES must be direct, http://, https:// or socks5:// addresses of proxies (with #rotating behind those that change their address), or ipv6:PREFIX/64, separated by commas'

const llmModel = 'LLM_MODEL names a model of LLM_URL or of the provider that LLM_KEY is for; set both or neither'
const speechVoices =
  'SPEECH_VOICES names voices of SPEECH_URL or of the provider that SPEECH_KEY is for; set both or neither'
const whisper = 'STT_PROVIDER is whisper.cpp, which needs STT_URL'
const ffmpeg = 'STT_URL or STT_KEY is set, which needs ffmpeg; install it, or name it by FFMPEG_PATH'
const storage =
  'STORAGE_URL must be s3://KEY:SECRET@HOST/BUCKET, with KEY and SECRET percent-encoded, and perhaps ?region=, pathStyle=off, tls=off or public= behind'
const mailUrl = 'MAIL_URL must be an address such as smtps://user:password@mail.example.com:465'

const stripeKeys =
  'STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET are needed together; set all or none'
const standIn = 'STRIPE_SECRET_KEY is of live mode, which no stand-in at STRIPE_URL or STRIPE_SCRIPT_URL may see'
const stripe = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }
const liveStripe = { ...stripe, STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_PUBLISHABLE_KEY: 'pk_live_1' }
const atHttps = { PUBLIC_URL: 'https://recaps.example.com' }

const keyOn = (namedCurve: string) =>
  generateKeyPairSync('ec', { namedCurve }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
const appStoreTogether =
  'APP_STORE_BUNDLE_ID, APP_STORE_ISSUER_ID, APP_STORE_KEY_ID and APP_STORE_KEY are needed together; set all or none'
const appStoreKey = 'APP_STORE_KEY must be a private key as a .p8 file of Apple’s holds it'
const appStore = {
  APP_STORE_BUNDLE_ID: 'com.example.recaps',
  APP_STORE_APP_ID: '6448311069',
  APP_STORE_ISSUER_ID: '57246542-96fe-1a63-e053-0824d011072a',
  APP_STORE_KEY_ID: '2X9R4HXF34',
  APP_STORE_KEY: keyOn('prime256v1'),
}
const playTogether =
  'PLAY_PACKAGE, PLAY_SERVICE_ACCOUNT, PLAY_PUSH_AUDIENCE and PLAY_PUSH_ACCOUNT are needed together; set all or none'
const serviceAccount = {
  project_id: 'recaps',
  client_email: 'store@recaps.iam.gserviceaccount.com',
  private_key: '-----BEGIN PRIVATE KEY-----',
}
const play = {
  PLAY_PACKAGE: 'com.example.recaps',
  PLAY_SERVICE_ACCOUNT: JSON.stringify(serviceAccount),
  PLAY_PUSH_AUDIENCE: 'https://recaps.example.com/api/subscriptions/google',
  PLAY_PUSH_ACCOUNT: 'push@recaps.iam.gserviceaccount.com',
}
const android = { ANDROID_PACKAGE: 'com.example.recaps' }
const certificates = 'ANDROID_CERTIFICATES must be SHA-256 fingerprints of 64 hexadecimal digits, separated by commas'
const products =
  'STORE_PRODUCTS must name products of basic, premium, pro, ultimate, each once, such as basic=com.example.basic,pro=com.example.pro'

const refused: [env: Record<string, string>, reason: string][] = [
  [{ PRODUCT_NAME: 'n'.repeat(61) }, 'PRODUCT_NAME must have at most 60 characters'],
  [{ PUBLIC_URL: 'example.com' }, 'PUBLIC_URL must be an http:// or https:// address'],
  [{ PUBLIC_URL: 'https:example.com' }, 'PUBLIC_URL must be an http:// or https:// address'],
  [
    { PUBLIC_URL: 'https://example.com/recaps' },
    'PUBLIC_URL must be an address without a path, such as https://recaps.example.com',
  ],
  ...['http://recaps.example.com', 'http://8.8.8.8', 'http://[2a00:1450::8]'].map(
    (PUBLIC_URL): [Record<string, string>, string] => [
      { PUBLIC_URL },
      'PUBLIC_URL must begin with https:// unless it names this machine or one beside it',
    ],
  ),
  [{ SUPPORT_EMAIL: 'me' }, 'SUPPORT_EMAIL must be an email address'],
  [{ MAIL_URL: 'mail.example.com' }, mailUrl],
  [{ MAIL_URL: 'https://mail.example.com' }, mailUrl],
  [{ MAIL_URL: 'smtp://user@mail.example.com' }, mailUrl],
  [{ MAIL_URL: 'smtp://user:100%@mail.example.com' }, mailUrl],
  [{ MAIL_URL: 'smtp://mail.example.com/inbox' }, mailUrl],
  [{ MAIL_URL: 'smtp://mail.example.com' }, 'MAIL_URL needs MAIL_FROM, the address that mails come from'],
  [{ MAIL_FROM: 'Recaps' }, 'MAIL_FROM must be an email address'],
  [{ MAIL_RETRY_SECONDS: '0' }, 'MAIL_RETRY_SECONDS must be a whole number from 1 to 3600'],
  [{ HOST: 'http://localhost' }, 'HOST must be a host name or an IP address'],
  [{ PORT: 'abc' }, 'PORT must be a whole number from 0 to 65535'],
  [{ PORT: '70000' }, 'PORT must be a whole number from 0 to 65535'],
  [{ PORT: '-1' }, 'PORT must be a whole number from 0 to 65535'],
  [{ PORT: '3000.5' }, 'PORT must be a whole number from 0 to 65535'],
  [{ PORT: '0x10' }, 'PORT must be a whole number from 0 to 65535'],
  [{ PORT: '1e3' }, 'PORT must be a whole number from 0 to 65535'],
  [{ ROLES: 'web' }, 'ROLES must be one of api, worker, scheduler'],
  [{ ROLES: ',' }, 'ROLES must name at least one of api, worker, scheduler'],
  [{ DATABASE_URL: 'mysql://x/y' }, 'DATABASE_URL must be a postgres:// address'],
  ...[
    'https://key:secret@s3.example.com/bucket',
    's3://bucket',
    's3://s3.example.com/bucket',
    's3://key@s3.example.com/bucket',
    's3://key:secret@s3.example.com',
    's3://key:secret@s3.example.com/Bucket',
    's3://key:secret@s3.example.com/bucket/folder',
    's3://key:secret@s3.example.com/bucket?tls=no',
    's3://key:secret@s3.example.com/bucket?acl=public',
    's3://key:secret@s3.example.com/bucket?public=files.example.com',
    's3://key:secret@s3.example.com/bucket?public=https://files.example.com/path',
    's3://key:%E0%A4%A@s3.example.com/bucket',
  ].map((STORAGE_URL): [Record<string, string>, string] => [{ STORAGE_URL }, storage]),
  [{ SECRET_KEY: 'short' }, 'SECRET_KEY must have at least 32 characters'],
  [{ SECRET_KEY_FILE: '/none' }, 'SECRET_KEY_FILE names /none, which cannot be read'],
  [{ SECRET_KEY_FILE: '/' }, 'SECRET_KEY_FILE names /, which cannot be read'],
  [{ QUEUE_LIMIT: '0' }, 'QUEUE_LIMIT must be a whole number from 1 to 1000000'],
  [{ DEFAULT_PLAN: 'gold' }, 'DEFAULT_PLAN must be one of free, basic, premium, pro, ultimate'],
  [{ TRUSTED_PROXIES: '-1' }, 'TRUSTED_PROXIES must be a whole number from 0 to 10'],
  [{ ALLOWED_ORIGINS: '*' }, origins],
  [{ ALLOWED_ORIGINS: 'https://a.example/' }, origins],
  [{ ALLOWED_ORIGINS: 'https://a.example,b.example' }, origins],
  [{ GOOGLE_CLIENT_ID: 'x' }, google],
  [{ GOOGLE_CLIENT_SECRET: 'x' }, google],
  ...['https://x', '1234 abcd', 'a.apps.googleusercontent.com;b'].map(
    (GOOGLE_APP_CLIENT_IDS): [Record<string, string>, string] => [
      { GOOGLE_APP_CLIENT_IDS },
      'GOOGLE_APP_CLIENT_IDS must be ids of OAuth clients such as 1234-abcd.apps.googleusercontent.com, separated by commas',
    ],
  ),
  [{ GOOGLE_ISSUER: 'http://accounts.google.com' }, 'GOOGLE_ISSUER must be an https:// address'],
  [{ GOOGLE_ISSUER: 'http://localhost.evil.example' }, 'GOOGLE_ISSUER must be an https:// address'],
  [
    { APPLE_CLIENT_ID: 'com.example.app,a b' },
    'APPLE_CLIENT_ID must be ids of apps such as com.example.recaps, separated by commas',
  ],
  [{ APPLE_SERVICES_ID: 'https://x' }, 'APPLE_SERVICES_ID must be an id such as com.example.recaps.web'],
  [{ APPLE_ISSUER: 'appleid.apple.com' }, 'APPLE_ISSUER must be an http:// or https:// address'],
  [{ APPLE_ISSUER: 'http://127.0.0.1.example' }, 'APPLE_ISSUER must be an https:// address'],
  [{ APP_SCHEME: 'javascript' }, scheme],
  [{ APP_SCHEME: 'https' }, scheme],
  [{ APP_SCHEME: 'app.recaps://' }, scheme],
  [{ ANDROID_PACKAGE: 'com example' }, 'ANDROID_PACKAGE must be the name of an app such as com.example.recaps'],
  [{ ...android, ANDROID_CERTIFICATES: '14:6D:E9' }, certificates],
  [{ ...android, ANDROID_CERTIFICATES: `com.example.recaps=${'ab'.repeat(32)}` }, certificates],
  [
    { ANDROID_CERTIFICATES: 'ab'.repeat(32) },
    'ANDROID_CERTIFICATES are of the app that ANDROID_PACKAGE or PLAY_PACKAGE names; set one of them',
  ],
  ...['9ja89qqlnq', '9JA89QQLNQ.com.example.recaps'].map((APPLE_TEAM_ID): [Record<string, string>, string] => [
    { APPLE_TEAM_ID, APPLE_CLIENT_ID: 'com.example.recaps' },
    'APPLE_TEAM_ID must be the id of a team such as 9JA89QQLNQ',
  ]),
  [
    { APPLE_TEAM_ID: '9JA89QQLNQ' },
    'APPLE_TEAM_ID is the team of the apps that APPLE_CLIENT_ID or APP_STORE_BUNDLE_ID names; set one of them',
  ],
  [{ APPLE_SIGN_IN_KEY: 'x' }, 'APPLE_SIGN_IN_KEY must be a private key as a .p8 file of Apple’s holds it'],
  [{ APPLE_SIGN_IN_KEY_ID: 'short' }, 'APPLE_SIGN_IN_KEY_ID must be the id of a key such as 2X9R4HXF34'],
  [
    { APPLE_SIGN_IN_KEY_ID: '2X9R4HXF34' },
    'APPLE_SIGN_IN_KEY and APPLE_SIGN_IN_KEY_ID belong together; set both or none',
  ],
  [
    { APPLE_SIGN_IN_KEY_ID: '2X9R4HXF34', APPLE_SIGN_IN_KEY: appStore.APP_STORE_KEY },
    'APPLE_SIGN_IN_KEY is a key of the team that APPLE_TEAM_ID names; set it too',
  ],
  [{ METRICS_TOKEN: 'short' }, 'METRICS_TOKEN must have at least 16 characters'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of debug, info, warn, error, silent'],
  [{ LOG_FORMAT: 'xml' }, 'LOG_FORMAT must be one of json, pretty'],
  [{ THREADS: '0' }, 'THREADS must be a whole number from 1 to 64'],
  [{ LLM_PROVIDER: 'oracle' }, 'LLM_PROVIDER must be one of openai, anthropic, google'],
  [{ LLM_URL: 'localhost:11434', LLM_MODEL: 'm' }, 'LLM_URL must be an http:// or https:// address'],
  [{ LLM_URL: 'http://localhost:11434/v1' }, llmModel],
  [{ LLM_KEY: 'k' }, llmModel],
  [
    { GOOGLE_APP_CLIENT_IDS: 'recaps-ios' },
    'GOOGLE_APP_CLIENT_IDS are of apps, and no app may call this server; name one by ANDROID_PACKAGE, PLAY_PACKAGE, APPLE_CLIENT_ID or APP_STORE_BUNDLE_ID',
  ],
  [{ LLM_MODEL: 'm' }, llmModel],
  [
    { LLM_PROVIDER: 'google', LLM_URL: 'http://localhost', LLM_MODEL: 'm' },
    'LLM_PROVIDER is google, which needs LLM_KEY',
  ],
  [{ LLM_PARALLEL: '0' }, 'LLM_PARALLEL must be a whole number from 1 to 64'],
  [{ LLM_TIMEOUT_SECONDS: '0' }, 'LLM_TIMEOUT_SECONDS must be a whole number from 1 to 1800'],
  [{ LLM_PRICE_IN: '-1' }, 'LLM_PRICE_IN must be an amount such as 0.25'],
  [{ LLM_PRICE_OUT: '$1' }, 'LLM_PRICE_OUT must be an amount such as 0.25'],
  [{ LLM_MAX_COST: 'much' }, 'LLM_MAX_COST must be an amount such as 0.25'],
  [{ STT_PROVIDER: 'deepgram' }, 'STT_PROVIDER must be one of openai, whisper.cpp'],
  [{ STT_PROVIDER: 'whisper.cpp', STT_KEY: 'k', FFMPEG_PATH: process.execPath }, whisper],
  [{ STT_URL: 'localhost:8000' }, 'STT_URL must be an http:// or https:// address'],
  [{ STT_URL: 'http://localhost:8000/v1' }, ffmpeg],
  [{ STT_KEY: 'k', PATH: '/none:relative' }, ffmpeg],
  [{ STT_MODEL: 'm'.repeat(201) }, 'STT_MODEL must have at most 200 characters'],
  [{ STT_PARALLEL: '0' }, 'STT_PARALLEL must be a whole number from 1 to 64'],
  [{ POLL_PARALLEL: '0' }, 'POLL_PARALLEL must be a whole number from 1 to 64'],
  [{ STT_TIMEOUT_SECONDS: '0' }, 'STT_TIMEOUT_SECONDS must be a whole number from 1 to 7200'],
  [{ FFMPEG_PATH: '/none/ffmpeg' }, 'FFMPEG_PATH must be the path of a program that this user may run'],
  [{ VOICE: 'robot' }, 'VOICE must be one of rms, slt'],
  [{ SPEECH_PROVIDER: 'espeak' }, 'SPEECH_PROVIDER must be one of openai, kokoro, elevenlabs'],
  [{ SPEECH_URL: 'localhost:8880', SPEECH_VOICES: 'alloy' }, 'SPEECH_URL must be an http:// or https:// address'],
  [{ SPEECH_URL: 'http://localhost:8880/v1' }, speechVoices],
  [{ SPEECH_KEY: 'k' }, speechVoices],
  [{ SPEECH_VOICES: 'alloy' }, speechVoices],
  [
    { SPEECH_URL: 'http://localhost', SPEECH_VOICES: 'alloy,my voice' },
    'SPEECH_VOICES must be ids of voices such as alloy,coral or af_heart, separated by commas',
  ],
  [
    { SPEECH_PROVIDER: 'kokoro', SPEECH_KEY: 'k', SPEECH_VOICES: 'af_heart' },
    'SPEECH_PROVIDER is kokoro, which needs SPEECH_URL',
  ],
  [
    { SPEECH_PROVIDER: 'elevenlabs', SPEECH_URL: 'http://localhost', SPEECH_VOICES: 'x' },
    'SPEECH_PROVIDER is elevenlabs, which needs SPEECH_KEY',
  ],
  [{ SPEECH_MODEL: 'm'.repeat(201) }, 'SPEECH_MODEL must have at most 200 characters'],
  [{ SPEECH_PARALLEL: '0' }, 'SPEECH_PARALLEL must be a whole number from 1 to 64'],
  [{ SPEECH_TIMEOUT_SECONDS: '301' }, 'SPEECH_TIMEOUT_SECONDS must be a whole number from 1 to 300'],
  [{ YOUTUBE_URL: 'ftp://x' }, 'YOUTUBE_URL must be an http:// or https:// address'],
  [{ YOUTUBE_CLIENTS: ',' }, 'YOUTUBE_CLIENTS must name at least one client'],
  [{ YOUTUBE_CLIENTS: 'VISIONOS,NETSCAPE' }, clients],
  [{ YOUTUBE_CLIENTS: 'visionos' }, clients],
  [{ YOUTUBE_CLIENTS: 'toString' }, clients],
  [{ YOUTUBE_CLIENTS: 'ANDROID@21.03.36' }, clients],
  [{ YOUTUBE_CLIENTS_FILE: '/' }, clientFile],
  [{ YOUTUBE_CLIENTS_FILE: '/none.json' }, clientFile],
  [{ YOUTUBE_DATA_URL: 'googleapis' }, 'YOUTUBE_DATA_URL must be an http:// or https:// address'],
  [{ ADMIN_EMAIL: 'ada' }, 'ADMIN_EMAIL must be an email address'],
  [{ YOUTUBE_PER_HOUR: '-1' }, 'YOUTUBE_PER_HOUR must be a whole number from 0 to 100000'],
  [{ YT_DLP_PATH: '/none/yt-dlp' }, 'YT_DLP_PATH must be the path of a program that this user may run'],
  [{ YT_DLP_PATH: '/' }, 'YT_DLP_PATH must be the path of a program that this user may run'],
  [
    { YT_DLP_PATH: process.execPath, YT_DLP_COOKIES: '/none.txt' },
    'YT_DLP_COOKIES must be the path of a file that this user may read',
  ],
  [{ YT_DLP_PATH: process.execPath, YT_DLP_COOKIES: fileURLToPath(import.meta.url) }, cookies],
  [{ YT_DLP_PATH: process.execPath, YT_DLP_ARGS: '--exec id' }, ytDlpArguments],
  [{ YT_DLP_PATH: process.execPath, YT_DLP_ARGS: '--impersonate --exec' }, ytDlpArguments],
  [{ YT_DLP_PATH: process.execPath, YT_DLP_ARGS: '--impersonate' }, ytDlpArguments],
  [{ YT_DLP_ARGS: '--impersonate chrome' }, 'YT_DLP_ARGS is for yt-dlp, which needs YT_DLP_PATH'],
  [{ TRANSCRIPT_PROVIDER: 'other', TRANSCRIPT_KEY: 'sd_12345678' }, 'TRANSCRIPT_PROVIDER must be one of supadata'],
  [{ TRANSCRIPT_PROVIDER: 'supadata' }, 'TRANSCRIPT_PROVIDER is supadata, which needs TRANSCRIPT_KEY'],
  [{ TRANSCRIPT_KEY: 'sd_12345678' }, 'TRANSCRIPT_KEY is set, which needs TRANSCRIPT_PROVIDER'],
  [{ TRANSCRIPT_URL: 'https://captions.example' }, 'TRANSCRIPT_URL is set, which needs TRANSCRIPT_PROVIDER'],
  [{ OUTBOUND_ROUTES: 'tor' }, routes],
  [{ OUTBOUND_ROUTES: ',' }, routes],
  [{ OUTBOUND_ROUTES: 'ipv6:10.0.0.0/8' }, routes],
  [{ OUTBOUND_ROUTES: 'direct,socks4://u:secret@home' }, `${routes}, which number 2 of them is not`],
  [
    { FCM_SERVICE_ACCOUNT: '{"project_id":"x"}' },
    'FCM_SERVICE_ACCOUNT must be the JSON of a service account key as Google hands it out',
  ],
  [{ ANALYTICS_URL: 'plausible.io' }, 'ANALYTICS_URL must be an http:// or https:// address'],
  [
    { ANALYTICS_URL: 'http://plausible.io' },
    'ANALYTICS_URL must begin with https:// unless it names this machine or one beside it',
  ],
  [
    { ANALYTICS_URL: 'https://plausible.io', ANALYTICS_DOMAIN: 'a.example,b.example' },
    'ANALYTICS_DOMAIN must be the name of one site, such as recaps.example.com',
  ],
  [
    { ANALYTICS_URL: 'https://plausible.io', ANALYTICS_DOMAIN: 'a'.repeat(201) },
    'ANALYTICS_DOMAIN must have at most 200 characters',
  ],
  [{ ANALYTICS_DOMAIN: 'recaps.example.com' }, 'ANALYTICS_DOMAIN names a site at ANALYTICS_URL, which is not set'],
  [{ PUSH_URL: 'ftp://x' }, 'PUSH_URL must be an http:// or https:// address'],
  [{ STRIPE_SECRET_KEY: 'pk_test_1' }, 'STRIPE_SECRET_KEY must be a key of Stripe such as sk_test_…'],
  [{ STRIPE_SECRET_KEY: 'sk_test_' }, 'STRIPE_SECRET_KEY must be a key of Stripe such as sk_test_…'],
  [{ STRIPE_PUBLISHABLE_KEY: 'sk_test_1' }, 'STRIPE_PUBLISHABLE_KEY must be a key of Stripe such as pk_test_…'],
  ...['secret', 'whsec_', 'whsec_1,whsec 2'].map((STRIPE_WEBHOOK_SECRET): [Record<string, string>, string] => [
    { STRIPE_WEBHOOK_SECRET },
    'STRIPE_WEBHOOK_SECRET must be signing secrets such as whsec_…, separated by commas',
  ]),
  [{ STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1' }, stripeKeys],
  [{ STRIPE_PUBLISHABLE_KEY: 'pk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }, stripeKeys],
  [{ STRIPE_SECRET_KEY: 'rk_test_1' }, stripeKeys],
  [
    { ...stripe, STRIPE_PUBLISHABLE_KEY: 'pk_live_1' },
    'STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY are of different modes; take both from test or both from live',
  ],
  [liveStripe, 'STRIPE_SECRET_KEY is of live mode, which needs a PUBLIC_URL that begins with https://'],
  [{ ...liveStripe, ...atHttps, STRIPE_URL: 'http://localhost:4030' }, standIn],
  [{ ...liveStripe, ...atHttps, STRIPE_SCRIPT_URL: 'https://js.stripe.com.evil.example' }, standIn],
  [{ STRIPE_URL: 'localhost:4030' }, 'STRIPE_URL must be an http:// or https:// address'],
  [{ STRIPE_SCRIPT_URL: 'http://js.stripe.com/v3' }, 'STRIPE_SCRIPT_URL must be an https:// address'],
  ...['gold=x', 'basic', 'basic=a b', 'basic=x,basic=y', 'basic=x,pro=x', 'basic=recaps_pro_monthly'].map(
    (STORE_PRODUCTS): [Record<string, string>, string] => [{ STORE_PRODUCTS }, products],
  ),
  [
    { ...appStore, APP_STORE_BUNDLE_ID: 'com/example' },
    'APP_STORE_BUNDLE_ID must be the bundle id of an app such as com.example.recaps',
  ],
  [
    { ...appStore, APP_STORE_APP_ID: 'id6448311069' },
    'APP_STORE_APP_ID must be the number of an app, as its page in App Store Connect has it',
  ],
  [{ ...appStore, APP_STORE_ISSUER_ID: 'me' }, 'APP_STORE_ISSUER_ID must be a UUID, as App Store Connect shows it'],
  [{ ...appStore, APP_STORE_KEY_ID: '2x9' }, 'APP_STORE_KEY_ID must be the id of a key such as 2X9R4HXF34'],
  [{ ...appStore, APP_STORE_KEY: 'secret' }, appStoreKey],
  [{ ...appStore, APP_STORE_KEY: keyOn('secp384r1') }, appStoreKey],
  [{ ...appStore, APP_STORE_ENVIRONMENT: 'test' }, 'APP_STORE_ENVIRONMENT must be one of production, sandbox, both'],
  [{ APP_STORE_BUNDLE_ID: 'com.example.recaps' }, appStoreTogether],
  [{ ...appStore, APP_STORE_KEY: '' }, appStoreTogether],
  [{ ...appStore, APP_STORE_APP_ID: '' }, 'APP_STORE_ENVIRONMENT is production, which needs APP_STORE_APP_ID'],
  [{ APP_STORE_URL: 'localhost:1' }, 'APP_STORE_URL must be an http:// or https:// address'],
  [
    { ...appStore, APP_STORE_URL: 'http://localhost:1', APP_STORE_ROOTS: 'abc' },
    'APP_STORE_ROOTS must be SHA-256 fingerprints of 64 hexadecimal digits, separated by commas',
  ],
  [
    { ...appStore, APP_STORE_ROOTS: 'ab'.repeat(32) },
    'APP_STORE_ROOTS are the certificates of a stand-in at APP_STORE_URL; those of Apple are known',
  ],
  [
    { STORE_BILLING: 'on' },
    'STORE_BILLING is on, which needs a store: APP_STORE_BUNDLE_ID or PLAY_PACKAGE, and what belongs to it',
  ],
  [{ ...play, PLAY_PACKAGE: 'com example' }, 'PLAY_PACKAGE must be the name of an app such as com.example.recaps'],
  [
    { ...play, PLAY_SERVICE_ACCOUNT: '{}' },
    'PLAY_SERVICE_ACCOUNT must be the JSON of a service account key as Google hands it out',
  ],
  [{ ...play, PLAY_PUSH_ACCOUNT: 'push' }, 'PLAY_PUSH_ACCOUNT must be the email address of a service account'],
  [{ ...play, PLAY_PUSH_AUDIENCE: '' }, playTogether],
  [{ PLAY_PACKAGE: 'com.example.recaps' }, playTogether],
  [{ ...play, PLAY_TEST_PURCHASES: 'yes' }, 'PLAY_TEST_PURCHASES must be one of on, off'],
  [{ ...play, PLAY_URL: 'localhost:1' }, 'PLAY_URL must be an http:// or https:// address'],
  [{ DEMO: 'yes' }, 'DEMO must be one of on, off'],
  [
    { DEMO_LOGIN: 'demo@example.com open to all' },
    'DEMO_LOGIN opens an account to everybody, which only a demo does; set DEMO to on, or leave it out',
  ],
  [
    { DEMO: 'on', DEMO_LOGIN: 'demo@example.com' },
    'DEMO_LOGIN must be an email address and, behind a space, a password',
  ],
  [{ SOURCE_URL: 'javascript:alert(1)' }, 'SOURCE_URL must be an http:// or https:// address'],
  [
    { SOURCE_URL: 'http://code.example.com/recaps' },
    'SOURCE_URL must begin with https:// unless it names this machine or one beside it',
  ],
]

describe('the configuration', () => {
  it('needs nothing set [ASVS 13.2.3]', () => {
    expect(reasons({})).toEqual([])
    expect(readConfig({})).toMatchObject({ port: 3000, publicUrl: 'http://localhost:3000', defaultPlan: 'free' })
    expect(Object.isFrozen(readConfig({}))).toBe(true)
  })

  it.each([
    'https://recaps.example.com',
    'http://localhost:3000',
    'http://192.168.1.7',
    'http://nas.local',
    'http://[::1]:80',
  ])('lets browsers come by %s', PUBLIC_URL => expect(reasons({ PUBLIC_URL })).toEqual([]))

  it('takes an empty setting for one that is not there', () => {
    const nothing = Object.fromEntries(Object.keys(settings).map(name => [name, ' ']))
    expect(readConfig(nothing)).toEqual(readConfig({}))
  })

  it.each(refused)('refuses %j [ASVS 11.4.4, 12.2.1, 15.3.4]', (env, reason) => {
    expect(reasons(env)).toEqual([reason])
  })

  it('has something to refuse in every setting but those in which any text makes sense', () => {
    const tried = new Set(
      refused.flatMap(([env]) => Object.keys(env).map(name => (name in settings ? name : name.replace(/_FILE$/, '')))),
    )
    const untried = Object.keys(settings).filter(name => !tried.has(name))
    expect(untried).toEqual(['DATA_DIR', 'YOUTUBE_DATA_KEY'])
  })

  it('reads the ways out to YouTube', () => {
    const text = 'direct, socks5://u:secret@home.example:1080, http://gw.example:8000/#rotating, ipv6:2001:db8::/64'
    expect(readConfig({ OUTBOUND_ROUTES: text }).youtube.routes).toEqual([
      { kind: 'direct' },
      { kind: 'proxy', url: 'socks5://u:secret@home.example:1080', isRotating: false },
      { kind: 'proxy', url: 'http://gw.example:8000', isRotating: true },
      { kind: 'ipv6', prefix: '2001:db8::/64' },
    ])
  })

  it.each([
    'http://home.example/path',
    'http://home.example#turning',
    'http://',
    'ipv6:2001:db8::',
    'ftp://home.example',
  ])('knows no way out by %s', text => expect(reasons({ OUTBOUND_ROUTES: text })).toEqual([routes]))

  it('reads a bucket with its key and secret, and what browsers call it', () => {
    const at = (STORAGE_URL: string) => readConfig({ STORAGE_URL }).bucket
    expect(at('s3://AKIA:a%2Fb%2B%3D@s3.eu-central-1.amazonaws.com/media?region=eu-central-1')).toEqual({
      endpoint: 'https://s3.eu-central-1.amazonaws.com',
      publicEndpoint: 'https://s3.eu-central-1.amazonaws.com',
      region: 'eu-central-1',
      bucket: 'media',
      accessKeyId: 'AKIA',
      secretAccessKey: 'a/b+=',
      pathStyle: true,
    })
    expect(at('s3://k:s@minio:9000/media?tls=off&pathStyle=off&public=https://files.example.com')).toMatchObject({
      endpoint: 'http://minio:9000',
      publicEndpoint: 'https://files.example.com',
      region: 'us-east-1',
      pathStyle: false,
    })
  })

  it('takes the clients of YouTube with spaces around, and each once', () => {
    expect(readConfig({ YOUTUBE_CLIENTS: ' VISIONOS, ANDROID ,VISIONOS' }).youtube.clients).toEqual([
      { name: 'VISIONOS' },
      { name: 'ANDROID' },
    ])
  })

  it('listens by OpenAI with a key alone, and by an address of one’s own', () => {
    expect(readConfig({}).stt).toBeUndefined()
    const stt = (env: Record<string, string>) => readConfig({ FFMPEG_PATH: process.execPath, ...env }).stt
    expect(stt({ STT_KEY: 'k' })).toMatchObject({ provider: 'openai', url: 'https://api.openai.com/v1', key: 'k' })
    const own = stt({ STT_PROVIDER: 'whisper.cpp', STT_URL: 'http://localhost:8080/' })
    expect(own).toMatchObject({ provider: 'whisper.cpp', url: 'http://localhost:8080', key: undefined, parallel: 2 })
  })

  it('counts at a server that is named, for the site that bears the name of the public address', () => {
    expect(readConfig({}).analytics).toBeUndefined()
    const ANALYTICS_URL = 'https://plausible.io/'
    const site = { url: 'https://plausible.io', domain: 'recaps.example.com' }
    expect(readConfig({ ...atHttps, ANALYTICS_URL }).analytics).toEqual(site)
    const ANALYTICS_DOMAIN = 'talks.example'
    expect(readConfig({ ...atHttps, ANALYTICS_URL, ANALYTICS_DOMAIN }).analytics?.domain).toBe('talks.example')
  })

  it('finds ffmpeg as a shell would, and does without it where nobody listens', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'recaps-programs-'))
    writeFileSync(path.join(folder, 'ffmpeg'), '#!/bin/sh', { mode: 0o755 })
    expect(readConfig({ STT_KEY: 'k', PATH: `/none:${folder}` }).stt?.ffmpeg).toBe(path.join(folder, 'ffmpeg'))
    const api = { ROLES: 'api', DATABASE_URL: 'postgres://x/y', SECRET_KEY: 's'.repeat(32) }
    expect(reasons({ STT_KEY: 'k', ...api })).toEqual([])
  })

  it('takes money by Stripe with all three keys, of live mode too, and with two signing secrets while one is changed', () => {
    expect(readConfig({}).stripe).toBeUndefined()
    expect(readConfig({ ...stripe, STRIPE_WEBHOOK_SECRET: 'whsec_new, whsec_old' }).stripe).toEqual({
      secretKey: 'sk_test_1',
      publishableKey: 'pk_test_1',
      webhookSecrets: ['whsec_new', 'whsec_old'],
      url: undefined,
      scriptUrl: 'https://js.stripe.com/endive/stripe.js',
    })
    expect(reasons({ ...liveStripe, ...atHttps })).toEqual([])
    expect(reasons({ ...stripe, STRIPE_SECRET_KEY: 'rk_test_1', STRIPE_URL: 'http://stripe:4030' })).toEqual([])
  })

  it('takes purchases of the App Store with a key from a file or on one line, and of its sandbox without a number', () => {
    expect(readConfig({}).appStore).toBeUndefined()
    const folder = mkdtempSync(path.join(tmpdir(), 'recaps-key-'))
    writeFileSync(path.join(folder, 'key.p8'), appStore.APP_STORE_KEY)
    const { APP_STORE_KEY: key, APP_STORE_APP_ID: _, ...others } = appStore
    const trimmed = key.trim()
    const APP_STORE_KEY_FILE = path.join(folder, 'key.p8')
    expect(readConfig({ ...appStore, STORE_PRODUCTS: 'pro=com.example.pro' }).appStore).toEqual({
      bundleId: 'com.example.recaps',
      appId: 6448311069,
      issuerId: appStore.APP_STORE_ISSUER_ID,
      keyId: '2X9R4HXF34',
      key: trimmed,
      environment: 'production',
      products: {
        basic: 'recaps_basic_monthly',
        premium: 'recaps_premium_monthly',
        pro: 'com.example.pro',
        ultimate: 'recaps_ultimate_monthly',
      },
      standIn: undefined,
    })
    const sandbox = { ...others, APP_STORE_ENVIRONMENT: 'sandbox', APP_STORE_KEY_FILE }
    expect(readConfig(sandbox).appStore).toMatchObject({ key: trimmed, appId: undefined, environment: 'sandbox' })
    const onOneLine = { ...appStore, APP_STORE_KEY: trimmed.replaceAll('\n', '\\n'), APP_STORE_ENVIRONMENT: 'both' }
    expect(readConfig(onOneLine).appStore).toMatchObject({ key: trimmed, environment: 'both' })
    const roots = { APP_STORE_URL: 'http://localhost:1', APP_STORE_ROOTS: `${'AB:'.repeat(31)}CD` }
    expect(readConfig({ ...appStore, ...roots }).appStore?.standIn).toEqual({
      url: 'http://localhost:1',
      roots: [`${'ab'.repeat(31)}cd`],
    })
  })

  it('takes purchases of Google Play with all that its messages are known by', () => {
    expect(readConfig({}).play).toBeUndefined()
    expect(readConfig(play).play).toMatchObject({
      packageName: 'com.example.recaps',
      account: serviceAccount,
      push: { audience: play.PLAY_PUSH_AUDIENCE, account: play.PLAY_PUSH_ACCOUNT },
      takesTests: false,
      products: { basic: 'recaps_basic_monthly' },
      url: undefined,
    })
  })

  it('opens links in apps by what is missing of them: the certificates of one, the team of the other', () => {
    expect(readConfig({}).phoneApps).toEqual({ android: undefined, appleIds: undefined })
    const ANDROID_CERTIFICATES = `${'AB:'.repeat(31)}CD, ${'12'.repeat(32)}`
    const of = { packageName: 'com.example.recaps', certificates: [`${'ab'.repeat(31)}cd`, '12'.repeat(32)] }
    expect(readConfig({ ...android, ANDROID_CERTIFICATES }).phoneApps.android).toEqual(of)
    expect(readConfig({ ...play, ANDROID_CERTIFICATES }).phoneApps.android).toEqual(of)
    const debug = { ...play, ANDROID_PACKAGE: 'com.example.recaps.debug', ANDROID_CERTIFICATES }
    expect(readConfig(debug).phoneApps.android?.packageName).toBe('com.example.recaps.debug')
    const apple = { APPLE_TEAM_ID: '9JA89QQLNQ', APPLE_CLIENT_ID: 'com.example.recaps,com.example.mac' }
    const appleIds = ['9JA89QQLNQ.com.example.recaps', '9JA89QQLNQ.com.example.mac']
    expect(readConfig({ ...apple, ...appStore }).phoneApps.appleIds).toEqual(appleIds)
    expect(readConfig({ ...appStore, APPLE_TEAM_ID: '9JA89QQLNQ' }).phoneApps.appleIds).toEqual([appleIds[0]])
  })

  it('lets the pages of phone apps call once an app is named, and nobody’s before', () => {
    expect(readConfig({}).allowedOrigins).toEqual([])
    const ALLOWED_ORIGINS = 'https://app.example.com,https://localhost'
    expect(readConfig({ ALLOWED_ORIGINS }).allowedOrigins).toEqual(['https://app.example.com', 'https://localhost'])
    for (const named of [android, play, appStore, { APPLE_CLIENT_ID: 'com.example.recaps' }])
      expect(readConfig({ ...named }).allowedOrigins).toEqual(['capacitor://localhost', 'https://localhost'])
    expect(readConfig({ ...android, ALLOWED_ORIGINS }).allowedOrigins.toSorted()).toEqual([
      'capacitor://localhost',
      'https://app.example.com',
      'https://localhost',
    ])
  })

  it('names every wrong setting at once', () => {
    expect(reasons({ PORT: 'x', VOICE: 'y' })).toHaveLength(2)
    expect(() => readConfig({ PORT: 'x', VOICE: 'y' })).toThrow(
      /^The configuration is not usable:\n {2}- PORT .*\n {2}- VOICE /,
    )
  })

  it('refuses roles in several processes on the embedded database, or without a shared secret', () => {
    expect(reasons({ ROLES: 'api' })).toEqual([
      'ROLES splits the product over processes, which needs DATABASE_URL',
      'ROLES splits the product over processes, which needs the same SECRET_KEY in each',
    ])
    expect(reasons({ ROLES: 'api,api,api' })).toHaveLength(2)
    expect(reasons({ ROLES: 'api', DATABASE_URL: 'postgres://x/y', SECRET_KEY: 's'.repeat(32) })).toEqual([])
  })

  it('reads a setting from a file, and refuses two sources of one [ASVS 13.3.1]', () => {
    const file = path.join(mkdtempSync(path.join(tmpdir(), 'recaps-config-')), 'secret')
    writeFileSync(file, `${'k'.repeat(40)}\n`)
    expect(readConfig({ SECRET_KEY_FILE: file }).secretKey).toBe('k'.repeat(40))
    expect(reasons({ SECRET_KEY_FILE: file, SECRET_KEY: 'k'.repeat(40) })).toEqual([
      'SECRET_KEY and SECRET_KEY_FILE are both set; keep one',
    ])
  })

  it('never repeats a secret in a refusal', () => {
    expect(reasons({ SECRET_KEY: 'hunter2', DATABASE_URL: 'mysql://u:hunter2@h/d' }).join()).not.toContain('hunter2')
  })
})
