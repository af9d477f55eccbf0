import { setTimeout as sleep } from 'node:timers/promises'
import { ApiError, type Client, createClient } from '@recaps/contract'
import { liveStatuses } from '@recaps/domain/billing'
import { planById } from '@recaps/domain/plans'
import type { MailFolder } from '../apps/server/src/ports/mail.ts'

/** Accounts that the demo creates at its start. */
export const accounts = {
  pro: { email: 'demo@example.com', password: 'watch less, know more', firstName: 'Demo', lastName: 'Visitor' },
  free: { email: 'free@example.com', password: 'watch less, know more', firstName: 'Free', lastName: 'Visitor' },
} as const

interface Demo {
  url: string
  /** Whether the fake Stripe knows a subscription. It loses its data when it stops. */
  isKnown(stripeSubscriptionId: string): boolean
  /** Whether payments go to the fake Stripe. */
  isFakeStripe: boolean
  /** The demo's outbox, or undefined if it sends real mails. */
  mails: MailFolder | undefined
}

/**
 * Creates missing accounts, confirms their email addresses (so that they count for Popular), and buys Pro for one of them. Returns
 * the plan of each.
 */
export async function prepareAccounts({
  url,
  isKnown,
  isFakeStripe,
  mails,
}: Demo): Promise<Record<keyof typeof accounts, string>> {
  const planOf = async (account: Account, prepare?: (client: Client) => Promise<void>) => {
    const client = await openSession(url, account)
    if (client && mails) await confirm(client, account.email, mails)
    await (client && prepare?.(client))
    const plan = (await client?.subscriptions.user())?.activePlan.title
    await client?.auth.logout()
    return plan ?? '(password was changed)'
  }
  return {
    pro: await planOf(accounts.pro, async client => {
      if (isFakeStripe) await buyPro(client, isKnown)
    }),
    free: await planOf(accounts.free),
  }
}

type Account = (typeof accounts)[keyof typeof accounts]

/** Registers the account or logs in to it. Null if its password was changed. */
async function openSession(baseUrl: string, account: Account): Promise<Client | null> {
  const { auth } = createClient({ baseUrl, token: () => '' })
  const { email, password } = account
  const session = await auth
    .register({ body: account })
    .catch(() => auth.login({ body: { email, password } }))
    .catch(() => null)
  return session && createClient({ baseUrl, token: () => session.token })
}

/** Confirms the email address with the link in the newest mail. Requests a new mail if the link has expired. */
async function confirm({ auth, users }: Client, email: string, mails: MailFolder): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    if ((await users.profile()).emailVerified) return
    const mailed = (await mails.list()).find(({ to, subject }) => to === email && /^Confirm your email/.test(subject))
    const mail = mailed && (await mails.read(mailed.id))
    const token = /\/verify-email\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1]
    if (token) await auth.verifyEmail({ body: { token } }).catch(() => auth.resendVerification().catch(() => {}))
    await sleep(100)
  }
}

/** Buys Pro. A purchase from before the last start is unknown to the fake Stripe; wait until the server has noticed that. */
async function buyPro({ subscriptions }: Client, isKnown: Demo['isKnown']): Promise<void> {
  const pro = planById('pro')
  for (let tries = 0; tries < 100; tries++) {
    const { activePlan, subscriptions: purchases } = await subscriptions.user()
    const live = purchases.find(({ status }) => liveStatuses.some(one => one === status))
    if (live ? isKnown(live.stripeSubscriptionId ?? '') : activePlan.price >= pro.priceCents / 100) return
    if (live) await sleep(100)
    else await subscriptions.create({ body: paidWithVisa }).catch(ignoreLostCustomer)
  }
}

const paidWithVisa = { subscriptionId: 'pro', paymentMethodId: 'pm_card_visa', isTrial: false }

/** The fake Stripe has also lost the customer of the last run. The server creates a new one. */
function ignoreLostCustomer(error: unknown): void {
  if (!(error instanceof ApiError && error.body?.code === 'payment_not_found')) throw error
}
