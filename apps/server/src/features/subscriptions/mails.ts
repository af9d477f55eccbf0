import { formatDate } from '@recaps/domain/format-date'
import { planById, planIds } from '@recaps/domain/plans'
import { z } from 'zod'
import type { Payments, ProviderInvoice } from '../../ports/payments.ts'
import { defineMail, type MailEnvelope, type MailTemplate, mailTemplate } from '../notifications/mail-kind.ts'
import { button, facts, note, paragraph, parts, title } from '../notifications/mail-parts.ts'
import type { Users } from '../users/service.ts'
import { formatMoney } from './format-money.ts'

const planId = z.enum(planIds)
const cents = z.number().int()
const currency = z.string().regex(/^[a-z]{3}$/i)
const timestamp = z.iso.datetime()
const amount = { planId, amountCents: cents, currency }
const money = { ...amount, at: timestamp, invoiceId: z.string().nullable() }
const grace = z.object({ ...amount, since: timestamp, graceEndsAt: timestamp })

/** Payment mails go to unconfirmed addresses too: each follows a real charge and contains no text from the account. */
export const paymentMailOptions = { toUnconfirmed: true }

/** Mails about payments: receipts, refunds, failed payments and lost plans. */
export const chargedMail = defineMail(
  'subscriptions.charged',
  z.object({ ...money, nextCents: cents.nullable() }),
  paymentMailOptions,
)
export const refundedMail = defineMail(
  'subscriptions.refunded',
  z.object({ ...money, isOver: z.boolean() }),
  paymentMailOptions,
)
export const paymentFailedMail = defineMail('subscriptions.payment-failed', grace, paymentMailOptions)
export const graceEndingMail = defineMail('subscriptions.grace-ending', grace, paymentMailOptions)
export const planLostMail = defineMail(
  'subscriptions.plan-lost',
  z.object({ planId, reason: z.enum(['unpaid', 'ended', 'taken_back']), at: timestamp.nullable() }),
  paymentMailOptions,
)

const page = '/subscriptions'

export interface PaymentMailsDeps {
  users: Pick<Users, 'byId'>
  payments: Pick<Payments, 'invoice'>
  productName: string
  supportEmail: string
}

export function paymentMails({ users, payments, ...seller }: PaymentMailsDeps): MailTemplate[] {
  const dayFormatterFor = async ({ userId }: MailEnvelope) => {
    const user = userId === null ? undefined : await users.byId(userId)
    const timeZone = user?.timezone ?? 'UTC'
    return (at: string | Date): string => formatDate(new Date(at), { timeZone, year: 'always' })
  }
  /** A receipt does not depend on the provider: without the invoice it contains what we know. */
  const invoiceOf = async (id: string | null) => (id === null ? null : await payments.invoice(id).catch(() => null))
  return [
    mailTemplate(chargedMail, async (charge, envelope) =>
      composeReceipt(charge, await invoiceOf(charge.invoiceId), await dayFormatterFor(envelope), seller),
    ),
    mailTemplate(refundedMail, async (refund, envelope) =>
      composeRefund(refund, await invoiceOf(refund.invoiceId), await dayFormatterFor(envelope)),
    ),
    mailTemplate(paymentFailedMail, async (due, envelope) =>
      composePaymentFailed(due, await dayFormatterFor(envelope)),
    ),
    mailTemplate(graceEndingMail, async (due, envelope) => composeGraceEnding(due, await dayFormatterFor(envelope))),
    mailTemplate(planLostMail, async (data, envelope) => composePlanLost(data, await dayFormatterFor(envelope))),
  ]
}

type Data<Mail extends { data: z.ZodType }> = z.output<Mail['data']>
type FormatDay = (at: string | Date) => string
type Seller = Pick<PaymentMailsDeps, 'productName' | 'supportEmail'>

