import { Body } from '@react-email/body'
import { Container } from '@react-email/container'
import { Head } from '@react-email/head'
import { Hr } from '@react-email/hr'
import { Html } from '@react-email/html'
import { Link } from '@react-email/link'
import { render, toPlainText } from '@react-email/render'
import { Text } from '@react-email/text'
import { plainLine } from '@recaps/domain/plain-text'
import { createElement, type ReactNode } from 'react'
import type { MailMessage } from '../../ports/mail.ts'
import type { ComposedMail } from './mail-kind.ts'
import { LetterheadContext } from './mail-parts.ts'
import { darkStyles, styles } from './mail-styles.ts'

/** Who writes, on every mail. */
export interface Letterhead {
  productName: string
  /** The only place that mails link to, beside videos. Never taken from a request. */
  publicUrl: string
  supportEmail: string
}

/** Gmail cuts mails off at about 102 KB. */
const maxBytes = 90 * 1024

/** A composed mail as HTML and as plain text, both from the same tree. Throws when it links elsewhere or is too large. */
export async function renderMail(
  composed: ComposedMail,
  to: string,
  letterhead: Letterhead,
): Promise<Omit<MailMessage, 'messageId'>> {
  const html = await render(frame(composed, letterhead))
  refuseForeignLinks(html, letterhead)
  if (Buffer.byteLength(html) > maxBytes) throw new Error(`A mail has more than ${maxBytes} bytes`)
  return {
    to: composed.to ?? to,
    subject: plainLine(composed.subject),
    html,
    text: toPlainText(html, { selectors: [{ selector: 'h1', options: { uppercase: false } }] }),
    ...(composed.replyTo ? { headers: { 'Reply-To': plainLine(composed.replyTo) } } : {}),
    ...(composed.unsubscribePath ? { listUnsubscribe: letterhead.publicUrl + composed.unsubscribePath } : {}),
  }
}

function frame({ preview, content, unsubscribePath }: ComposedMail, letterhead: Letterhead): ReactNode {
  const { productName, publicUrl, supportEmail } = letterhead
  const h = createElement
  return h(
    LetterheadContext,
    { value: letterhead },
    h(
      Html,
      { lang: 'en' },
      h(
        Head,
        null,
        h('meta', { name: 'color-scheme', content: 'light dark' }),
        h('meta', { name: 'supported-color-schemes', content: 'light dark' }),
        h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
        h('style', null, darkStyles),
      ),
      h(
        Body,
        { style: styles.page, className: 'page' },
        h('div', { style: styles.hidden, 'data-skip-in-text': 'true' }, plainLine(preview)),
        h(
          Container,
          { style: styles.card, className: 'card' },
          h(Text, { style: styles.name, className: 'name' }, plainLine(productName)),
          content,
          h(Hr, { style: styles.rule, className: 'rule' }),
          h(
            Text,
            { style: styles.foot, className: 'foot' },
            `${plainLine(productName)} sent you this. Questions: `,
            h(Link, { href: `mailto:${supportEmail}`, style: styles.footLink, className: 'foot' }, supportEmail),
          ),
          unsubscribePath &&
            h(
              Text,
              { style: styles.foot, className: 'foot' },
              h(
                Link,
                { href: publicUrl + unsubscribePath, style: styles.footLink, className: 'foot' },
                'Stop mails of this kind',
              ),
            ),
        ),
      ),
    ),
  )
}

/** Whatever a mail was composed from, its links lead to the product, to support, or to a video. */
function refuseForeignLinks(html: string, { publicUrl, supportEmail }: Letterhead): void {
  for (const [, written = ''] of html.matchAll(/\b(?:href|src|action|background)="([^"]*)"/gi)) {
    const link = written.replaceAll('&amp;', '&')
    const isOwn = link === publicUrl || link.startsWith(`${publicUrl}/`) || link === `mailto:${supportEmail}`
    if (!isOwn && !/^https:\/\/(www\.youtube\.com\/|youtu\.be\/)/.test(link)) throw new Error('A mail links elsewhere')
  }
}
