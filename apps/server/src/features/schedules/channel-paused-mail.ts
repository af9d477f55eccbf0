import { z } from 'zod'
import { defineMail, type MailTemplate, mailTemplate } from '../notifications/mail-kind.ts'
import { button, note, paragraph, parts, title } from '../notifications/mail-parts.ts'
import { cut } from './digest/words.ts'

/** A channel that is followed has gone. */
export const channelPausedMail = defineMail(
  'schedules.channel-paused',
  z.object({ channel: z.string(), gone: z.enum(['private', 'deleted']) }),
)

export const channelPausedTemplate = (): MailTemplate =>
  mailTemplate(channelPausedMail, async ({ channel, gone }) => {
    const name = cut(channel, 100)
    const became = gone === 'private' ? 'is private now' : 'was deleted'
    return {
      subject: `${name} is paused`,
      preview: `The channel ${became}. The others go on.`,
      content: parts(
        title('A channel you follow is paused'),
        paragraph('Hello,'),
        paragraph(`${name} ${became}, so nothing new can be summarized from it. The other channels you follow go on.`),
        button('See your schedule', '/tabs/dashboard'),
        note('If it comes back, it goes on by itself. It counts as one of your channels until you remove it.'),
      ),
    }
  })