function composeReceipt(
  charge: Data<typeof chargedMail>,
  invoice: ProviderInvoice | null,
  formatDay: FormatDay,
  seller: Seller,
) {
  const plan = planById(invoice?.planId ?? charge.planId).title
  const sum = formatMoney(charge.amountCents, charge.currency)
  const next = charge.nextCents !== null && invoice && formatMoney(charge.nextCents, charge.currency)
  return {
    subject: `Receipt: ${sum} for the ${plan} plan`,
    preview: `Paid on ${formatDay(charge.at)}.`,
    content: parts(
      title('Thank you for your payment'),
      facts([
        ['For', `${seller.productName}, the ${plan} plan`],
        ['Period', invoice && `${formatDay(invoice.periodStart)} to ${formatDay(invoice.periodEnd)}`],
        ['Amount', sum],
        ['Paid on', formatDay(charge.at)],
        ['Invoice', invoice?.number],
        ['Sold by', `${seller.productName}, ${seller.supportEmail}`],
        ['Next payment', next && `${next} on ${formatDay(invoice.periodEnd)}, unless you cancel before then`],
      ]),
      button('See your plan and invoices', page),
      note('If you don’t recognize this payment, contact support.'),
    ),
  }
}

function composeRefund(refund: Data<typeof refundedMail>, invoice: ProviderInvoice | null, formatDay: FormatDay) {
  const plan = planById(invoice?.planId ?? refund.planId).title
  const sum = formatMoney(refund.amountCents, refund.currency)
  return {
    subject: `${sum} is being refunded to you`,
    preview: `For the ${plan} plan, on ${formatDay(refund.at)}.`,
    content: parts(
      title('Your refund is on its way'),
      facts([
        ['Amount', sum],
        ['For', `the ${plan} plan`],
        ['Refunded on', formatDay(refund.at)],
        ['Invoice', invoice?.number],
      ]),
      paragraph('The money goes back to the card or wallet you paid with. Banks can take a few days to show it.'),
      paragraph(
        refund.isOver
          ? `Your ${plan} plan has ended. You can still read and listen to your summaries.`
          : `You keep the ${plan} plan.`,
      ),
      button('See your plan and invoices', page),
    ),
  }
}

function composePaymentFailed(due: Data<typeof paymentFailedMail>, formatDay: FormatDay) {
  const plan = planById(due.planId).title
  return {
    subject: 'Your payment failed',
    preview: `You keep the ${plan} plan until ${formatDay(due.graceEndsAt)}.`,
    content: parts(
      title('A payment didn’t go through'),
      paragraph(
        `We couldn’t charge ${formatMoney(due.amountCents, due.currency)} for your ${plan} plan on ${formatDay(due.since)}. We’ll try again in the next few days.`,
      ),
      paragraph(
        `You keep the plan until ${formatDay(due.graceEndsAt)}. To keep it after that, use another card, confirm the payment, or ask your bank.`,
      ),
      button('Change your card', page),
    ),
  }
}

function composeGraceEnding(due: Data<typeof graceEndingMail>, formatDay: FormatDay) {
  const plan = planById(due.planId).title
  const end = formatDay(due.graceEndsAt)
  return {
    subject: `Your ${plan} plan ends on ${end}`,
    preview: 'The payment is still failing.',
    content: parts(
      title(`Your ${plan} plan ends on ${end}`),
      paragraph(
        `We still couldn’t charge ${formatMoney(due.amountCents, due.currency)}. Use another card before that day to keep the plan.`,
      ),
      button('Change your card', page),
      note('Either way, you can still read and listen to your summaries.'),
    ),
  }
}

const reasons = {
  unpaid: 'Its last payment didn’t go through.',
  ended: 'It was cancelled, and the period you paid for is over.',
  taken_back: 'Its payment was reversed.',
} as const

function composePlanLost({ planId, reason, at }: Data<typeof planLostMail>, formatDay: FormatDay) {
  const plan = planById(planId).title
  const until = at ? ` It was active until ${formatDay(at)}.` : ''
  return {
    subject: `Your ${plan} plan has ended`,
    preview: reasons[reason],
    content: parts(
      title(`Your ${plan} plan has ended`),
      paragraph(reasons[reason] + until),
      paragraph(
        'You can still read and listen to your summaries. Anything beyond your current plan is paused, not deleted.',
      ),
      button('Choose a plan', page),
    ),
  }
}
