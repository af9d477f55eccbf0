import './end-with-runner.ts'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { buyablePlans } from '@recaps/domain/billing'
import { newSignInKey, startFakeOpenid } from '@recaps/fake-openid'
import { startFakePlausible } from '@recaps/fake-plausible'
import { startFakePush } from '@recaps/fake-push'
import { startFakeStripe } from '@recaps/fake-stripe'
import { startFakeYoutube } from '@recaps/fake-youtube'
import { persistedClock } from '../apps/server/src/adapters/clock/persisted-clock.ts'
import { outboxMail } from '../apps/server/src/adapters/mail/outbox.ts'
import { operatorTokenFile } from '../apps/server/src/adapters/signer/operator-token.ts'
import { buildWebIfStale } from './build-web.ts'
import { accounts, prepareAccounts } from './demo-accounts.ts'
import { startDemoStores } from './demo-stores.ts'
import { root } from './root.ts'

/** `npm run demo`: the product with fakes of all external services. Works without network access. */
const link = 'https://www.youtube.com/watch?v=WL5NPuWAKJo'

const recordings = process.env.RECORDINGS && path.resolve(process.env.INIT_CWD ?? root, process.env.RECORDINGS)
process.chdir(root)
await buildWebIfStale()
const port = process.env.PORT ?? '3000'
const url = `http://localhost:${port}`
const signInKey = newSignInKey()
const appleApp = 'app.recaps.demo.ios'
const web = { google: { clientId: 'recaps-demo', clientSecret: 'of the demo' }, apple: { clientId: 'app.recaps.demo' } }
// The server has its own instance of this clock: both read its offset from the data folder.
const dataDir = process.env.DATA_DIR ?? '.demo-data'
const clock = persistedClock(dataDir)
const signingSecret = 'whsec_of_the_demo'
const [youtube, push, google, apple, stripe] = await Promise.all([
  startFakeYoutube({ clock, ...(recordings ? { recordings } : {}) }),
  startFakePush({ port: Number(process.env.PUSH_FAKE_PORT ?? 0), forwardReal: true }),
  startFakeOpenid({ clock, kind: 'google', client: { ...web.google, redirectUris: [`${url}/google`] } }),
  startFakeOpenid({
    ...{ clock, kind: 'apple', signInKey, appClientIds: [appleApp] },
    client: { ...web.apple, redirectUris: [`${url}/apple`] },
  }),
  startFakeStripe({ clock, port: Number(process.env.STRIPE_FAKE_PORT ?? 0), prices: stripePrices() }),
])
stripe.webhooks.register({ url: `http://127.0.0.1:${port}/api/subscriptions/webhook`, secret: signingSecret })
// Analytics are off by default, because every page would ask for consent first.
const analyticsPort = process.env.PLAUSIBLE_FAKE_PORT
const plausible = analyticsPort ? await startFakePlausible({ port: Number(analyticsPort) }) : undefined
// App stores are off by default too, because phones can't pay by card if the apps sell in stores.
const shopsPort = process.env.SHOPS_PORT
const shops = shopsPort
  ? await startDemoStores({ clock, url: `http://127.0.0.1:${port}`, port: Number(shopsPort) })
  : undefined
