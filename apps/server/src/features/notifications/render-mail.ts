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
import type { ComposedMail, ShrinkableContent } from './mail-kind.ts'
import { LetterheadContext } from './mail-parts.ts'
import { darkStyles, styles } from './mail-styles.ts'

/** The sender, as shown in every mail. */
export interface Letterhead {
  productName: string
  /** Mails link only here and to videos. Never taken from a request. */
  publicUrl: string
  supportEmail: string
}

/** Gmail truncates mails at about 102 KB. */
const maxBytes = 90 * 1024

const headingSelectors = ['h1', 'h2', 'h3'].map(selector => ({ selector, options: { uppercase: false } }))

/** Renders a mail as HTML and plain text from the same tree. Throws if it is too large or links to any other site. */
export async function renderMail(
  composed: ComposedMail,
  to: string,
  letterhead: Letterhead,
): Promise<Omit<MailMessage, 'messageId'>> {
  const html = await renderToFit(composed, letterhead)
  refuseForeignLinks(html, letterhead)
  return {
    to: composed.to ?? to,
    subject: plainLine(composed.subject),
    html,
    text: toPlainText(html, { selectors: headingSelectors }),
    ...(composed.replyTo ? { headers: { 'Reply-To': plainLine(composed.replyTo) } } : {}),
    ...(composed.unsubscribePath ? { listUnsubscribe: letterhead.publicUrl + composed.unsubscribePath } : {}),
  }
}

/** The HTML with as much of the content as fits. */
async function renderToFit(composed: ComposedMail, letterhead: Letterhead): Promise<string> {
  const { content } = composed
  const renderPart = (part: ReactNode) => render(frame(composed, part, letterhead))
  if (!isShrinkable(content)) return assertSmall(await renderPart(content))
  const complete = await renderPart(content.renderStep(content.maxStep))
  if (isSmall(complete)) return complete
  let fits = assertSmall(await renderPart(content.renderStep(0)))
  // The largest step that fits is `low`, or between `low` and `high`.
  let [low, high] = [0, content.maxStep]
  while (high - low > 1) {
    const middle = (low + high) >> 1
    const html = await renderPart(content.renderStep(middle))
    if (isSmall(html)) [low, fits] = [middle, html]
    else high = middle
  }
  return fits
}

const isShrinkable = (content: ComposedMail['content']): content is ShrinkableContent =>
  typeof content === 'object' && content !== null && 'renderStep' in content

const isSmall = (html: string): boolean => Buffer.byteLength(html) <= maxBytes

function assertSmall(html: string): string {
  if (!isSmall(html)) throw new Error(`The mail is larger than ${maxBytes} bytes`)
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
              h(Link, { href: publicUrl + unsubscribePath, style: styles.footLink, className: 'foot' }, 'Unsubscribe'),
            ),
        ),
      ),
    ),
  )
}

/** Second line of defense: even if text from outside got into the markup, links go only to the product, support or a video. */
function refuseForeignLinks(html: string, { publicUrl, supportEmail }: Letterhead): void {
  for (const [, written = ''] of html.matchAll(/\b(?:href|src|action|background)="([^"]*)"/gi)) {
    const link = written.replaceAll('&amp;', '&')
    const isOurs = link === publicUrl || link.startsWith(`${publicUrl}/`) || link === `mailto:${supportEmail}`
    if (!isOurs && !/^https:\/\/(www\.youtube\.com\/|youtu\.be\/)/.test(link))
      throw new Error('The mail links to a site that is not allowed')
  }
}
