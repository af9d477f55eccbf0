import { formatDate } from '@recaps/domain/format-date'
import { planById, planIds } from '@recaps/domain/plans'
import { z } from 'zod'
import { defineMail, type MailEnvelope, type MailTemplate, mailTemplate } from '../notifications/mail-kind.ts'
import { button, note, paragraph, parts, title } from '../notifications/mail-parts.ts'
import type { Users } from '../users/service.ts'
import { formatMoney } from './format-money.ts'
import { paymentMailOptions } from './mails.ts'
import { storeNames, storeProviders } from './store-names.ts'

const plan = { planId: z.enum(planIds), provider: z.enum(storeProviders) }
const grace = z.object({ ...plan, graceEndsAt: z.iso.datetime() })

/** Mails about plans sold by an app store. The store sends its own receipts and manages the payment method. */
export const storeRefundedMail = defineMail(
  'subscriptions.store-refunded',
  z.object({ ...plan, amountCents: z.number().int(), currency: z.string(), isOver: z.boolean() }),
  paymentMailOptions,
)
export const storePaymentFailedMail = defineMail('subscriptions.store-payment-failed', grace, paymentMailOptions)
export const storeGraceEndingMail = defineMail('subscriptions.store-grace-ending', grace, paymentMailOptions)

const page = '/subscriptions'

export function storeMails({ users }: { users: Pick<Users, 'byId'> }): MailTemplate[] {
  const dayFor = async ({ userId }: MailEnvelope, at: string): Promise<string> => {
    const user = userId === null ? undefined : await users.byId(userId)
    return formatDate(new Date(at), { timeZone: user?.timezone ?? 'UTC', year: 'always' })
  }
  return [
    mailTemplate(storeRefundedMail, async refund => composeRefund(refund)),
    mailTemplate(storePaymentFailedMail, async (due, envelope) =>
      composePaymentFailed(due, await dayFor(envelope, due.graceEndsAt)),
    ),
    mailTemplate(storeGraceEndingMail, async (due, envelope) =>
      composeGraceEnding(due, await dayFor(envelope, due.graceEndsAt)),
    ),
  ]
}

type Data<Mail extends { data: z.ZodType }> = z.output<Mail['data']>
type Due = Data<typeof storePaymentFailedMail>

function composeRefund({ planId, provider, amountCents, currency, isOver }: Data<typeof storeRefundedMail>) {
  const { title: name } = planById(planId)
  const sum = amountCents > 0 ? formatMoney(amountCents, currency) : 'Your money'
  return {
    subject: `${sum} is being refunded to you`,
    preview: `For the ${name} plan, by ${storeNames[provider]}.`,
    content: parts(
      title('Your refund is on its way'),
      paragraph(`${sum} for your ${name} plan is being refunded by ${storeNames[provider]}.`),
      paragraph(
        isOver
          ? `Your ${name} plan has ended. You can still read and listen to your summaries.`
          : `You keep the ${name} plan.`,
      ),
      button('See your plan', page),
    ),
  }
}

function composePaymentFailed({ planId, provider }: Due, day: string) {
  const { title: name } = planById(planId)
  return {
    subject: 'Your payment failed',
    preview: `You keep the ${name} plan until ${day}.`,
    content: parts(
      title('A payment didn’t go through'),
      paragraph(
        `The payment for your ${name} plan in ${storeNames[provider]} failed. It will be retried in the next few days.`,
      ),
      paragraph(
        `You keep the plan until ${day}. To keep it after that, update your payment method in ${storeNames[provider]}.`,
      ),
      button('See your plan', page),
    ),
  }
}

function composeGraceEnding({ planId, provider }: Due, day: string) {
  const { title: name } = planById(planId)
  return {
    subject: `Your ${name} plan ends on ${day}`,
    preview: 'The payment is still failing.',
    content: parts(
      title(`Your ${name} plan ends on ${day}`),
      paragraph(
        `The payment in ${storeNames[provider]} is still failing. If nothing changes, the plan ends on ${day}.`,
      ),
      button('See your plan', page),
      note('Either way, you can still read and listen to your summaries.'),
    ),
  }
}