const fakes = [youtube, push, google, apple, stripe, ...(plausible ? [plausible] : []), ...(shops ? [shops] : [])]
await youtube.publish(...upcomingUploads())
const defaults = {
  PORT: port,
  DATA_DIR: dataDir,
  YOUTUBE_URL: youtube.url,
  PUSH_URL: push.url,
  FCM_SERVICE_ACCOUNT: push.serviceAccount,
  GOOGLE_CLIENT_ID: web.google.clientId,
  GOOGLE_CLIENT_SECRET: web.google.clientSecret,
  GOOGLE_APP_CLIENT_IDS: '1234-demo.apps.googleusercontent.com',
  GOOGLE_ISSUER: google.issuer,
  APPLE_CLIENT_ID: appleApp,
  APPLE_SERVICES_ID: web.apple.clientId,
  APPLE_ISSUER: apple.issuer,
  APPLE_TEAM_ID: signInKey.teamId,
  APPLE_SIGN_IN_KEY_ID: signInKey.keyId,
  APPLE_SIGN_IN_KEY: signInKey.pem,
  STRIPE_URL: stripe.url,
  STRIPE_SECRET_KEY: stripe.keys.secret,
  STRIPE_PUBLISHABLE_KEY: stripe.keys.publishable,
  STRIPE_WEBHOOK_SECRET: signingSecret,
  STRIPE_SCRIPT_URL: stripe.scriptUrl,
  ...(plausible ? { ANALYTICS_URL: plausible.url } : {}),
  ...shops?.env,
  DEMO: 'on',
  DEMO_LOGIN: `${accounts.pro.email} ${accounts.pro.password}`,
  LOG_LEVEL: 'warn',
}
process.env = { ...defaults, ...process.env }
const stopFakes = () => void Promise.all(fakes.map(fake => fake.close()))
process.once('SIGTERM', stopFakes)
process.once('SIGINT', stopFakes)
await import('../apps/server/src/main.ts')
const operatorToken = readFileSync(operatorTokenFile(dataDir), 'utf8').trim()

const analyticsNote = plausible
  ? `\n  A fake Plausible counts visits after consent; its events are at ${plausible.url}/events.`
  : ''
const planOf = await prepareAccounts({
  url,
  isKnown: id => stripe.state.subscriptions.has(id),
  isFakeStripe: process.env.STRIPE_URL === stripe.url,
  mails: process.env.MAIL_URL
    ? undefined
    : outboxMail({ folder: path.join(dataDir, 'outbox'), from: { name: '', address: '' }, clock }),
})
console.log(`
  The demo is running. YouTube is replaced by three example channels${recordings ? ` and the recordings in ${recordings}` : ''};
  Google, Apple, Stripe and the push services are fakes on this machine. Browsers that you allow to show notifications get them from their own push service.
  Outbox    ${url}/dev/outbox?token=${operatorToken}
  Clock     ${url}/dev/clock?token=${operatorToken} (skip an hour or a day)
  Both links stop working when the demo ends. The three channels publish new videos every few days.
  fakes/youtube/README.md explains how to control the fake YouTube (make a channel private, publish a video); it is at ${youtube.url}.${analyticsNote}

  Payments move no money and are lost when the demo ends. Log in as ${accounts.free.email} and choose a plan at ${url}/subscriptions.
  Cards     4242 4242 4242 4242 succeeds; 4000 0025 0000 3155 asks the bank first; 4000 0000 0000 0002 is declined. Any future date, any code.
            The Apple Pay and Google Pay buttons are fakes too.
  Renewal   To see one fail, save the card 0341 under "Cards and invoices" and move the clock a month ahead. To fix it, save another card there
            and choose "Pay now". Users who were inactive for thirty days of that clock have to log in again.

  Open      ${url}
  Log in    ${accounts.pro.email}   ${accounts.pro.password}   ${planOf.pro}
            ${accounts.free.email}   ${accounts.free.password}   ${planOf.free}
  Paste     ${link}
`)

/** The prices that `npm run support -- create-prices` would create. */
function stripePrices() {
  return buyablePlans.map(({ id, title, priceCents }) => ({
    lookupKey: `recaps_${id}_usd_monthly`,
    name: title,
    unitAmountCents: priceCents,
  }))
}

/** Uploads of the next 60 days: one channel daily, one every other day, one every Sunday. All at 4:00 UTC. */
function upcomingUploads() {
  const [daily, everyOther, weekly] = [
    'UCP073R0_x88lMRBc-i9Z1Qg',
    'UCYIeKfdLB23dvt6-dCFgRrQ',
    'UCZVkOhUli35ZL3JfE9D-l6A',
  ]
  const today = clock.now()
  return Array.from({ length: 60 }, (_, day) => {
    const at = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate() + day + 1, 4))
    return [daily!, ...(day % 2 === 0 ? [everyOther!] : []), ...(at.getUTCDay() === 0 ? [weekly!] : [])].map(
      channelId => ({ channelId, at }),
    )
  }).flat()
}
