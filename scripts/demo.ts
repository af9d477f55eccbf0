import './end-with-runner.ts'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { buyablePlans } from '@recaps/domain/billing'
import { newSignInKey, startFakeOpenid } from '@recaps/fake-openid'
import { startFakePlausible } from '@recaps/fake-plausible'
import { startFakePush } from '@recaps/fake-push'
import { startFakeStripe } from '@recaps/fake-stripe'
import { startFakeYoutube } from '@recaps/fake-youtube'
import { keptClock } from '../apps/server/src/adapters/clock/kept.ts'
import { outboxMail } from '../apps/server/src/adapters/mail/outbox.ts'
import { operatorTokenFile } from '../apps/server/src/adapters/signer/operator-token.ts'
import { buildWebIfStale } from './build-web.ts'
import { accounts, openAccounts } from './demo-accounts.ts'
import { openShops } from './demo-shops.ts'
import { root } from './root.ts'

/** The product with stand-ins for everything outside: it can be tried with no network at all. */
const link = 'https://www.youtube.com/watch?v=WL5NPuWAKJo'

const recordings = process.env.RECORDINGS && path.resolve(process.env.INIT_CWD ?? root, process.env.RECORDINGS)
process.chdir(root)
await buildWebIfStale()
const port = process.env.PORT ?? '3000'
const url = `http://localhost:${port}`
const signInKey = newSignInKey()
const appleApp = 'app.recaps.demo.ios'
const web = { google: { clientId: 'recaps-demo', clientSecret: 'of the demo' }, apple: { clientId: 'app.recaps.demo' } }
// The server opens the same one by itself: both read it in the data folder.
const dataDir = process.env.DATA_DIR ?? '.demo-data'
const clock = keptClock(dataDir)
const signingSecret = 'whsec_of_the_demo'
const [youtube, push, google, apple, stripe] = await Promise.all([
  startFakeYoutube({ clock, ...(recordings ? { recordings } : {}) }),
  startFakePush({ port: Number(process.env.PUSH_FAKE_PORT ?? 0), passOnReal: true }),
  startFakeOpenid({ clock, kind: 'google', client: { ...web.google, redirectUris: [`${url}/google`] } }),
  startFakeOpenid({
    ...{ clock, kind: 'apple', signInKey, apps: [appleApp] },
    client: { ...web.apple, redirectUris: [`${url}/apple`] },
  }),
  startFakeStripe({ clock, port: Number(process.env.STRIPE_FAKE_PORT ?? 0), prices: soldPrices() }),
])
stripe.webhooks.register({ url: `http://127.0.0.1:${port}/api/subscriptions/webhook`, secret: signingSecret })
// Nobody counts in the demo unless it is wanted: every page would ask first.
const countingPort = process.env.PLAUSIBLE_FAKE_PORT
const plausible = countingPort ? await startFakePlausible({ port: Number(countingPort) }) : undefined
// So are the stores of phones: where the apps sell there, nobody pays by card in them.
const shopsPort = process.env.SHOPS_PORT
const shops = shopsPort
  ? await openShops({ clock, url: `http://127.0.0.1:${port}`, port: Number(shopsPort) })
  : undefined
const fakes = [youtube, push, google, apple, stripe, ...(plausible ? [plausible] : []), ...(shops ? [shops] : [])]
await youtube.publish(...uploadsToCome())
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
const endFakes = () => void Promise.all(fakes.map(fake => fake.close()))
process.once('SIGTERM', endFakes)
process.once('SIGINT', endFakes)
await import('../apps/server/src/main.ts')
const operatorToken = readFileSync(operatorTokenFile(dataDir), 'utf8').trim()

const toldOfCounting = plausible
  ? `\n  Visits are counted, once that is allowed, by a stand-in of Plausible; what it was told is at ${plausible.url}/events.`
  : ''
const planOf = await openAccounts({
  url,
  isKnown: id => stripe.state.subscriptions.has(id),
  isPlayMoney: process.env.STRIPE_URL === stripe.url,
  mails: process.env.MAIL_URL
    ? undefined
    : outboxMail({ folder: path.join(dataDir, 'outbox'), from: { name: '', address: '' }, clock }),
})
console.log(`
  The demo runs. YouTube is stood in for by three channels of our own${recordings ? `, and by the recordings in ${recordings}` : ''};
  Google, Apple, Stripe and the push services by programs of this machine; a browser that you allow to show messages is sent them by its own.
  Mails rest at ${url}/dev/outbox?token=${operatorToken}
  The clock is put forward, an hour or a day at a time, at ${url}/dev/clock?token=${operatorToken}
  Both links end with the demo. The three channels have new videos every few days.
  What YouTube's stand-in does besides (a channel goes private, a new video) is told in fakes/youtube/README.md; it is at ${youtube.url}.${toldOfCounting}

  Payments move no money, and are forgotten when the demo ends. Log in as ${accounts.free.email} and choose a plan at ${url}/subscriptions.
  Card      4242 4242 4242 4242 pays; 4000 0025 0000 3155 asks the bank first; 4000 0000 0000 0002 is declined. Any date to come, any code.
            The buttons of Apple Pay and Google Pay are stood in for too.
  Renewal   One that fails: "Cards and invoices", save the card 0341, then put the clock a month forward. It is made good there as well, by
            another card and "Pay now". Whoever was not seen for thirty days of that clock logs in again.

  Open      ${url}
  Log in    ${accounts.pro.email}   ${accounts.pro.password}   ${planOf.pro}
            ${accounts.free.email}   ${accounts.free.password}   ${planOf.free}
  Paste     ${link}
`)

/** What `npm run support -- create-prices` would make. */
function soldPrices() {
  return buyablePlans.map(({ id, title, priceCents }) => ({
    lookupKey: `recaps_${id}_usd_monthly`,
    name: title,
    unitAmountCents: priceCents,
  }))
}

/** What the three channels bring in the weeks to come: one every day at six, one every other day, one every Sunday. */
function uploadsToCome() {
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
