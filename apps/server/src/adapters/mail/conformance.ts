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

/** Tests that every mail adapter has to pass. `received` returns the delivered mails as a mail program parses them. */
export function mailConformance(make: () => Promise<{ mail: Mail; received(): Promise<ParsedMail[]> }>): void {
  const sendAndReceive = async (change: Partial<MailMessage>): Promise<ParsedMail> => {
    const { mail, received } = await make()
    await mail.send({ ...message, ...change })
    const arrived = await received()
    expect(arrived).toHaveLength(1)
    return arrived[0]!
  }

  it('delivers a mail with its content and headers unchanged', async () => {
    const arrived = await sendAndReceive({})
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

  it('preserves non-ASCII letters, long lines and single dots in a mail', async () => {
    const text = `Grüße — 你好 🎧\n.\n..\n${'long '.repeat(400)}end =3D`
    const arrived = await sendAndReceive({ subject: `Über „${'ä'.repeat(60)}“ 🎧`, text, html: `<p>${text}</p>` })
    expect(arrived.subject).toBe(`Über „${'ä'.repeat(60)}“ 🎧`)
    expect(arrived.text?.trimEnd()).toBe(text)
    expect(String(arrived.html).trimEnd()).toBe(`<p>${text}</p>`)
  })

  it('adds the headers for one-click unsubscribing to a mail', async () => {
    const { headerLines } = await sendAndReceive({ listUnsubscribe: 'https://recaps.example/unsubscribe/abc' })
    expect(headerLines.map(({ line }) => line)).toEqual(
      expect.arrayContaining([
        'List-Unsubscribe: <https://recaps.example/unsubscribe/abc>',
        'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
      ]),
    )
  })

  it('does not let line breaks in a mail subject add headers or recipients', async () => {
    const arrived = await sendAndReceive({
      subject: 'a\r\nBcc: all@example.com\r\n\r\n<script>',
      headers: { 'X-Kind': 'a\r\nCc: b@c.de' },
    })
    expect(arrived.headers.has('bcc')).toBe(false)
    expect(arrived.headers.has('cc')).toBe(false)
    expect((arrived.to as AddressObject).value).toHaveLength(1)
    expect(arrived.text).toContain(message.text)
  })
}
