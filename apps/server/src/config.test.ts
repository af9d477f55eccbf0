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

const clients = 'YOUTUBE_CLIENTS may only contain VISIONOS, ANDROID, ANDROID_VR, IOS, TV, MWEB, WEB'
const clientFile = 'YOUTUBE_CLIENTS_FILE must be the path of a file that this user can read'
const origins = 'ALLOWED_ORIGINS must be comma-separated origins such as https://app.example.com'
const google = 'GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET must be set together'
const scheme = 'APP_SCHEME must be a URL scheme with a dot, such as com.example.recaps'
const cookies =
  'YT_DLP_COOKIES must be the path of a cookie file in Netscape format, whose first line is "# Netscape HTTP Cookie File"'
const ytDlpArguments =
  'YT_DLP_ARGS may only contain --extractor-args, --impersonate, --remote-components, --plugin-dirs, each followed by its value, separated by spaces'
const routes =
  'OUTBOUND_ROUTES must be a comma-separated list of direct, http://, https:// or socks5:// proxy URLs (ending with #rotating for rotating proxies), or ipv6:PREFIX/64'

const llmModel = 'LLM_MODEL must be set together with LLM_URL or LLM_KEY'
const speechVoices = 'SPEECH_VOICES must be set together with SPEECH_URL or SPEECH_KEY'
const whisper = 'STT_PROVIDER whisper.cpp requires STT_URL'
const ffmpeg = 'STT_URL and STT_KEY require ffmpeg; install it or set FFMPEG_PATH'
const storage =
  'STORAGE_URL must be s3://KEY:SECRET@HOST/BUCKET with percent-encoded KEY and SECRET, optionally followed by ?region=, pathStyle=off, tls=off or public='
const mailUrl = 'MAIL_URL must be a URL such as smtps://user:password@mail.example.com:465'

const stripeKeys = 'STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET must be set together'
const liveKeyForFake =
  'STRIPE_SECRET_KEY is a live key, which must not be sent to a fake; remove STRIPE_URL and STRIPE_SCRIPT_URL'
const stripe = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }
const liveStripe = { ...stripe, STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_PUBLISHABLE_KEY: 'pk_live_1' }
const onHttps = { PUBLIC_URL: 'https://recaps.example.com' }

