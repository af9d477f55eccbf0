import { z } from 'zod'
import { defineMail, type MailTemplate, mailTemplate } from '../notifications/mail-kind.ts'
import { note, paragraph, parts, title } from '../notifications/mail-parts.ts'

/** Sent to the old address, whose reader may not have requested the change. */
export const addressChanged = defineMail('support.address-changed', z.object({}))

export const supportMails = (productName: string): MailTemplate[] => [
  mailTemplate(addressChanged, async () => ({
    subject: `Your ${productName} account now has a different email address`,
    preview: 'Mails about your account go to the new address.',
    content: parts(
      title('Your email address was changed'),
      paragraph(
        `The email address of your ${productName} account was changed, as someone requested. Log in with the new address. Mails about your account go there too.`,
      ),
      note('If you didn’t request this, contact support at once.'),
    ),
  })),
]
