import { setTimeout as sleep } from 'node:timers/promises'
import { ApiError, type Client, createClient } from '@recaps/contract'
import { liveStatuses } from '@recaps/domain/billing'
import { planById } from '@recaps/domain/plans'
import type { MailFolder } from '../apps/server/src/ports/mail.ts'

/** Who can log in to the demo at once. */
export const accounts = {
  pro: { email: 'demo@example.com', password: 'watch less, know more', firstName: 'Demo', lastName: 'Visitor' },
  free: { email: 'free@example.com', password: 'watch less, know more', firstName: 'Free', lastName: 'Visitor' },
} as const

/** What is true of the demo that runs. */
interface Demo {
  url: string
  /** Whether the stand-in of Stripe knows a subscription: it forgets everything when it ends. */
  isKnown(stripeSubscriptionId: string): boolean
  /** Whether nobody but that stand-in takes money here. */
  isPlayMoney: boolean
  /** Where its mails rest; undefined where they are sent. */
  mails: MailFolder | undefined
}

/**
 * Creates the accounts where they are missing, confirms their addresses, so that they count for the popular list, and buys Pro for
 * one of them where it has nothing. Returns the plan of each.
 */
export async function openAccounts({
  url,
  isKnown,
  isPlayMoney,
  mails,
}: Demo): Promise<Record<keyof typeof accounts, string>> {
  const planOf = async (account: Account, prepare?: (client: Client) => Promise<void>) => {
    const client = await enter(url, account)
    if (client && mails) await confirm(client, account.email, mails)
    await (client && prepare?.(client))
    const plan = (await client?.subscriptions.user())?.activePlan.title
    await client?.auth.logout()
    return plan ?? 'has another password now'
  }
  return {
    pro: await planOf(accounts.pro, async client => {
      if (isPlayMoney) await buyPro(client, isKnown)
    }),
    free: await planOf(accounts.free),
  }
}

type Account = (typeof accounts)[keyof typeof accounts]

/** Null where somebody has given it another password. */
async function enter(baseUrl: string, account: Account): Promise<Client | null> {
  const { auth } = createClient({ baseUrl, token: () => '' })
  const { email, password } = account
  const session = await auth
    .register({ body: account })
    .catch(() => auth.login({ body: { email, password } }))
    .catch(() => null)
  return session && createClient({ baseUrl, token: () => session.token })
}

/** Confirms by the link of the newest mail. Requests a new mail if the link has expired. */
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

/** As anybody would. What was bought before the last start is known to the server alone, until it has asked Stripe. */
async function buyPro({ subscriptions }: Client, isKnown: Demo['isKnown']): Promise<void> {
  const pro = planById('pro')
  for (let tries = 0; tries < 100; tries++) {
    const { activePlan, subscriptions: purchases } = await subscriptions.user()
    const live = purchases.find(({ status }) => liveStatuses.some(one => one === status))
    if (live ? isKnown(live.stripeSubscriptionId ?? '') : activePlan.price >= pro.priceCents / 100) return
    if (live) await sleep(100)
    else await subscriptions.create({ body: paidWithVisa }).catch(passOverForgotten)
  }
}

const paidWithVisa = { subscriptionId: 'pro', paymentMethodId: 'pm_card_visa', isTrial: false }

/** The customer of the last time is forgotten as well; the server makes another one. */
function passOverForgotten(error: unknown): void {
  if (!(error instanceof ApiError && error.body?.code === 'payment_not_found')) throw error
}
