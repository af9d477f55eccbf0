import { formatDate, formatTimeWithZone } from '@recaps/domain/format-date'
import { deletedAccountRetentionDays, exportRetentionDays } from '@recaps/domain/retention'
import { z } from 'zod'
import { defineMail, type MailTemplate, mailTemplate } from '../notifications/mail-kind.ts'
import { button, note, paragraph, parts, title } from '../notifications/mail-parts.ts'
import type { Users } from '../users/service.ts'

/** Mails about data exports and account deletion. */
export const exportReady = defineMail('account.export-ready', z.object({}))
export const accountDeleted = defineMail(
  'account.deleted',
  z.object({
    at: z.iso.datetime(),
    store: z.object({ name: z.string(), manageUrl: z.string() }).nullish(),
    isKnownToApple: z.boolean().default(false),
    /** True if we revoke the sign-in at Apple ourselves. */
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
    // Only to a confirmed address: any other could belong to someone else, who would learn of the account.
    mailTemplate(exportReady, async (_, envelope) => {
      const user = await users.byId(envelope.userId ?? 0)
      return user?.email_verified_at ? ready(productName) : null
    }),
    mailTemplate(accountDeleted, async data => deleted(data, productName)),
  ]
}

/** The mail links to the page, not to the file: a link that works without a login would be worth stealing. */
const ready = (productName: string) => ({
  subject: `Your ${productName} data is ready`,
  preview: `You can download it for ${exportRetentionDays} days.`,
  content: parts(
    title('Your data is ready'),
    paragraph('Hello,'),
    paragraph('We put all your data into one zip file: your profile, your summaries and their audio.'),
    button('Download your data', exportPage),
    note(
      `You can download it for ${exportRetentionDays} days while you’re logged in. If you didn’t request this, change your password.`,
    ),
  ),
})

const deleted = (
  { at, store, isKnownToApple, isEndedAtApple }: z.infer<typeof accountDeleted.data>,
  productName: string,
) => ({
  subject: `Your ${productName} account was deleted`,
  preview: 'It can no longer be used to log in.',
  content: parts(
    title('Your account was deleted'),
    paragraph('Hello,'),
    paragraph(
      `Your account was deleted on ${inUtc(new Date(at))}. It can no longer be used to log in, your name and address have been removed, and everything you saved will be erased for good after ${deletedAccountRetentionDays} days.`,
    ),
    // Our mails never link to third-party pages, so the address is plain text.
    ...(store
      ? [
          paragraph(
            `You bought your plan in ${store.name}, so only ${store.name} can cancel it. You’ll be charged until you cancel it there: ${store.manageUrl.replace('https://', '')}`,
          ),
        ]
      : []),
    ...(isKnownToApple
      ? [
          paragraph(
            `You also signed in with Apple. ${isEndedAtApple ? `We’ll disconnect ${productName} there for you. If it’s still listed tomorrow, you can remove it` : `${productName} is still listed there. You can remove it`} in the settings of your Apple Account: on an iPhone, open Settings, your name, Sign in with Apple; elsewhere, account.apple.com.`,
          ),
        ]
      : []),
    note(
      'This is the last mail about your account. If you didn’t delete it, contact support at once. A deleted account can’t be restored.',
    ),
  ),
})

/** In UTC, because the time zone of the account has been deleted with it. */
const inUtc = (at: Date): string =>
  `${formatDate(at, { timeZone: 'UTC', year: 'always' })} at ${formatTimeWithZone(at, 'UTC')}`
