import { planById, planIds } from '@recaps/domain/plans'
import { writtenDay } from '@recaps/domain/written-date'
import { z } from 'zod'
import type { Payments, ProviderInvoice } from '../../ports/payments.ts'
import { defineMail, type Envelope, type MailTemplate, mailTemplate } from '../notifications/mail-kind.ts'
import { button, facts, note, paragraph, parts, title } from '../notifications/mail-parts.ts'
import type { Users } from '../users/service.ts'
import { moneyText } from './money-text.ts'

const planId = z.enum(planIds)
const cents = z.number().int()
const currency = z.string().regex(/^[a-z]{3}$/i)
const instant = z.iso.datetime()
const amount = { planId, amountCents: cents, currency }
const money = { ...amount, at: instant, invoiceId: z.string().nullable() }
const grace = z.object({ ...amount, since: instant, graceEndsAt: instant })

/** Payment mails go to unconfirmed addresses too: each follows a real charge and contains no text from the account. */
export const toPayers = { toUnconfirmed: true }

/** The mails about money: what was charged or given back, and what becomes of a plan that is not paid. */
export const chargedMail = defineMail(
  'subscriptions.charged',
  z.object({ ...money, nextCents: cents.nullable() }),
  toPayers,
)
export const refundedMail = defineMail('subscriptions.refunded', z.object({ ...money, isOver: z.boolean() }), toPayers)
export const paymentFailedMail = defineMail('subscriptions.payment-failed', grace, toPayers)
export const graceEndingMail = defineMail('subscriptions.grace-ending', grace, toPayers)
export const planLostMail = defineMail(
  'subscriptions.plan-lost',
  z.object({ planId, reason: z.enum(['unpaid', 'ended', 'taken_back']), at: instant.nullable() }),
  toPayers,
)

const page = '/subscriptions'

export interface PaymentMailsDeps {
  users: Pick<Users, 'byId'>
  payments: Pick<Payments, 'invoice'>
  productName: string
  supportEmail: string
}

export function paymentMails({ users, payments, ...seller }: PaymentMailsDeps): MailTemplate[] {
  const daysFor = async ({ userId }: Envelope) => {
    const user = userId === null ? undefined : await users.byId(userId)
    const timeZone = user?.timezone ?? 'UTC'
    return (at: string | Date): string => writtenDay(new Date(at), { timeZone, year: 'always' })
  }
  /** A receipt waits for nobody: without the invoice it says what is known of itself. */
  const invoiceOf = async (id: string | null) => (id === null ? null : await payments.invoice(id).catch(() => null))
  return [
    mailTemplate(chargedMail, async (paid, envelope) =>
      charged(paid, await invoiceOf(paid.invoiceId), await daysFor(envelope), seller),
    ),
    mailTemplate(refundedMail, async (given, envelope) =>
      refunded(given, await invoiceOf(given.invoiceId), await daysFor(envelope)),
    ),
    mailTemplate(paymentFailedMail, async (due, envelope) => failed(due, await daysFor(envelope))),
    mailTemplate(graceEndingMail, async (due, envelope) => ending(due, await daysFor(envelope))),
    mailTemplate(planLostMail, async (data, envelope) => lost(data, await daysFor(envelope))),
  ]
}

type Data<Mail extends { data: z.ZodType }> = z.output<Mail['data']>
type Day = (at: string | Date) => string
type Seller = Pick<PaymentMailsDeps, 'productName' | 'supportEmail'>

function charged(paid: Data<typeof chargedMail>, invoice: ProviderInvoice | null, day: Day, seller: Seller) {
  const plan = planById(invoice?.planId ?? paid.planId).title
  const sum = moneyText(paid.amountCents, paid.currency)
  const next = paid.nextCents !== null && invoice && moneyText(paid.nextCents, paid.currency)
  return {
    subject: `Receipt: ${sum} for the ${plan} plan`,
    preview: `Paid on ${day(paid.at)}.`,
    content: parts(
      title('Thank you for your payment'),
      facts([
        ['For', `${seller.productName}, the ${plan} plan`],
        ['Period', invoice && `${day(invoice.periodStart)} to ${day(invoice.periodEnd)}`],
        ['Amount', sum],
        ['Paid on', day(paid.at)],
        ['Invoice', invoice?.number],
        ['Sold by', `${seller.productName}, ${seller.supportEmail}`],
        ['Next payment', next && `${next} on ${day(invoice.periodEnd)}, unless you cancel before`],
      ]),
      button('See your plan and invoices', page),
      note('If you do not know of this payment, write to support.'),
    ),
  }
}

function refunded(given: Data<typeof refundedMail>, invoice: ProviderInvoice | null, day: Day) {
  const plan = planById(invoice?.planId ?? given.planId).title
  const sum = moneyText(given.amountCents, given.currency)
  return {
    subject: `${sum} is being refunded to you`,
    preview: `For the ${plan} plan, on ${day(given.at)}.`,
    content: parts(
      title('Money is on its way back to you'),
      facts([
        ['Amount', sum],
        ['For', `the ${plan} plan`],
        ['Given back on', day(given.at)],
        ['Invoice', invoice?.number],
      ]),
      paragraph('It goes to the card or wallet that paid. Banks take some days to show it.'),
      paragraph(
        given.isOver
          ? `With that the ${plan} plan has ended. What you have stays yours to read and hear.`
          : `The ${plan} plan goes on.`,
      ),
      button('See your plan and invoices', page),
    ),
  }
}

function failed(due: Data<typeof paymentFailedMail>, day: Day) {
  const plan = planById(due.planId).title
  return {
    subject: 'Your payment failed',
    preview: `The ${plan} plan goes on until ${day(due.graceEndsAt)}.`,
    content: parts(
      title('A payment did not go through'),
      paragraph(
        `${moneyText(due.amountCents, due.currency)} for your ${plan} plan could not be charged on ${day(due.since)}. It is tried again in the next days.`,
      ),
      paragraph(
        `The plan goes on until ${day(due.graceEndsAt)}. Use another card, confirm the payment, or ask your bank, and nothing changes.`,
      ),
      button('Change your card', page),
    ),
  }
}

function ending(due: Data<typeof graceEndingMail>, day: Day) {
  const plan = planById(due.planId).title
  const end = day(due.graceEndsAt)
  return {
    subject: `Your ${plan} plan ends on ${end}`,
    preview: 'Its payment still fails.',
    content: parts(
      title(`Your ${plan} plan ends on ${end}`),
      paragraph(
        `${moneyText(due.amountCents, due.currency)} could still not be charged. With another card before that day the plan goes on.`,
      ),
      button('Change your card', page),
      note('What you have stays yours to read and hear in any case.'),
    ),
  }
}

const reasons = {
  unpaid: 'Its last payment did not go through.',
  ended: 'You had cancelled it, and the time that was paid for is over.',
  taken_back: 'Its payment was taken back.',
} as const

function lost({ planId, reason, at }: Data<typeof planLostMail>, day: Day) {
  const plan = planById(planId).title
  const until = at ? ` It counted until ${day(at)}.` : ''
  return {
    subject: `Your ${plan} plan has ended`,
    preview: reasons[reason],
    content: parts(
      title(`Your ${plan} plan has ended`),
      paragraph(reasons[reason] + until),
      paragraph('What you have stays yours to read and hear. What is beyond your plan now waits, and is not deleted.'),
      button('Choose a plan', page),
    ),
  }
}
