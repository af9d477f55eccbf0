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
import type { ComposedMail, Shrinkable } from './mail-kind.ts'
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

const titles = ['h1', 'h2', 'h3'].map(selector => ({ selector, options: { uppercase: false } }))

/** A composed mail as HTML and as plain text, both from the same tree. Throws when it links elsewhere or is too large. */
export async function renderMail(
  composed: ComposedMail,
  to: string,
  letterhead: Letterhead,
): Promise<Omit<MailMessage, 'messageId'>> {
  const html = await fitting(composed, letterhead)
  refuseForeignLinks(html, letterhead)
  return {
    to: composed.to ?? to,
    subject: plainLine(composed.subject),
    html,
    text: toPlainText(html, { selectors: titles }),
    ...(composed.replyTo ? { headers: { 'Reply-To': plainLine(composed.replyTo) } } : {}),
    ...(composed.unsubscribePath ? { listUnsubscribe: letterhead.publicUrl + composed.unsubscribePath } : {}),
  }
}

/** As much of the content as fits. */
async function fitting(composed: ComposedMail, letterhead: Letterhead): Promise<string> {
  const { content } = composed
  const drawn = (part: ReactNode) => render(frame(composed, part, letterhead))
  if (!isShrinkable(content)) return small(await drawn(content))
  const whole = await drawn(content.show(content.most))
  if (isSmall(whole)) return whole
  let fits = small(await drawn(content.show(0)))
  // The largest step that fits is `low` or lies between the two.
  let [low, high] = [0, content.most]
  while (high - low > 1) {
    const middle = (low + high) >> 1
    const html = await drawn(content.show(middle))
    if (isSmall(html)) [low, fits] = [middle, html]
    else high = middle
  }
  return fits
}

const isShrinkable = (content: ComposedMail['content']): content is Shrinkable =>
  typeof content === 'object' && content !== null && 'show' in content

const isSmall = (html: string): boolean => Buffer.byteLength(html) <= maxBytes

function small(html: string): string {
  if (!isSmall(html)) throw new Error(`A mail has more than ${maxBytes} bytes`)
  return html
}

function frame({ preview, unsubscribePath }: ComposedMail, content: ReactNode, letterhead: Letterhead): ReactNode {
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
