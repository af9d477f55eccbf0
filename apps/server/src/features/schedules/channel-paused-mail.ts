import { z } from 'zod'
import { defineMail, type MailTemplate, mailTemplate } from '../notifications/mail-kind.ts'
import { button, note, paragraph, parts, title } from '../notifications/mail-parts.ts'
import { truncateText } from './digest/texts.ts'

export const channelPausedMail = defineMail(
  'schedules.channel-paused',
  z.object({ channel: z.string(), gone: z.enum(['private', 'deleted']) }),
)

export const channelPausedTemplate = (): MailTemplate =>
  mailTemplate(channelPausedMail, async ({ channel, gone }) => {
    const name = truncateText(channel, 100)
    const reason = gone === 'private' ? 'is now private' : 'was deleted'
    return {
      subject: `${name} is paused`,
      preview: `The channel ${reason}. Your other channels aren’t affected.`,
      content: parts(
        title('A channel you follow is paused'),
        paragraph('Hello,'),
        paragraph(`${name} ${reason}, so we can’t summarize its new videos. Your other channels aren’t affected.`),
        button('View your schedule', '/tabs/dashboard'),
        note(
          'If the channel comes back, we’ll resume it automatically. Until you remove it, it counts toward your channel limit.',
        ),
      ),
    }
  })