const keyOnCurve = (namedCurve: string) =>
  generateKeyPairSync('ec', { namedCurve }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
const appStoreTogether =
  'APP_STORE_BUNDLE_ID, APP_STORE_ISSUER_ID, APP_STORE_KEY_ID and APP_STORE_KEY must be set together'
const appStoreKey = 'APP_STORE_KEY must be the private key from an Apple .p8 file'
const appStore = {
  APP_STORE_BUNDLE_ID: 'com.example.recaps',
  APP_STORE_APP_ID: '6448311069',
  APP_STORE_ISSUER_ID: '57246542-96fe-1a63-e053-0824d011072a',
  APP_STORE_KEY_ID: '2X9R4HXF34',
  APP_STORE_KEY: keyOnCurve('prime256v1'),
}
const playTogether = 'PLAY_PACKAGE, PLAY_SERVICE_ACCOUNT, PLAY_PUSH_AUDIENCE and PLAY_PUSH_ACCOUNT must be set together'
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
const certificates = 'ANDROID_CERTIFICATES must be comma-separated SHA-256 fingerprints of 64 hexadecimal digits'
const products =
  'STORE_PRODUCTS must assign different products to basic, premium, pro, ultimate, such as basic=com.example.basic,pro=com.example.pro'

const invalid: [env: Record<string, string>, reason: string][] = [
  [{ PRODUCT_NAME: 'n'.repeat(61) }, 'PRODUCT_NAME must have at most 60 characters'],
  [{ PUBLIC_URL: 'example.com' }, 'PUBLIC_URL must be an http:// or https:// URL'],
  [{ PUBLIC_URL: 'https:example.com' }, 'PUBLIC_URL must be an http:// or https:// URL'],
  [
    { PUBLIC_URL: 'https://example.com/recaps' },
    'PUBLIC_URL must be a URL without a path, such as https://recaps.example.com',
  ],
  ...['http://recaps.example.com', 'http://8.8.8.8', 'http://[2a00:1450::8]'].map(
    (PUBLIC_URL): [Record<string, string>, string] => [
      { PUBLIC_URL },
      'PUBLIC_URL must start with https:// unless its host is in the local network',
    ],
  ),
  [{ SUPPORT_EMAIL: 'me' }, 'SUPPORT_EMAIL must be an email address'],
  [{ MAIL_URL: 'mail.example.com' }, mailUrl],
  [{ MAIL_URL: 'https://mail.example.com' }, mailUrl],
  [{ MAIL_URL: 'smtp://user@mail.example.com' }, mailUrl],
  [{ MAIL_URL: 'smtp://user:100%@mail.example.com' }, mailUrl],
  [{ MAIL_URL: 'smtp://mail.example.com/inbox' }, mailUrl],
  [{ MAIL_URL: 'smtp://mail.example.com' }, 'MAIL_URL requires MAIL_FROM, the sender of the mails'],
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
  [{ ROLES: ',' }, 'ROLES must contain at least one of api, worker, scheduler'],
  [{ DATABASE_URL: 'mysql://x/y' }, 'DATABASE_URL must be a postgres:// URL'],
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
  [{ SECRET_KEY_FILE: '/none' }, 'SECRET_KEY_FILE: cannot read /none'],
  [{ SECRET_KEY_FILE: '/' }, 'SECRET_KEY_FILE: cannot read /'],
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
      'GOOGLE_APP_CLIENT_IDS must be comma-separated OAuth client ids such as 1234-abcd.apps.googleusercontent.com',
    ],
  ),
  [{ GOOGLE_ISSUER: 'http://accounts.google.com' }, 'GOOGLE_ISSUER must be an https:// URL'],
  [{ GOOGLE_ISSUER: 'http://localhost.evil.example' }, 'GOOGLE_ISSUER must be an https:// URL'],
  [
    { APPLE_CLIENT_ID: 'com.example.app,a b' },
    'APPLE_CLIENT_ID must be comma-separated app ids such as com.example.recaps',
  ],
  [{ APPLE_SERVICES_ID: 'https://x' }, 'APPLE_SERVICES_ID must be an id such as com.example.recaps.web'],
  [{ APPLE_ISSUER: 'appleid.apple.com' }, 'APPLE_ISSUER must be an http:// or https:// URL'],
  [{ APPLE_ISSUER: 'http://127.0.0.1.example' }, 'APPLE_ISSUER must be an https:// URL'],
  [{ APP_SCHEME: 'javascript' }, scheme],
  [{ APP_SCHEME: 'https' }, scheme],
  [{ APP_SCHEME: 'app.recaps://' }, scheme],
  [{ ANDROID_PACKAGE: 'com example' }, 'ANDROID_PACKAGE must be a package name such as com.example.recaps'],
  [{ ...android, ANDROID_CERTIFICATES: '14:6D:E9' }, certificates],
  [{ ...android, ANDROID_CERTIFICATES: `com.example.recaps=${'ab'.repeat(32)}` }, certificates],
  [{ ANDROID_CERTIFICATES: 'ab'.repeat(32) }, 'ANDROID_CERTIFICATES requires ANDROID_PACKAGE or PLAY_PACKAGE'],
  ...['9ja89qqlnq', '9JA89QQLNQ.com.example.recaps'].map((APPLE_TEAM_ID): [Record<string, string>, string] => [
    { APPLE_TEAM_ID, APPLE_CLIENT_ID: 'com.example.recaps' },
    'APPLE_TEAM_ID must be a team id such as 9JA89QQLNQ',
  ]),
  [{ APPLE_TEAM_ID: '9JA89QQLNQ' }, 'APPLE_TEAM_ID requires APPLE_CLIENT_ID, APP_STORE_BUNDLE_ID or APPLE_SIGN_IN_KEY'],
  [{ APPLE_SIGN_IN_KEY: 'x' }, 'APPLE_SIGN_IN_KEY must be the private key from an Apple .p8 file'],
  [{ APPLE_SIGN_IN_KEY_ID: 'short' }, 'APPLE_SIGN_IN_KEY_ID must be a key id such as 2X9R4HXF34'],
  [{ APPLE_SIGN_IN_KEY_ID: '2X9R4HXF34' }, 'APPLE_SIGN_IN_KEY and APPLE_SIGN_IN_KEY_ID must be set together'],
  [
    { APPLE_SIGN_IN_KEY_ID: '2X9R4HXF34', APPLE_SIGN_IN_KEY: appStore.APP_STORE_KEY },
    'APPLE_SIGN_IN_KEY requires APPLE_TEAM_ID',
  ],
  [{ METRICS_TOKEN: 'short' }, 'METRICS_TOKEN must have at least 16 characters'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of debug, info, warn, error, silent'],
  [{ LOG_FORMAT: 'xml' }, 'LOG_FORMAT must be one of json, pretty'],
  [{ THREADS: '0' }, 'THREADS must be a whole number from 1 to 64'],
  [{ LLM_PROVIDER: 'oracle' }, 'LLM_PROVIDER must be one of openai, anthropic, google'],
  [{ LLM_URL: 'localhost:11434', LLM_MODEL: 'm' }, 'LLM_URL must be an http:// or https:// URL'],
  [{ LLM_URL: 'http://localhost:11434/v1' }, llmModel],
  [{ LLM_KEY: 'k' }, llmModel],
  [
    { GOOGLE_APP_CLIENT_IDS: 'recaps-ios' },
    'GOOGLE_APP_CLIENT_IDS is for phone apps, but no app may call this server; set ANDROID_PACKAGE, PLAY_PACKAGE, APPLE_CLIENT_ID or APP_STORE_BUNDLE_ID',
  ],
  [{ LLM_MODEL: 'm' }, llmModel],
  [{ LLM_PROVIDER: 'google', LLM_URL: 'http://localhost', LLM_MODEL: 'm' }, 'LLM_PROVIDER google requires LLM_KEY'],
  [{ LLM_PARALLEL: '0' }, 'LLM_PARALLEL must be a whole number from 1 to 64'],
  [{ LLM_TIMEOUT_SECONDS: '0' }, 'LLM_TIMEOUT_SECONDS must be a whole number from 1 to 1800'],
  [{ LLM_PRICE_IN: '-1' }, 'LLM_PRICE_IN must be an amount such as 0.25'],
  [{ LLM_PRICE_OUT: '$1' }, 'LLM_PRICE_OUT must be an amount such as 0.25'],
  [{ LLM_MAX_COST: 'much' }, 'LLM_MAX_COST must be an amount such as 0.25'],
  [{ STT_PROVIDER: 'deepgram' }, 'STT_PROVIDER must be one of openai, whisper.cpp'],
  [{ STT_PROVIDER: 'whisper.cpp', STT_KEY: 'k', FFMPEG_PATH: process.execPath }, whisper],
  [{ STT_URL: 'localhost:8000' }, 'STT_URL must be an http:// or https:// URL'],
  [{ STT_URL: 'http://localhost:8000/v1' }, ffmpeg],
  [{ STT_KEY: 'k', PATH: '/none:relative' }, ffmpeg],
  [{ STT_MODEL: 'm'.repeat(201) }, 'STT_MODEL must have at most 200 characters'],
  [{ STT_PARALLEL: '0' }, 'STT_PARALLEL must be a whole number from 1 to 64'],
  [{ POLL_PARALLEL: '0' }, 'POLL_PARALLEL must be a whole number from 1 to 64'],
  [{ STT_TIMEOUT_SECONDS: '0' }, 'STT_TIMEOUT_SECONDS must be a whole number from 1 to 7200'],
  [{ FFMPEG_PATH: '/none/ffmpeg' }, 'FFMPEG_PATH must be the path of a program that this user can run'],
  [{ VOICE: 'robot' }, 'VOICE must be one of rms, slt'],
  [{ SPEECH_PROVIDER: 'espeak' }, 'SPEECH_PROVIDER must be one of openai, kokoro, elevenlabs'],
  [{ SPEECH_URL: 'localhost:8880', SPEECH_VOICES: 'alloy' }, 'SPEECH_URL must be an http:// or https:// URL'],
  [{ SPEECH_URL: 'http://localhost:8880/v1' }, speechVoices],
  [{ SPEECH_KEY: 'k' }, speechVoices],
  [{ SPEECH_VOICES: 'alloy' }, speechVoices],
  [
    { SPEECH_URL: 'http://localhost', SPEECH_VOICES: 'alloy,my voice' },
    'SPEECH_VOICES must be comma-separated voice ids such as alloy,coral',
  ],
  [
    { SPEECH_PROVIDER: 'kokoro', SPEECH_KEY: 'k', SPEECH_VOICES: 'af_heart' },
    'SPEECH_PROVIDER kokoro requires SPEECH_URL',
  ],
  [
    { SPEECH_PROVIDER: 'elevenlabs', SPEECH_URL: 'http://localhost', SPEECH_VOICES: 'x' },
    'SPEECH_PROVIDER elevenlabs requires SPEECH_KEY',
  ],
  [{ SPEECH_MODEL: 'm'.repeat(201) }, 'SPEECH_MODEL must have at most 200 characters'],
  [{ SPEECH_PARALLEL: '0' }, 'SPEECH_PARALLEL must be a whole number from 1 to 64'],
  [{ SPEECH_TIMEOUT_SECONDS: '301' }, 'SPEECH_TIMEOUT_SECONDS must be a whole number from 1 to 300'],
  [{ YOUTUBE_URL: 'ftp://x' }, 'YOUTUBE_URL must be an http:// or https:// URL'],
  [{ YOUTUBE_CLIENTS: ',' }, 'YOUTUBE_CLIENTS must contain at least one client'],
  [{ YOUTUBE_CLIENTS: 'VISIONOS,NETSCAPE' }, clients],
  [{ YOUTUBE_CLIENTS: 'visionos' }, clients],
  [{ YOUTUBE_CLIENTS: 'toString' }, clients],
  [{ YOUTUBE_CLIENTS: 'ANDROID@21.03.36' }, clients],
  [{ YOUTUBE_CLIENTS_FILE: '/' }, clientFile],
  [{ YOUTUBE_CLIENTS_FILE: '/none.json' }, clientFile],
  [{ YOUTUBE_DATA_URL: 'googleapis' }, 'YOUTUBE_DATA_URL must be an http:// or https:// URL'],
  [{ ADMIN_EMAIL: 'ada' }, 'ADMIN_EMAIL must be an email address'],
  [{ YOUTUBE_PER_HOUR: '-1' }, 'YOUTUBE_PER_HOUR must be a whole number from 0 to 100000'],
  [{ YT_DLP_PATH: '/none/yt-dlp' }, 'YT_DLP_PATH must be the path of a program that this user can run'],
  [{ YT_DLP_PATH: '/' }, 'YT_DLP_PATH must be the path of a program that this user can run'],
  [
    { YT_DLP_PATH: process.execPath, YT_DLP_COOKIES: '/none.txt' },
    'YT_DLP_COOKIES must be the path of a file that this user can read',
  ],
  [{ YT_DLP_PATH: process.execPath, YT_DLP_COOKIES: fileURLToPath(import.meta.url) }, cookies],
  [{ YT_DLP_PATH: process.execPath, YT_DLP_ARGS: '--exec id' }, ytDlpArguments],
  [{ YT_DLP_PATH: process.execPath, YT_DLP_ARGS: '--impersonate --exec' }, ytDlpArguments],
  [{ YT_DLP_PATH: process.execPath, YT_DLP_ARGS: '--impersonate' }, ytDlpArguments],
  [{ YT_DLP_ARGS: '--impersonate chrome' }, 'YT_DLP_ARGS requires YT_DLP_PATH'],
  [{ TRANSCRIPT_PROVIDER: 'other', TRANSCRIPT_KEY: 'sd_12345678' }, 'TRANSCRIPT_PROVIDER must be one of supadata'],
  [{ TRANSCRIPT_PROVIDER: 'supadata' }, 'TRANSCRIPT_PROVIDER supadata requires TRANSCRIPT_KEY'],
  [{ TRANSCRIPT_KEY: 'sd_12345678' }, 'TRANSCRIPT_KEY requires TRANSCRIPT_PROVIDER'],
  [{ TRANSCRIPT_URL: 'https://captions.example' }, 'TRANSCRIPT_URL requires TRANSCRIPT_PROVIDER'],
  [{ OUTBOUND_ROUTES: 'tor' }, routes],
  [{ OUTBOUND_ROUTES: ',' }, routes],
  [{ OUTBOUND_ROUTES: 'ipv6:10.0.0.0/8' }, routes],
  [{ OUTBOUND_ROUTES: 'direct,socks4://u:secret@home' }, `${routes}; number 2 is invalid`],
  [
    { FCM_SERVICE_ACCOUNT: '{"project_id":"x"}' },
    'FCM_SERVICE_ACCOUNT must be the JSON key file of a Google service account',
  ],
  [{ ANALYTICS_URL: 'plausible.io' }, 'ANALYTICS_URL must be an http:// or https:// URL'],
  [
    { ANALYTICS_URL: 'http://plausible.io' },
    'ANALYTICS_URL must start with https:// unless its host is in the local network',
  ],
  [
    { ANALYTICS_URL: 'https://plausible.io', ANALYTICS_DOMAIN: 'a.example,b.example' },
    'ANALYTICS_DOMAIN must be the name of a single site, such as recaps.example.com',
  ],
  [
    { ANALYTICS_URL: 'https://plausible.io', ANALYTICS_DOMAIN: 'a'.repeat(201) },
    'ANALYTICS_DOMAIN must have at most 200 characters',
  ],
  [{ ANALYTICS_DOMAIN: 'recaps.example.com' }, 'ANALYTICS_DOMAIN requires ANALYTICS_URL'],
  [{ PUSH_URL: 'ftp://x' }, 'PUSH_URL must be an http:// or https:// URL'],
  [{ STRIPE_SECRET_KEY: 'pk_test_1' }, 'STRIPE_SECRET_KEY must be a Stripe key such as sk_test_…'],
  [{ STRIPE_SECRET_KEY: 'sk_test_' }, 'STRIPE_SECRET_KEY must be a Stripe key such as sk_test_…'],
  [{ STRIPE_PUBLISHABLE_KEY: 'sk_test_1' }, 'STRIPE_PUBLISHABLE_KEY must be a Stripe key such as pk_test_…'],
  ...['secret', 'whsec_', 'whsec_1,whsec 2'].map((STRIPE_WEBHOOK_SECRET): [Record<string, string>, string] => [
    { STRIPE_WEBHOOK_SECRET },
    'STRIPE_WEBHOOK_SECRET must be comma-separated signing secrets such as whsec_…',
  ]),
  [{ STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1' }, stripeKeys],
  [{ STRIPE_PUBLISHABLE_KEY: 'pk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }, stripeKeys],
  [{ STRIPE_SECRET_KEY: 'rk_test_1' }, stripeKeys],
  [
    { ...stripe, STRIPE_PUBLISHABLE_KEY: 'pk_live_1' },
    'STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY are keys of different modes; use two test keys or two live keys',
  ],
  [liveStripe, 'STRIPE_SECRET_KEY is a live key, which requires a PUBLIC_URL that starts with https://'],
  [{ ...liveStripe, ...onHttps, STRIPE_URL: 'http://localhost:4030' }, liveKeyForFake],
  [{ ...liveStripe, ...onHttps, STRIPE_SCRIPT_URL: 'https://js.stripe.com.evil.example' }, liveKeyForFake],
  [{ STRIPE_URL: 'localhost:4030' }, 'STRIPE_URL must be an http:// or https:// URL'],
  [{ STRIPE_SCRIPT_URL: 'http://js.stripe.com/v3' }, 'STRIPE_SCRIPT_URL must be an https:// URL'],
  ...['gold=x', 'basic', 'basic=a b', 'basic=x,basic=y', 'basic=x,pro=x', 'basic=recaps_pro_monthly'].map(
    (STORE_PRODUCTS): [Record<string, string>, string] => [{ STORE_PRODUCTS }, products],
  ),
  [
    { ...appStore, APP_STORE_BUNDLE_ID: 'com/example' },
    'APP_STORE_BUNDLE_ID must be a bundle id such as com.example.recaps',
  ],
  [
    { ...appStore, APP_STORE_APP_ID: 'id6448311069' },
    'APP_STORE_APP_ID must be the numeric Apple ID of the app, as shown in App Store Connect',
  ],
  [{ ...appStore, APP_STORE_ISSUER_ID: 'me' }, 'APP_STORE_ISSUER_ID must be a UUID, as shown in App Store Connect'],
  [{ ...appStore, APP_STORE_KEY_ID: '2x9' }, 'APP_STORE_KEY_ID must be a key id such as 2X9R4HXF34'],
  [{ ...appStore, APP_STORE_KEY: 'secret' }, appStoreKey],
  [{ ...appStore, APP_STORE_KEY: keyOnCurve('secp384r1') }, appStoreKey],
  [{ ...appStore, APP_STORE_ENVIRONMENT: 'test' }, 'APP_STORE_ENVIRONMENT must be one of production, sandbox, both'],
  [{ APP_STORE_BUNDLE_ID: 'com.example.recaps' }, appStoreTogether],
  [{ ...appStore, APP_STORE_KEY: '' }, appStoreTogether],
  [{ ...appStore, APP_STORE_APP_ID: '' }, 'APP_STORE_ENVIRONMENT production requires APP_STORE_APP_ID'],
  [{ APP_STORE_URL: 'localhost:1' }, 'APP_STORE_URL must be an http:// or https:// URL'],
  [
    { ...appStore, APP_STORE_URL: 'http://localhost:1', APP_STORE_ROOTS: 'abc' },
    'APP_STORE_ROOTS must be comma-separated SHA-256 fingerprints of 64 hexadecimal digits',
  ],
  [
    { ...appStore, APP_STORE_ROOTS: 'ab'.repeat(32) },
    'APP_STORE_ROOTS requires APP_STORE_URL; Apple’s own root certificates are built in',
  ],
  [
    { STORE_BILLING: 'on' },
    'STORE_BILLING requires a store; set APP_STORE_BUNDLE_ID or PLAY_PACKAGE, and the settings that belong to it',
  ],
  [{ ...play, PLAY_PACKAGE: 'com example' }, 'PLAY_PACKAGE must be a package name such as com.example.recaps'],
  [
    { ...play, PLAY_SERVICE_ACCOUNT: '{}' },
    'PLAY_SERVICE_ACCOUNT must be the JSON key file of a Google service account',
  ],
  [{ ...play, PLAY_PUSH_ACCOUNT: 'push' }, 'PLAY_PUSH_ACCOUNT must be the email address of a service account'],
  [{ ...play, PLAY_PUSH_AUDIENCE: '' }, playTogether],
  [{ PLAY_PACKAGE: 'com.example.recaps' }, playTogether],
  [{ ...play, PLAY_TEST_PURCHASES: 'yes' }, 'PLAY_TEST_PURCHASES must be one of on, off'],
  [{ ...play, PLAY_URL: 'localhost:1' }, 'PLAY_URL must be an http:// or https:// URL'],
  [{ DEMO: 'yes' }, 'DEMO must be one of on, off'],
  [
    { DEMO_LOGIN: 'demo@example.com open to all' },
    'DEMO_LOGIN gives everyone access to an account, so it is only for demos; set DEMO to on or remove DEMO_LOGIN',
  ],
  [{ DEMO: 'on', DEMO_LOGIN: 'demo@example.com' }, 'DEMO_LOGIN must be an email address, a space and a password'],
  [{ SOURCE_URL: 'javascript:alert(1)' }, 'SOURCE_URL must be an http:// or https:// URL'],
  [
    { SOURCE_URL: 'http://code.example.com/recaps' },
    'SOURCE_URL must start with https:// unless its host is in the local network',
  ],
]

describe('the configuration', () => {
  it('accepts a configuration without any setting [ASVS 13.2.3]', () => {
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
  ])('accepts %s as PUBLIC_URL', PUBLIC_URL => expect(reasons({ PUBLIC_URL })).toEqual([]))

  it('treats an empty setting like a missing one', () => {
    const blank = Object.fromEntries(Object.keys(settings).map(name => [name, ' ']))
    expect(readConfig(blank)).toEqual(readConfig({}))
  })

  it.each(invalid)('rejects the settings %j [ASVS 11.4.4, 12.2.1, 15.3.4]', (env, reason) => {
    expect(reasons(env)).toEqual([reason])
  })

  it('tests an invalid value of every setting, except for settings that accept any text', () => {
    const tested = new Set(
      invalid.flatMap(([env]) => Object.keys(env).map(name => (name in settings ? name : name.replace(/_FILE$/, '')))),
    )
    const untested = Object.keys(settings).filter(name => !tested.has(name))
    expect(untested).toEqual(['DATA_DIR', 'YOUTUBE_DATA_KEY'])
  })

  it('parses the outbound routes to YouTube', () => {
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
  ])('rejects %s as an outbound route', text => expect(reasons({ OUTBOUND_ROUTES: text })).toEqual([routes]))

  it('parses the URL of a bucket with its key, secret and public address', () => {
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

  it('ignores spaces and duplicates in the list of YouTube clients', () => {
    expect(readConfig({ YOUTUBE_CLIENTS: ' VISIONOS, ANDROID ,VISIONOS' }).youtube.clients).toEqual([
      { name: 'VISIONOS' },
      { name: 'ANDROID' },
    ])
  })

  it('uses OpenAI for speech to text when only a key is set, and another service when its URL is set', () => {
    expect(readConfig({}).stt).toBeUndefined()
    const stt = (env: Record<string, string>) => readConfig({ FFMPEG_PATH: process.execPath, ...env }).stt
    expect(stt({ STT_KEY: 'k' })).toMatchObject({ provider: 'openai', url: 'https://api.openai.com/v1', key: 'k' })
    const own = stt({ STT_PROVIDER: 'whisper.cpp', STT_URL: 'http://localhost:8080/' })
    expect(own).toMatchObject({ provider: 'whisper.cpp', url: 'http://localhost:8080', key: undefined, parallel: 2 })
  })

  it('enables analytics when a server is set, with the public host as the default site', () => {
    expect(readConfig({}).analytics).toBeUndefined()
    const ANALYTICS_URL = 'https://plausible.io/'
    const site = { url: 'https://plausible.io', domain: 'recaps.example.com' }
    expect(readConfig({ ...onHttps, ANALYTICS_URL }).analytics).toEqual(site)
    const ANALYTICS_DOMAIN = 'talks.example'
    expect(readConfig({ ...onHttps, ANALYTICS_URL, ANALYTICS_DOMAIN }).analytics?.domain).toBe('talks.example')
  })

  it('finds ffmpeg on PATH, and does not require it in a process without the worker role', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'recaps-programs-'))
    writeFileSync(path.join(folder, 'ffmpeg'), '#!/bin/sh', { mode: 0o755 })
    expect(readConfig({ STT_KEY: 'k', PATH: `/none:${folder}` }).stt?.ffmpeg).toBe(path.join(folder, 'ffmpeg'))
    const api = { ROLES: 'api', DATABASE_URL: 'postgres://x/y', SECRET_KEY: 's'.repeat(32) }
    expect(reasons({ STT_KEY: 'k', ...api })).toEqual([])
  })

  it('enables Stripe when all three keys are set, in test and live mode, and accepts two signing secrets during a rotation', () => {
    expect(readConfig({}).stripe).toBeUndefined()
    expect(readConfig({ ...stripe, STRIPE_WEBHOOK_SECRET: 'whsec_new, whsec_old' }).stripe).toEqual({
      secretKey: 'sk_test_1',
      publishableKey: 'pk_test_1',
      webhookSecrets: ['whsec_new', 'whsec_old'],
      url: undefined,
      scriptUrl: 'https://js.stripe.com/endive/stripe.js',
    })
    expect(reasons({ ...liveStripe, ...onHttps })).toEqual([])
    expect(reasons({ ...stripe, STRIPE_SECRET_KEY: 'rk_test_1', STRIPE_URL: 'http://stripe:4030' })).toEqual([])
  })

  it('enables the App Store with a key from a file or on one line, and its sandbox without an app id', () => {
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
      fake: undefined,
    })
    const sandbox = { ...others, APP_STORE_ENVIRONMENT: 'sandbox', APP_STORE_KEY_FILE }
    expect(readConfig(sandbox).appStore).toMatchObject({ key: trimmed, appId: undefined, environment: 'sandbox' })
    const onOneLine = { ...appStore, APP_STORE_KEY: trimmed.replaceAll('\n', '\\n'), APP_STORE_ENVIRONMENT: 'both' }
    expect(readConfig(onOneLine).appStore).toMatchObject({ key: trimmed, environment: 'both' })
    const roots = { APP_STORE_URL: 'http://localhost:1', APP_STORE_ROOTS: `${'AB:'.repeat(31)}CD` }
    expect(readConfig({ ...appStore, ...roots }).appStore?.fake).toEqual({
      url: 'http://localhost:1',
      roots: [`${'ab'.repeat(31)}cd`],
    })
  })

  it('enables Google Play when the package, the service account and the push settings are set', () => {
    expect(readConfig({}).play).toBeUndefined()
    expect(readConfig(play).play).toMatchObject({
      packageName: 'com.example.recaps',
      account: serviceAccount,
      push: { audience: play.PLAY_PUSH_AUDIENCE, account: play.PLAY_PUSH_ACCOUNT },
      acceptsTestPurchases: false,
      products: { basic: 'recaps_basic_monthly' },
      url: undefined,
    })
  })

  it('opens links in the Android app when its certificates are set, and in the iOS app when its team is set', () => {
    expect(readConfig({}).phoneApps).toEqual({ android: undefined, appleIds: undefined })
    const ANDROID_CERTIFICATES = `${'AB:'.repeat(31)}CD, ${'12'.repeat(32)}`
    const app = { packageName: 'com.example.recaps', certificates: [`${'ab'.repeat(31)}cd`, '12'.repeat(32)] }
    expect(readConfig({ ...android, ANDROID_CERTIFICATES }).phoneApps.android).toEqual(app)
    expect(readConfig({ ...play, ANDROID_CERTIFICATES }).phoneApps.android).toEqual(app)
    const debug = { ...play, ANDROID_PACKAGE: 'com.example.recaps.debug', ANDROID_CERTIFICATES }
    expect(readConfig(debug).phoneApps.android?.packageName).toBe('com.example.recaps.debug')
    const apple = { APPLE_TEAM_ID: '9JA89QQLNQ', APPLE_CLIENT_ID: 'com.example.recaps,com.example.mac' }
    const appleIds = ['9JA89QQLNQ.com.example.recaps', '9JA89QQLNQ.com.example.mac']
    expect(readConfig({ ...apple, ...appStore }).phoneApps.appleIds).toEqual(appleIds)
    expect(readConfig({ ...appStore, APPLE_TEAM_ID: '9JA89QQLNQ' }).phoneApps.appleIds).toEqual([appleIds[0]])
  })

  it('allows the origins of the phone apps only when a phone app is set up', () => {
    expect(readConfig({}).allowedOrigins).toEqual([])
    const ALLOWED_ORIGINS = 'https://app.example.com,https://localhost'
    expect(readConfig({ ALLOWED_ORIGINS }).allowedOrigins).toEqual(['https://app.example.com', 'https://localhost'])
    for (const app of [android, play, appStore, { APPLE_CLIENT_ID: 'com.example.recaps' }])
      expect(readConfig({ ...app }).allowedOrigins).toEqual(['capacitor://localhost', 'https://localhost'])
    expect(readConfig({ ...android, ALLOWED_ORIGINS }).allowedOrigins.toSorted()).toEqual([
      'capacitor://localhost',
      'https://app.example.com',
      'https://localhost',
    ])
  })

  it('reports all invalid settings at once', () => {
    expect(reasons({ PORT: 'x', VOICE: 'y' })).toHaveLength(2)
    expect(() => readConfig({ PORT: 'x', VOICE: 'y' })).toThrow(/^Invalid configuration:\n {2}- PORT .*\n {2}- VOICE /)
  })

  it('rejects split roles with the embedded database or without a shared secret', () => {
    expect(reasons({ ROLES: 'api' })).toEqual([
      'ROLES splits the server over several processes, which requires DATABASE_URL',
      'ROLES splits the server over several processes, which requires the same SECRET_KEY in each',
    ])
    expect(reasons({ ROLES: 'api,api,api' })).toHaveLength(2)
    expect(reasons({ ROLES: 'api', DATABASE_URL: 'postgres://x/y', SECRET_KEY: 's'.repeat(32) })).toEqual([])
  })

  it('reads a setting from a file, and rejects a setting that is given both directly and as a file [ASVS 13.3.1]', () => {
    const file = path.join(mkdtempSync(path.join(tmpdir(), 'recaps-config-')), 'secret')
    writeFileSync(file, `${'k'.repeat(40)}\n`)
    expect(readConfig({ SECRET_KEY_FILE: file }).secretKey).toBe('k'.repeat(40))
    expect(reasons({ SECRET_KEY_FILE: file, SECRET_KEY: 'k'.repeat(40) })).toEqual([
      'SECRET_KEY and SECRET_KEY_FILE are both set; remove one',
    ])
  })

  it('never repeats a secret in an error message', () => {
    expect(reasons({ SECRET_KEY: 'hunter2', DATABASE_URL: 'mysql://u:hunter2@h/d' }).join()).not.toContain('hunter2')
  })
})
