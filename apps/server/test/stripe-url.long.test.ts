import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Client, createClient } from '@recaps/contract'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { waitForMails } from './mailbox.ts'
import { asOperator } from './operator.ts'
import { cardPurchaseRequest, dayMs, testPrices } from './payment-server.ts'
import { freePort } from './postgres.ts'
import { type Program, runProgram } from './program.ts'
import { password } from './start-server.ts'
import { eventually } from './wait-for.ts'

const root = path.resolve(import.meta.dirname, '../../..')
const dataDir = mkdtempSync(path.join(tmpdir(), 'recaps-stripe-url-'))
const secret = 'whsec_of_the_test'
const email = 'ada@example.com'

/** `npm start` and the Stripe fake: two programs that only share addresses and keys. */
let url: string
let stripe: { url: string; child: ChildProcess }
let server: Program
let client: Client

beforeAll(async () => {
  cpSync(inject('template'), dataDir, { recursive: true })
  const [port, stripePort] = [await freePort(), await freePort()]
  url = `http://127.0.0.1:${port}`
  stripe = await startStripe(stripePort)
  server = runProgram({
    PORT: String(port),
    DATA_DIR: dataDir,
    DEFAULT_PLAN: 'free',
    // Enables the clock page.
    DEMO: 'on',
    STRIPE_URL: stripe.url,
    STRIPE_SECRET_KEY: 'sk_test_fake',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_fake',
    STRIPE_WEBHOOK_SECRET: secret,
    STRIPE_SCRIPT_URL: `${stripe.url}/v3/`,
  })
  await server.port
  const { token } = await createClient({ baseUrl: url, token: () => '' }).auth.register({ body: { email, password } })
  client = createClient({ baseUrl: url, token: () => token })
})
afterAll(async () => {
  server.kill('SIGTERM')
  stripe.child.kill('SIGTERM')
  await Promise.all([server.ended, once(stripe.child, 'exit')])
  rmSync(dataDir, { recursive: true, force: true })
})

async function startStripe(port: number) {
  const args = ['--port', String(port), '--clock', path.join(dataDir, 'clock.json'), '--secret', secret]
  const webhook = ['--webhook', `${url}/api/subscriptions/webhook`]
  const prices = testPrices.flatMap(({ lookupKey, name, unitAmountCents }) => [
    '--price',
    `${lookupKey}:${name}:${unitAmountCents}`,
  ])
  const child = spawn(process.execPath, ['fakes/stripe/src/main.ts', ...args, ...webhook, ...prices], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout!, 'data')
  return { url: `http://127.0.0.1:${port}`, child }
}

const post = (to: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(to, { method: 'POST', body: new URLSearchParams(form), headers })

/** Posts to the billing portal, where cards are saved and open invoices are paid. */
async function postToPortal(form: Record<string, string>): Promise<string> {
  return await (await post((await client.subscriptions.portal()).url, form)).text()
}

const state = async () => {
  const { activePlan, month, subscriptions } = await client.subscriptions.user()
  const { status, isCanceling, paymentIssue } = subscriptions[0]!
  return { plan: activePlan.id, summaries: month.limit, status, isCanceling, hasIssue: paymentIssue !== null }
}
const untilStateIs = async (expected: Awaited<ReturnType<typeof state>>) => {
  await eventually(state, now => JSON.stringify(now) === JSON.stringify(expected)).catch(() => {})
  expect(await state()).toEqual(expected)
}

/** Advances the clock in two steps, so that the session does not expire. */
async function advanceTo(timestamp: string): Promise<void> {
  const to = Date.parse(timestamp) + 2 * 3600_000
  for (const at of [to - 15 * dayMs, to]) {
    await fetch(`${url}/dev/clock`, {
      method: 'POST',
      body: JSON.stringify({ to: new Date(at).toISOString() }),
      headers: { 'Content-Type': 'application/json', ...asOperator(dataDir) },
    })
    await client.subscriptions.user()
  }
}

it('a server that is connected to Stripe only by its settings handles the whole life of a plan', async () => {
  const checkout = await client.subscriptions.createPaymentIntent({
    body: { subscriptionId: 'basic', currency: 'usd' },
  })
  const intent = checkout.paymentIntent.split('_secret_')[0]
  await post(
    `${stripe.url}/v1/payment_intents/${intent}/confirm`,
    { client_secret: checkout.paymentIntent, payment_method: 'pm_card_visa' },
    { Authorization: 'Bearer pk_test_fake' },
  )
  const { id } = await client.subscriptions.purchase({ body: cardPurchaseRequest('basic', checkout) })
  const basic = { plan: 'basic', summaries: 10, status: 'active', isCanceling: false, hasIssue: false } as const
  expect(await state()).toEqual(basic)
  await client.subscriptions.change({ body: { subscriptionId: 'premium' } })
  const premium = { ...basic, plan: 'premium', summaries: 30 } as const
  await untilStateIs(premium)

  await postToPortal({ card: 'pm_card_chargeCustomerFail' })
  await advanceTo((await client.subscriptions.user()).subscriptions[0]!.currentPeriodEnd!)
  await untilStateIs({ ...premium, hasIssue: true })
  await waitForMails(dataDir, email, /^Your payment failed/, 1)

  const open = /name="pay" value="(in_\w+)"/.exec(await postToPortal({ card: 'pm_card_visa' }))
  await postToPortal({ pay: open![1]! })
  await untilStateIs(premium)

  const body = { userSubscriptionId: id }
  await client.subscriptions.cancel({ body })
  await client.subscriptions.resume({ body })
  const { endDate } = await client.subscriptions.cancel({ body })
  expect(await state()).toEqual({ ...premium, isCanceling: true })
  await advanceTo(endDate!)
  await untilStateIs({ ...premium, plan: 'free', summaries: 3, status: 'canceled' })
  await waitForMails(dataDir, email, /^Your Premium plan has ended/, 1)
})
