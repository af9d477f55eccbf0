import { setTimeout as sleep } from 'node:timers/promises'
import { ApiError, type Client, createClient } from '@recaps/contract'
import { liveStatuses } from '@recaps/domain/billing'
import { planById } from '@recaps/domain/plans'

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
}

/** Makes the accounts where they are missing, and buys Pro for one of them where it has nothing; gives the plan of each. */
export async function openAccounts({
  url,
  isKnown,
  isPlayMoney,
}: Demo): Promise<Record<keyof typeof accounts, string>> {
  const planOf = async (account: Account, prepare?: (client: Client) => Promise<void>) => {
    const client = await enter(url, account)
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
