import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import { html, raw } from 'hono/html'
import { AppError } from '../../errors.ts'
import { readBytes } from '../../http/body.ts'
import { clientNetwork } from '../../http/client-address.ts'
import type { Limits } from '../../http/limits.ts'
import type { Env, Router } from '../../http/router.ts'
import { unsubscribeStyles as styles } from './unsubscribe-styles.ts'
import type { MailTopic, Subscriber, Unsubscribing } from './unsubscribing.ts'

export interface UnsubscribePageDeps {
  unsubscribing: Unsubscribing
  limits: Limits
  productName: string
  trustedProxies: number
}

/**
 * `/unsubscribe/{token}`: a page without scripts and without a log-in. Looking at it changes nothing, for programs that look
 * for viruses follow every link; its button posts, and so do mail programs (RFC 8058), whatever their body says.
 */
export function bindUnsubscribePage({ app }: Router, deps: UnsubscribePageDeps): void {
  const { unsubscribing, limits, productName, trustedProxies } = deps
  const found = (c: Context<Env>) => unsubscribing.find(c.req.param('token') ?? '')
  const show = (c: Context<Env>, subscriber: Subscriber | null, done: 'stopped' | 'undone' | null) =>
    c.html(page(productName, wording(subscriber, done)), subscriber ? 200 : 404, headers)

  app.use('/unsubscribe/:token', async (c, next) => {
    const seconds = await secondsToWait(limits, clientNetwork(c, trustedProxies))
    if (seconds === null) return await next()
    return c.html(page(productName, tooMany(seconds)), 429, { ...headers, 'Retry-After': String(seconds) })
  })
  app.get('/unsubscribe/:token', async c => show(c, await found(c), null))
  app.post('/unsubscribe/:token', async c => {
    const subscriber = await found(c)
    const isUndo = (await formOf(c)).has('undo')
    if (subscriber) await unsubscribing.set(subscriber, isUndo)
    return show(c, subscriber && { ...subscriber, isOn: isUndo }, isUndo ? 'undone' : 'stopped')
  })
}

/** Null for a network that may come in. */
async function secondsToWait(limits: Limits, network: string): Promise<number | null> {
  try {
    await limits.take('public', network)
    return null
  } catch (error) {
    if (error instanceof AppError && error.code === 'too_many_requests') return error.retryAfterSeconds ?? 60
    throw error
  }
}

const mostBytes = 16 * 1024

/** Mail programs may send it as `multipart/form-data` too; they ask for nothing but the end. */
async function formOf(c: Context): Promise<URLSearchParams> {
  const bytes = await readBytes(c, mostBytes, () => new AppError('too_large'))
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(c.req.header('content-type') ?? '')
  return new URLSearchParams(isForm ? Buffer.from(bytes).toString('utf8') : '')
}

const headers = {
  'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${createHash('sha256').update(styles).digest('base64')}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex',
}

const names: Record<MailTopic, string> = {
  digest: 'Digests of the channels you follow',
  product: 'News of the product',
}

function page(productName: string, { title, says, button }: Wording) {
  return html`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title} · ${productName}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<style>${raw(styles)}</style></head><body><main><p class="name">${productName}</p><h1>${title}</h1>
${says.map(line => html`<p>${line}</p>`)}
${button && html`<form method="post"><button class="${button.kind}" name="${button.kind}" value="1">${button.label}</button></form>`}
<p class="foot"><a href="/settings">All your settings</a></p></main></body></html>`
}

interface Wording {
  title: string
  says: string[]
  button?: { kind: 'stop' | 'undo'; label: string }
}

function wording(subscriber: Subscriber | null, done: 'stopped' | 'undone' | null): Wording {
  if (!subscriber)
    return {
      title: 'This link does not work',
      says: ['It is not whole. Open it once more from the mail it stands in.'],
    }
  const { email, topic, isOn } = subscriber
  if (email === null) return { title: 'No more mails', says: ['The account is gone, and nothing is mailed to it.'] }
  const to = `${names[topic]}, mailed to ${veiled(email)}`
  const undo = { kind: 'undo', label: 'Mail them to me again' } as const
  if (done === 'stopped')
    return {
      title: 'You are unsubscribed',
      says: [`${to}, are off. What was on its way may still come.`],
      button: undo,
    }
  if (done === 'undone') return { title: 'You are subscribed again', says: [`${to}, are on.`] }
  return isOn
    ? { title: 'Stop these mails?', says: [`${to}.`, whatStays], button: { kind: 'stop', label: 'Unsubscribe' } }
    : { title: 'You are unsubscribed', says: [`${to}, are off.`], button: undo }
}

const tooMany = (seconds: number): Wording => ({
  title: 'Too often in a short time',
  says: [
    `Your network has opened this page very often, and nothing was changed. Open the link again in ${seconds === 1 ? 'a second' : `${seconds} seconds`}.`,
  ],
})

const whatStays = 'Your account, your schedule and your summaries stay as they are.'

/** Enough to know it by. A mail may have been passed on, and the address may be a newer one than it went to. */
const veiled = (email: string): string => email.replace(/^(.).*(?=@)/u, '$1•••')
