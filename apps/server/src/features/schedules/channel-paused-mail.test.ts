import { describe, expect, it } from 'vitest'
import { hostileTexts } from '../../../test/hostile-texts.ts'
import { renderMail } from '../notifications/mail-frame.ts'
import { channelPausedTemplate } from './channel-paused-mail.ts'

const letterhead = {
  productName: 'Recaps',
  publicUrl: 'https://recaps.example.com',
  supportEmail: 'support@recaps.example',
}
const envelope = { outboxId: 1, messageId: '<1@recaps.example>', userId: 1, to: 'ada@example.com' }
const mailed = async (channel: string, gone: 'private' | 'deleted' = 'private') =>
  await renderMail((await channelPausedTemplate().compose({ channel, gone }, envelope))!, envelope.to, letterhead)

describe('the mail about a channel that is gone', () => {
  it.each([
    ['private', 'is private now'],
    ['deleted', 'was deleted'],
  ] as const)('says what became of it, that the others go on, and where to look: %s', async (gone, words) => {
    const { subject, text } = await mailed('Plain Bench', gone)
    expect(subject).toBe('Plain Bench is paused')
    expect(text).toContain(`Plain Bench ${words}, so nothing new can be summarized from it. The other channels`)
    expect(text).toContain('See your schedule https://recaps.example.com/tabs/dashboard')
  })

  it('shows a name as text, whatever it is', async () => {
    const tagsOf = (html: string) => [...html.matchAll(/<\/?([a-z!][\w-]*)/gi)].map(match => match[1])
    const plain = tagsOf((await mailed('Plain Bench')).html)
    for (const name of hostileTexts) {
      const { html, subject } = await mailed(name)
      expect([name, tagsOf(html)]).toEqual([name, plain])
      expect(subject).not.toMatch(/\p{Cc}/u)
    }
  })
})
