import { exportKeptDays, retentionDays } from '@recaps/domain/retention'
import { timeOfZone, writtenDay } from '@recaps/domain/written-date'
import { z } from 'zod'
import { defineMail, type MailTemplate, mailTemplate } from '../notifications/mail-kind.ts'
import { button, note, paragraph, parts, title } from '../notifications/mail-parts.ts'
import type { Users } from '../users/service.ts'

/** The mails about taking one's data away, and about leaving. */
export const exportReady = defineMail('account.export-ready', z.object({}))
export const accountDeleted = defineMail(
  'account.deleted',
  z.object({
    at: z.iso.datetime(),
    store: z.object({ name: z.string(), manageUrl: z.string() }).nullish(),
    isKnownToApple: z.boolean().default(false),
    /** We end it there ourselves. */
    isEndedAtApple: z.boolean().default(false),
  }),
)

const exportPage = '/settings'

export function accountMails({
  productName,
  users,
}: {
  productName: string
  users: Pick<Users, 'byId'>
}): MailTemplate[] {
  return [
    // Only to an address that was confirmed: another might be somebody else's, who would learn of the account.
    mailTemplate(exportReady, async (_, envelope) => {
      const user = await users.byId(envelope.userId ?? 0)
      return user?.email_verified_at ? ready(productName) : null
    }),
    mailTemplate(accountDeleted, async told => deleted(told, productName)),
  ]
}

/** The mail leads to the page and not to the file: a link that opens it without a log-in would be worth stealing. */
const ready = (productName: string) => ({
  subject: `Your ${productName} data is ready`,
  preview: `It can be fetched for ${exportKeptDays} days.`,
  content: parts(
    title('Your data is ready'),
    paragraph('Hello,'),
    paragraph('everything that is yours has been put into one zip: your profile, your summaries and their sound.'),
    button('Fetch your data', exportPage),
    note(
      `It can be fetched for ${exportKeptDays} days by whoever is logged in as you. If it was not you who asked, change your password.`,
    ),
  ),
})

const deleted = (
  { at, store, isKnownToApple, isEndedAtApple }: z.infer<typeof accountDeleted.data>,
  productName: string,
) => ({
  subject: `Your ${productName} account was deleted`,
  preview: 'Nobody can log in to it any more.',
  content: parts(
    title('Your account was deleted'),
    paragraph('Hello,'),
    paragraph(
      `your account was deleted on ${inUtc(new Date(at))}. Nobody can log in to it any more, your name and your address are gone from it, and what you had saved is erased for good after ${retentionDays} days.`,
    ),
    // Mails link to nobody else's pages: where it is ended is told as text.
    ...(store
      ? [
          paragraph(
            `Your plan was bought in ${store.name}, which alone can end it. Until you end it there, it goes on costing money: ${store.manageUrl.replace('https://', '')}`,
          ),
        ]
      : []),
    ...(isKnownToApple
      ? [
          paragraph(
            `You also signed in with Apple, ${isEndedAtApple ? `where we end that for you. Should ${productName} still be listed there tomorrow, you can end it` : `which still lists ${productName}. You can end that`} in the settings of your Apple Account: on an iPhone Settings, your name, Sign in with Apple; elsewhere account.apple.com.`,
          ),
        ]
      : []),
    note(
      'This is the last mail about it. If it was not you, write to support at once. The account cannot be brought back.',
    ),
  ),
})

/** The zone of the account is gone with it. */
const inUtc = (at: Date): string => `${writtenDay(at, { timeZone: 'UTC', year: 'always' })} at ${timeOfZone(at, 'UTC')}`
