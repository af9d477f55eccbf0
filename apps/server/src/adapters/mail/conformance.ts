import type { AddressObject, ParsedMail } from 'mailparser'
import { expect, it } from 'vitest'
import type { Mail, MailMessage } from '../../ports/mail.ts'

const message: MailMessage = {
  to: 'ada@example.com',
  subject: 'Set a new password',
  html: '<p>Hello <b>Ada</b></p>',
  text: 'Hello Ada',
  messageId: '<0d9ad2b4-8c1e-4d6a-9c53-000000000001@recaps.example>',
}

/** What every way out for mails does. `received` gives what arrived, as a mail program reads it. */
export function mailConformance(make: () => Promise<{ mail: Mail; received(): Promise<ParsedMail[]> }>): void {
  const sent = async (change: Partial<MailMessage>): Promise<ParsedMail> => {
    const { mail, received } = await make()
    await mail.send({ ...message, ...change })
    const arrived = await received()
    expect(arrived).toHaveLength(1)
    return arrived[0]!
  }

  it('hands a message over as it is', async () => {
    const arrived = await sent({})
    expect(arrived).toMatchObject({
      subject: message.subject,
      messageId: message.messageId,
      html: expect.stringContaining(message.html),
      text: expect.stringContaining(message.text),
      attachments: [],
    })
    expect((arrived.to as AddressObject).value).toEqual([{ name: '', address: 'ada@example.com' }])
    expect(arrived.from?.value).toEqual([{ name: 'Recaps', address: 'no-reply@recaps.example' }])
    expect(arrived.headers.get('auto-submitted')).toBe('auto-generated')
    expect(arrived.date).toBeInstanceOf(Date)
  })

  it('keeps every letter, long lines and lines of one dot', async () => {
    const text = `Grüße — 你好 🎧\n.\n..\n${'long '.repeat(400)}end =3D`
    const arrived = await sent({ subject: `Über „${'ä'.repeat(60)}“ 🎧`, text, html: `<p>${text}</p>` })
    expect(arrived.subject).toBe(`Über „${'ä'.repeat(60)}“ 🎧`)
    expect(arrived.text?.trimEnd()).toBe(text)
    expect(String(arrived.html).trimEnd()).toBe(`<p>${text}</p>`)
  })

  it('says how mails of its kind are ended with one click', async () => {
    const { headerLines } = await sent({ listUnsubscribe: 'https://recaps.example/unsubscribe/abc' })
    expect(headerLines.map(({ line }) => line)).toEqual(
      expect.arrayContaining([
        'List-Unsubscribe: <https://recaps.example/unsubscribe/abc>',
        'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
      ]),
    )
  })

  it('makes no header of what stands in a subject, and no second receiver', async () => {
    const arrived = await sent({
      subject: 'a\r\nBcc: all@example.com\r\n\r\n<script>',
      headers: { 'X-Kind': 'a\r\nCc: b@c.de' },
    })
    expect(arrived.headers.has('bcc')).toBe(false)
    expect(arrived.headers.has('cc')).toBe(false)
    expect((arrived.to as AddressObject).value).toHaveLength(1)
    expect(arrived.text).toContain(message.text)
  })
}
