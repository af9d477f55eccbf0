import { planById, planIds } from '@recaps/domain/plans'
import { writtenDay } from '@recaps/domain/written-date'
import { z } from 'zod'
import { defineMail, type Envelope, type MailTemplate, mailTemplate } from '../notifications/mail-kind.ts'
import { button, note, paragraph, parts, title } from '../notifications/mail-parts.ts'
import type { Users } from '../users/service.ts'
import { toPayers } from './mails.ts'
import { moneyText } from './money-text.ts'
import { storeNames, storeProviders } from './store-words.ts'

const plan = { planId: z.enum(planIds), provider: z.enum(storeProviders) }
const grace = z.object({ ...plan, graceEndsAt: z.iso.datetime() })

/** The mails about plans that a store of apps sells. It mails its receipts itself, and knows what is paid with. */
export const storeRefundedMail = defineMail(
  'subscriptions.store-refunded',
  z.object({ ...plan, amountCents: z.number().int(), currency: z.string(), isOver: z.boolean() }),
  toPayers,
)
export const storePaymentFailedMail = defineMail('subscriptions.store-payment-failed', grace, toPayers)
export const storeGraceEndingMail = defineMail('subscriptions.store-grace-ending', grace, toPayers)

const page = '/subscriptions'

export function storeMails({ users }: { users: Pick<Users, 'byId'> }): MailTemplate[] {
  const dayFor = async ({ userId }: Envelope, at: string): Promise<string> => {
    const user = userId === null ? undefined : await users.byId(userId)
    return writtenDay(new Date(at), { timeZone: user?.timezone ?? 'UTC', year: 'always' })
  }
  return [
    mailTemplate(storeRefundedMail, async given => refunded(given)),
    mailTemplate(storePaymentFailedMail, async (due, envelope) => failed(due, await dayFor(envelope, due.graceEndsAt))),
    mailTemplate(storeGraceEndingMail, async (due, envelope) => ending(due, await dayFor(envelope, due.graceEndsAt))),
  ]
}

type Data<Mail extends { data: z.ZodType }> = z.output<Mail['data']>
type Due = Data<typeof storePaymentFailedMail>

function refunded({ planId, provider, amountCents, currency, isOver }: Data<typeof storeRefundedMail>) {
  const { title: name } = planById(planId)
  const sum = amountCents > 0 ? moneyText(amountCents, currency) : 'Your money'
  return {
    subject: `${sum} is being refunded to you`,
    preview: `For the ${name} plan, by ${storeNames[provider]}.`,
    content: parts(
      title('Money is on its way back to you'),
      paragraph(`${sum} for the ${name} plan is being refunded by ${storeNames[provider]}, which had sold it.`),
      paragraph(
        isOver
          ? `With that the ${name} plan has ended. What you have stays yours to read and hear.`
          : `The ${name} plan goes on.`,
      ),
      button('See your plan', page),
    ),
  }
}

function failed({ planId, provider }: Due, day: string) {
  const { title: name } = planById(planId)
  return {
    subject: 'Your payment failed',
    preview: `The ${name} plan goes on until ${day}.`,
    content: parts(
      title('A payment did not go through'),
      paragraph(
        `The payment for your ${name} plan in ${storeNames[provider]} failed. It is tried again in the next days.`,
      ),
      paragraph(
        `The plan goes on until ${day}. Update your payment method in ${storeNames[provider]}, and nothing changes.`,
      ),
      button(`See your plan and the way to ${storeNames[provider]}`, page),
    ),
  }
}

function ending({ planId, provider }: Due, day: string) {
  const { title: name } = planById(planId)
  return {
    subject: `Your ${name} plan ends on ${day}`,
    preview: 'Its payment still fails.',
    content: parts(
      title(`Your ${name} plan ends on ${day}`),
      paragraph(`Its payment in ${storeNames[provider]} still fails. If nothing changes, the plan ends on ${day}.`),
      button(`See your plan and the way to ${storeNames[provider]}`, page),
      note('What you have stays yours to read and hear in any case.'),
    ),
  }
}
