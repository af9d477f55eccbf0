import { describe, expect, it } from 'vitest'
import { hostileTexts } from '../../../test/hostile-texts.ts'
import { renderMail } from '../notifications/render-mail.ts'
import { channelPausedTemplate } from './channel-paused-mail.ts'

const letterhead = {
  productName: 'Recaps',
  publicUrl: 'https://recaps.example.com',
  supportEmail: 'support@recaps.example',
}
const envelope = { outboxId: 1, messageId: '<1@recaps.example>', userId: 1, to: 'ada@example.com' }
const mailed = async (channel: string, gone: 'private' | 'deleted' = 'private') =>
  await renderMail((await channelPausedTemplate().compose({ channel, gone }, envelope))!, envelope.to, letterhead)

describe('the mail about a paused channel', () => {
  it.each([
    ['private', 'is now private'],
    ['deleted', 'was deleted'],
  ] as const)(
    'the mail about a %s channel says that other channels are not affected and links to the schedule',
    async (gone, reason) => {
      const { subject, text } = await mailed('Plain Bench', gone)
      expect(subject).toBe('Plain Bench is paused')
      expect(text).toContain(`Plain Bench ${reason}, so we can’t summarize its new videos. Your other channels`)
      expect(text).toContain('View your schedule https://recaps.example.com/tabs/dashboard')
    },
  )

  it('the mail about a paused channel shows hostile channel names as plain text', async () => {
    const tagsOf = (html: string) => [...html.matchAll(/<\/?([a-z!][\w-]*)/gi)].map(match => match[1])
    const plain = tagsOf((await mailed('Plain Bench')).html)
    for (const name of hostileTexts) {
      const { html, subject } = await mailed(name)
      expect([name, tagsOf(html)]).toEqual([name, plain])
      expect(subject).not.toMatch(/\p{Cc}/u)
    }
  })
})
