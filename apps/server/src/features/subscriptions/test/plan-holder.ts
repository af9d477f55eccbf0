import type { BuyablePlanId } from '@recaps/domain/billing'
import { readMails, recipientAddress } from '../../../../test/mailbox.ts'
import { dayMs, type PaymentServer } from '../../../../test/payment-server.ts'
import { eventually } from '../../../../test/wait-for.ts'

/** The state of a user on one day, and the notifications since the previous report. */
export interface DayReport {
  plan: string
  /** Summaries a month. */
  monthly: number
  /** Status of the newest purchase; null before the first one. */
  status: string | null
  isCanceling: boolean
  hasIssue: boolean
  /** The plan that a downgrade has scheduled for the next period. */
  next: string | null
  /** Subjects of new mails. */
  mails: string[]
  /** Titles of new notices. */
  notices: string[]
}

/** A user with plans over a year, with the actions of the user, the merchant and the bank. */
export type PlanHolder = Awaited<ReturnType<typeof createPlanHolder>>

export async function createPlanHolder(test: PaymentServer) {
  const user = await test.newUser()
  const { subscriptions, notices } = user.client
  const { db } = test.server.services.database
  const startedAt = test.clock.now().getTime()
  const reported = new Set<unknown>()
  const newest = async () => (await test.purchaseOf(user))!
  const stripeSubscription = async () => test.stripe.state.subscriptions.get((await newest()).stripeSubscriptionId!)!
  const newestCharge = async () =>
    (await test.server.services.billing.listMovements(user.id)).findLast(({ kind }) => kind === 'charge')!.id
  let dispute = ''
  let card = ''

  /** Items that were not reported before. */
  const unreported = <T>(all: readonly T[], idOf: (item: T) => unknown): T[] =>
    all.filter(item => !reported.has(idOf(item)) && reported.add(idOf(item)))

  const newMails = async (): Promise<string[]> => {
    await test.untilSettled()
    await eventually(
      () => db.selectFrom('outbox').select('id').where('state', 'in', ['queued', 'sending']).execute(),
      rows => rows.length === 0,
    )
    const mails = (await readMails(test.dataDir)).filter(mail => recipientAddress(mail) === user.email)
    return unreported(mails, ({ messageId }) => messageId).map(({ subject }) => subject ?? '')
  }

  return {
    async today(): Promise<DayReport> {
      const mails = await newMails()
      const { data } = await notices.list({ query: { limit: 100 } })
      const { activePlan, month, subscriptions: all } = await subscriptions.user()
      const [purchase] = all
      return {
        plan: activePlan.id,
        monthly: month.limit,
        status: purchase?.status ?? null,
        isCanceling: purchase?.isCanceling ?? false,
        hasIssue: Boolean(purchase?.paymentIssue),
        next: purchase?.nextPlan?.subscriptionId ?? null,
        mails: mails.filter(subject => !subject.startsWith('Confirm')),
        notices: unreported(data, ({ id }) => id).map(({ title }) => title),
      }
    },
    days: () => Math.floor((test.clock.now().getTime() - startedAt) / dayMs),
    pass: (days: number) => test.passDays(days),

    buy: async (plan: BuyablePlanId) => {
      await test.buy(user, plan)
      card = String((await stripeSubscription()).default_payment_method)
    },
    change: (plan: BuyablePlanId) => subscriptions.change({ body: { subscriptionId: plan } }),
    cancel: async () => subscriptions.cancel({ body: { userSubscriptionId: (await newest()).id } }),
    resume: async () => subscriptions.resume({ body: { userSubscriptionId: (await newest()).id } }),
    replaceCard: (name: string) => void test.stripe.replaceCard(card, name),
    /** In the customer portal of Stripe, which the banner about the failed payment links to. */
    async payWithAnother(name: string) {
      const { url } = await subscriptions.portal()
      const { latest_invoice } = await stripeSubscription()
      for (const [field, value] of [
        ['card', name],
        ['pay', String(latest_invoice)],
      ] as const)
        await fetch(url, { method: 'POST', body: new URLSearchParams({ [field]: value }) })
      card = String((await stripeSubscription()).default_payment_method)
    },
    /** Until a day after the end of the paid period. */
    untilRenewed: async () => test.passDaysUntil((await newest()).currentPeriodEnd, 1),
    untilGraceEnds: async (days: number) => test.passDaysUntil((await newest()).paymentIssue!.graceEndsAt, days),

    async refund(cents?: number) {
      const charge = await newestCharge()
      await test.asMerchant('/v1/refunds', { charge, ...(cents ? { amount: String(cents) } : {}) })
    },
    async dispute() {
      dispute = test.stripe.dispute(await newestCharge()).id
      await test.untilSettled()
    },
    settleDispute: async (outcome: 'won' | 'lost') => test.stripe.closeDispute(dispute, outcome),
  }
}
