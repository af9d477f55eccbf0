import { z } from 'zod'
import { defineMail, type MailTemplate, mailTemplate } from '../notifications/mail-kind.ts'
import { note, paragraph, parts, title } from '../notifications/mail-parts.ts'

/** Goes to the old address: whoever reads it may not have asked for this. */
export const addressChanged = defineMail('support.address-changed', z.object({}))

export const supportMails = (productName: string): MailTemplate[] => [
  mailTemplate(addressChanged, async () => ({
    subject: `Your ${productName} account has another email address now`,
    preview: 'Mails about it go to the new one.',
    content: parts(
      title('Your email address was changed'),
      paragraph(
        `As somebody asked for, the ${productName} account that had this email address has another one now. You log in with that one, and mails about the account go there.`,
      ),
      note('If it was not you who asked for this, write to support at once.'),
    ),
  })),
]
