import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import { html, raw } from 'hono/html'
import { AppError } from '../../errors.ts'
import { readBytes } from '../../http/body.ts'
import { clientNetwork } from '../../http/client-address.ts'
import type { Limits } from '../../http/limits.ts'
import type { Router, RouterEnv } from '../../http/router.ts'
import type { MailTopic, Subscriber, UnsubscribeLinks } from './unsubscribe-links.ts'
import { unsubscribeStyles as styles } from './unsubscribe-styles.ts'

export interface UnsubscribePageDeps {
  unsubscribeLinks: UnsubscribeLinks
  limits: Limits
  productName: string
  trustedProxies: number
}

/**
 * `/unsubscribe/{token}`: a page without scripts or login. Opening it changes nothing, because virus scanners follow every
 * link. Its button sends a POST, as do mail programs (RFC 8058); any POST without `undo` unsubscribes.
 */
export function bindUnsubscribePage({ app }: Router, deps: UnsubscribePageDeps): void {
  const { unsubscribeLinks: links, limits, productName, trustedProxies } = deps
  const findSubscriber = (c: Context<RouterEnv>) => links.find(c.req.param('token') ?? '')
  const show = (c: Context<RouterEnv>, subscriber: Subscriber | null, done: 'stopped' | 'undone' | null) =>
    c.html(page(productName, textsFor(subscriber, done)), subscriber ? 200 : 404, headers)

  app.use('/unsubscribe/:token', async (c, next) => {
    const seconds = await secondsToWait(limits, clientNetwork(c, trustedProxies))
    if (seconds === null) return await next()
    return c.html(page(productName, tooManyRequests(seconds)), 429, { ...headers, 'Retry-After': String(seconds) })
  })
  app.get('/unsubscribe/:token', async c => show(c, await findSubscriber(c), null))
  app.post('/unsubscribe/:token', async c => {
    const subscriber = await findSubscriber(c)
    const isUndo = (await formOf(c)).has('undo')
    if (subscriber) await links.set(subscriber, isUndo)
    return show(c, subscriber && { ...subscriber, isOn: isUndo }, isUndo ? 'undone' : 'stopped')
  })
}

/** Seconds until the network may call again; null if it is below the limit. */
async function secondsToWait(limits: Limits, network: string): Promise<number | null> {
  try {
    await limits.take('public', network)
    return null
  } catch (error) {
    if (error instanceof AppError && error.code === 'too_many_requests') return error.retryAfterSeconds ?? 60
    throw error
  }
}

const maxBodyBytes = 16 * 1024

/** Ignores other types: mail programs may send `multipart/form-data`, but they only ever unsubscribe. */
async function formOf(c: Context): Promise<URLSearchParams> {
  const bytes = await readBytes(c, maxBodyBytes, () => new AppError('too_large'))
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(c.req.header('content-type') ?? '')
  return new URLSearchParams(isForm ? Buffer.from(bytes).toString('utf8') : '')
}

const headers = {
  'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${createHash('sha256').update(styles).digest('base64')}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex',
}

const topicNames: Record<MailTopic, string> = {
  digest: 'Digests of the channels you follow',
  product: 'Product news',
}

function page(productName: string, { title, lines, button }: PageTexts) {
  return html`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title} · ${productName}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<style>${raw(styles)}</style></head><body><main><p class="name">${productName}</p><h1>${title}</h1>
${lines.map(line => html`<p>${line}</p>`)}
${button && html`<form method="post"><button class="${button.kind}" name="${button.kind}" value="1">${button.label}</button></form>`}
<p class="foot"><a href="/settings">All your settings</a></p></main></body></html>`
}

interface PageTexts {
  title: string
  lines: string[]
  button?: { kind: 'stop' | 'undo'; label: string }
}

function textsFor(subscriber: Subscriber | null, done: 'stopped' | 'undone' | null): PageTexts {
  if (!subscriber)
    return {
      title: 'This link doesn’t work',
      lines: ['Part of it may be missing. Open it again from the mail.'],
    }
  const { email, topic, isOn } = subscriber
  if (email === null)
    return { title: 'No more mails', lines: ['This account was deleted, so we don’t send it any mails.'] }
  const to = `${topicNames[topic]}, mailed to ${maskEmail(email)}`
  const undo = { kind: 'undo', label: 'Subscribe again' } as const
  if (done === 'stopped')
    return {
      title: 'You are unsubscribed',
      lines: [`${to}, are off. Mails that were already sent may still arrive.`],
      button: undo,
    }
  if (done === 'undone') return { title: 'You are subscribed again', lines: [`${to}, are on.`] }
  return isOn
    ? { title: 'Stop these mails?', lines: [`${to}.`, unchangedNote], button: { kind: 'stop', label: 'Unsubscribe' } }
    : { title: 'You are unsubscribed', lines: [`${to}, are off.`], button: undo }
}

const tooManyRequests = (seconds: number): PageTexts => ({
  title: 'Too many requests',
  lines: [
    `Your network opened this page too many times, so nothing was changed. Open the link again in ${seconds === 1 ? 'a second' : `${seconds} seconds`}.`,
  ],
})

const unchangedNote = 'Your account, schedule and summaries stay the same.'

/** Masked because the mail may have been forwarded, and the address may have changed since it was sent. */
const maskEmail = (email: string): string => email.replace(/^(.).*(?=@)/u, '$1•••')
