import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
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

const clients =
  'YOUTUBE_CLIENTS must name some of VISIONOS, ANDROID, ANDROID_VR, IOS, TV, MWEB, WEB, each alone or with a version as in ANDROID@21.03.36'
const origins = 'ALLOWED_ORIGINS must be origins such as https://app.example.com, separated by commas'
const google = 'GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET are needed together; set both or neither'
const scheme = 'APP_SCHEME must be a scheme of an app’s own, such as com.example.recaps'
const routes = 'OUTBOUND_ROUTES must be direct, or http:// addresses of proxies, separated by commas'

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
  [{ SUPPORT_EMAIL: 'me' }, 'SUPPORT_EMAIL must be an e-mail address'],
  [{ MAIL_URL: 'mail.example.com' }, mailUrl],
  [{ MAIL_URL: 'https://mail.example.com' }, mailUrl],
  [{ MAIL_URL: 'smtp://user@mail.example.com' }, mailUrl],
  [{ MAIL_URL: 'smtp://user:100%@mail.example.com' }, mailUrl],
  [{ MAIL_URL: 'smtp://mail.example.com/inbox' }, mailUrl],
  [{ MAIL_URL: 'smtp://mail.example.com' }, 'MAIL_URL needs MAIL_FROM, the address that mails come from'],
  [{ MAIL_FROM: 'Recaps' }, 'MAIL_FROM must be an e-mail address'],
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
  [{ DEFAULT_PLAN: 'gold' }, 'DEFAULT_PLAN must be one of free, basic, premium, pro, ultimate'],
  [{ TRUSTED_PROXIES: '-1' }, 'TRUSTED_PROXIES must be a whole number from 0 to 10'],
  [{ ALLOWED_ORIGINS: '*' }, origins],
  [{ ALLOWED_ORIGINS: 'https://a.example/' }, origins],
  [{ ALLOWED_ORIGINS: 'https://a.example,b.example' }, origins],
  [{ GOOGLE_CLIENT_ID: 'x' }, google],
  [{ GOOGLE_CLIENT_SECRET: 'x' }, google],
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
  [{ METRICS_TOKEN: 'short' }, 'METRICS_TOKEN must have at least 16 characters'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of debug, info, warn, error, silent'],
  [{ LOG_FORMAT: 'xml' }, 'LOG_FORMAT must be one of json, pretty'],
  [{ THREADS: '0' }, 'THREADS must be a whole number from 1 to 64'],
  [{ LLM_PROVIDER: 'oracle' }, 'LLM_PROVIDER must be one of openai, anthropic, google'],
  [{ LLM_URL: 'localhost:11434', LLM_MODEL: 'm' }, 'LLM_URL must be an http:// or https:// address'],
  [{ LLM_URL: 'http://localhost:11434/v1' }, llmModel],
  [{ LLM_KEY: 'k' }, llmModel],
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
  [{ YOUTUBE_CLIENTS: 'ANDROID@new' }, clients],
  [{ YOUTUBE_DATA_URL: 'googleapis' }, 'YOUTUBE_DATA_URL must be an http:// or https:// address'],
  [{ YT_DLP_PATH: '/none/yt-dlp' }, 'YT_DLP_PATH must be the path of a program that this user may run'],
  [{ YT_DLP_PATH: '/' }, 'YT_DLP_PATH must be the path of a program that this user may run'],
  [{ OUTBOUND_ROUTES: 'tor' }, routes],
  [{ OUTBOUND_ROUTES: ',' }, routes],
  [
    { FCM_SERVICE_ACCOUNT: '{"project_id":"x"}' },
    'FCM_SERVICE_ACCOUNT must be the JSON of a service account key as Google hands it out',
  ],
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
  [{ DEMO: 'yes' }, 'DEMO must be one of on, off'],
]

describe('the configuration', () => {
  it('needs nothing set', () => {
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

  it.each(refused)('refuses %j', (env, reason) => {
    expect(reasons(env)).toEqual([reason])
  })

  it('has something to refuse in every setting but those in which any text makes sense', () => {
    const tried = new Set(refused.flatMap(([env]) => Object.keys(env).map(name => name.replace(/_FILE$/, ''))))
    const untried = Object.keys(settings).filter(name => !tried.has(name))
    expect(untried).toEqual(['DATA_DIR', 'YOUTUBE_DATA_KEY'])
  })

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

  it('takes the clients of YouTube with a version or without, spaces around, and each once', () => {
    expect(readConfig({ YOUTUBE_CLIENTS: ' VISIONOS, ANDROID@21.03.36 ,VISIONOS' }).youtube.clients).toEqual([
      { name: 'VISIONOS' },
      { name: 'ANDROID', version: '21.03.36' },
    ])
  })

  it('listens by OpenAI with a key alone, and by an address of one’s own', () => {
    expect(readConfig({}).stt).toBeUndefined()
    const stt = (env: Record<string, string>) => readConfig({ FFMPEG_PATH: process.execPath, ...env }).stt
    expect(stt({ STT_KEY: 'k' })).toMatchObject({ provider: 'openai', url: 'https://api.openai.com/v1', key: 'k' })
    const own = stt({ STT_PROVIDER: 'whisper.cpp', STT_URL: 'http://localhost:8080/' })
    expect(own).toMatchObject({ provider: 'whisper.cpp', url: 'http://localhost:8080', key: undefined, parallel: 2 })
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

  it('reads a setting from a file, and refuses two sources of one', () => {
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
