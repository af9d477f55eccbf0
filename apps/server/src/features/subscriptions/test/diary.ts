import type { BuyablePlanId } from '@recaps/domain/billing'
import { addressOf, mailsIn } from '../../../../test/mailbox.ts'
import { dayMs, type PaymentServer } from '../../../../test/payment-server.ts'
import { eventually } from '../../../../test/waiting.ts'

/** How somebody stands on a day, and what they were told since the last entry. */
export interface Diary {
  plan: string
  /** Summaries a month. */
  monthly: number
  /** Of the newest purchase; null before the first. */
  status: string | null
  isCanceling: boolean
  hasIssue: boolean
  /** The plan that follows with the next period. */
  next: string | null
  /** Subjects. */
  mails: string[]
  /** Titles. */
  notices: string[]
}

/** Somebody who has plans for a year, with all that they and others do about them. */
export type Holder = Awaited<ReturnType<typeof keepDiary>>

export async function keepDiary(test: PaymentServer) {
  const user = await test.newUser()
  const { subscriptions, notices } = user.client
  const { db } = test.server.services.database
  const startedAt = test.clock.now().getTime()
  const known = new Set<unknown>()
  const newest = async () => (await test.purchaseOf(user))!
  const atStripe = async () => test.stripe.state.subscriptions.get((await newest()).stripeSubscriptionId!)!
  const newestCharge = async () =>
    (await test.server.services.billing.movementsOf(user.id)).findLast(({ kind }) => kind === 'charge')!.id
  let dispute = ''
  let card = ''

  /** Those that nobody has seen yet. */
  const fresh = <T>(all: readonly T[], idOf: (one: T) => unknown): T[] =>
    all.filter(one => !known.has(idOf(one)) && known.add(idOf(one)))

  const newMails = async (): Promise<string[]> => {
    await test.settled()
    await eventually(
      () => db.selectFrom('outbox').select('id').where('state', 'in', ['queued', 'sending']).execute(),
      rows => rows.length === 0,
    )
    const mails = (await mailsIn(test.dataDir)).filter(mail => addressOf(mail) === user.email)
    return fresh(mails, ({ messageId }) => messageId).map(({ subject }) => subject ?? '')
  }

  return {
    async today(): Promise<Diary> {
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
        notices: fresh(data, ({ id }) => id).map(({ title }) => title),
      }
    },
    days: () => Math.floor((test.clock.now().getTime() - startedAt) / dayMs),
    pass: (days: number) => test.pass(days),

    buy: async (plan: BuyablePlanId) => {
      await test.buy(user, plan)
      card = String((await atStripe()).default_payment_method)
    },
    change: (plan: BuyablePlanId) => subscriptions.change({ body: { subscriptionId: plan } }),
    cancel: async () => subscriptions.cancel({ body: { userSubscriptionId: (await newest()).id } }),
    resume: async () => subscriptions.resume({ body: { userSubscriptionId: (await newest()).id } }),
    replaceCard: (name: string) => void test.stripe.replaceCard(card, name),
    /** On the pages of the provider, where the banner leads. */
    async payWithAnother(name: string) {
      const { url } = await subscriptions.portal()
      const { latest_invoice } = await atStripe()
      for (const [field, value] of [
        ['card', name],
        ['pay', String(latest_invoice)],
      ] as const)
        await fetch(url, { method: 'POST', body: new URLSearchParams({ [field]: value }) })
      card = String((await atStripe()).default_payment_method)
    },
    /** Until a day after the period that is paid. */
    untilRenewed: async () => test.passTo((await newest()).currentPeriodEnd, 1),
    untilGraceEnds: async (days: number) => test.passTo((await newest()).paymentIssue!.graceEndsAt, days),

    async refund(cents?: number) {
      const charge = await newestCharge()
      await test.asMerchant('/v1/refunds', { charge, ...(cents ? { amount: String(cents) } : {}) })
    },
    async dispute() {
      dispute = test.stripe.dispute(await newestCharge()).id
      await test.settled()
    },
    settleDispute: async (outcome: 'won' | 'lost') => test.stripe.closeDispute(dispute, outcome),
  }
}
