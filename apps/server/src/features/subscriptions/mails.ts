import { planById, planIds } from '@recaps/domain/plans'
import { z } from 'zod'
import { defineMail, type MailTemplate, mailTemplate } from '../notifications/mail-kind.ts'
import { button, note, paragraph, parts, title } from '../notifications/mail-parts.ts'
import type { Users } from '../users/service.ts'

const planId = z.enum(planIds)
const money = { planId, amountCents: z.number().int(), at: z.iso.datetime() }
const grace = z.object({ planId, graceEndsAt: z.iso.datetime() })

/** The mails about money: what was charged or given back, and what becomes of a plan that is not paid. */
export const chargedMail = defineMail('subscriptions.charged', z.object(money))
export const refundedMail = defineMail('subscriptions.refunded', z.object({ ...money, isOver: z.boolean() }))
export const paymentFailedMail = defineMail('subscriptions.payment-failed', grace)
export const graceEndingMail = defineMail('subscriptions.grace-ending', grace)
export const planLostMail = defineMail(
  'subscriptions.plan-lost',
  z.object({ planId, reason: z.enum(['unpaid', 'ended', 'taken_back']) }),
)

const page = '/subscriptions'

export const moneyText = (cents: number): string => `$${(cents / 100).toFixed(2)}`

export function paymentMails({ users }: { users: Pick<Users, 'byId'> }): MailTemplate[] {
  const dayFor = async (userId: number | null, at: string): Promise<string> => {
    const user = userId === null ? undefined : await users.byId(userId)
    return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: user?.timezone ?? 'UTC' }).format(
      new Date(at),
    )
  }
  return [
    mailTemplate(chargedMail, async ({ planId, amountCents, at }, { userId }) =>
      charged(planById(planId).title, moneyText(amountCents), await dayFor(userId, at)),
    ),
    mailTemplate(refundedMail, async ({ planId, amountCents, at, isOver }, { userId }) =>
      refunded(planById(planId).title, moneyText(amountCents), await dayFor(userId, at), isOver),
    ),
    mailTemplate(paymentFailedMail, async ({ planId, graceEndsAt }, { userId }) =>
      failed(planById(planId).title, await dayFor(userId, graceEndsAt)),
    ),
    mailTemplate(graceEndingMail, async ({ planId, graceEndsAt }, { userId }) =>
      ending(planById(planId).title, await dayFor(userId, graceEndsAt)),
    ),
    mailTemplate(planLostMail, async ({ planId, reason }) => lost(planById(planId).title, reason)),
  ]
}

const charged = (plan: string, amount: string, day: string) => ({
  subject: `Receipt: ${amount} for the ${plan} plan`,
  preview: `Paid on ${day}.`,
  content: parts(
    title('Thank you for your payment'),
    paragraph(`${amount} were paid on ${day} for the ${plan} plan.`),
    button('See your plan and invoices', page),
    note('If you do not know of this payment, answer this mail or write to support.'),
  ),
})

const refunded = (plan: string, amount: string, day: string, isOver: boolean) => ({
  subject: `${amount} are given back to you`,
  preview: `For the ${plan} plan, on ${day}.`,
  content: parts(
    title('Money is on its way back to you'),
    paragraph(`${amount} for the ${plan} plan were given back on ${day}. Banks take some days to show it.`),
    ...(isOver ? [paragraph(`With that the ${plan} plan has ended. What you have stays yours to read and hear.`)] : []),
    button('See your plan and invoices', page),
  ),
})

const failed = (plan: string, day: string) => ({
  subject: 'Your payment failed',
  preview: `The ${plan} plan goes on until ${day}.`,
  content: parts(
    title('A payment did not go through'),
    paragraph(`The payment for your ${plan} plan was refused by your bank. It is tried again in the next days.`),
    paragraph(`The plan goes on until ${day}. Take another card, or ask your bank, and nothing changes.`),
    button('Change your card', page),
  ),
})

const ending = (plan: string, day: string) => ({
  subject: `Your ${plan} plan ends on ${day}`,
  preview: 'Its payment still fails.',
  content: parts(
    title(`The ${plan} plan ends in three days`),
    paragraph(`Its payment still fails. If nothing changes, the plan ends on ${day}.`),
    button('Change your card', page),
    note('What you have stays yours to read and hear in any case.'),
  ),
})

const reasons = {
  unpaid: 'Its payment failed, and could not be made up for in time.',
  ended: 'You had cancelled it, and the time that was paid for is over.',
  taken_back: 'Its payment was taken back by your bank.',
} as const

const lost = (plan: string, reason: keyof typeof reasons) => ({
  subject: `Your ${plan} plan has ended`,
  preview: reasons[reason],
  content: parts(
    title(`Your ${plan} plan has ended`),
    paragraph(reasons[reason]),
    paragraph('What you have stays yours to read and hear. What is beyond your plan now waits, and is not deleted.'),
    button('Choose a plan', page),
  ),
})
