import type { Context } from 'hono'
import { html } from 'hono/html'
import { AppError } from '../../errors.ts'
import { operatorQuery } from '../../http/operators-only.ts'
import type { Router } from '../../http/router.ts'
import type { MailFolder } from '../../ports/mail.ts'

/**
 * `/dev/outbox`: shows the operator the mails that are stored on this machine instead of being sent. Each mail is shown in a
 * sandboxed frame without scripts, forms or an origin; its links open in a new tab.
 */
export function bindOutboxPage({ app }: Router, mails: MailFolder): void {
  app.get('/dev/outbox', async c => c.html(listPage(await mails.list(), operatorQuery(c)), 200, pageHeaders))
  app.get('/dev/outbox/:id', async c => c.html(mailPage(await findMail(mails, c), operatorQuery(c)), 200, pageHeaders))
  app.get('/dev/outbox/:id/html', async c => c.html((await findMail(mails, c)).html, 200, mailHeaders))
  app.get('/dev/outbox/:id/source', async c =>
    c.body((await findMail(mails, c)).source, 200, { ...pageHeaders, 'Content-Type': 'text/plain; charset=utf-8' }),
  )
}

type StoredMail = NonNullable<Awaited<ReturnType<MailFolder['read']>>>

async function findMail(mails: MailFolder, c: Context): Promise<StoredMail> {
  const mail = await mails.read(c.req.param('id') ?? '')
  if (!mail) throw new AppError('not_found')
  return mail
}

const pageHeaders = {
  'Content-Security-Policy':
    "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
}

const mailHeaders = {
  ...pageHeaders,
  'Content-Security-Policy':
    "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
  'X-Frame-Options': 'SAMEORIGIN',
}

const listPage = (mails: Awaited<ReturnType<MailFolder['list']>>, query: string) =>
  page(
    'Mails on this machine',
    html`<p>No mail server is set up (<code>MAIL_URL</code>), so mails are kept here instead of being sent.</p>
${
  mails.length === 0
    ? html`<p>No mails yet.</p>`
    : html`<table><thead><tr><th scope="col">When</th><th scope="col">To</th><th scope="col">Subject</th></tr></thead><tbody>
${mails.map(
  mail =>
    html`<tr><td>${timeOf(mail.at)}</td><td>${mail.to}</td><td><a href="/dev/outbox/${mail.id}${query}">${mail.subject}</a></td></tr>`,
)}
</tbody></table>`
}`,
  )

const mailPage = (mail: StoredMail, query: string) =>
  page(
    mail.subject,
    html`<p><a href="/dev/outbox${query}">All mails</a> · ${timeOf(mail.at)} · to ${mail.to} · <a href="/dev/outbox/${mail.id}/source${query}">source</a></p>
<iframe title="The mail as HTML" sandbox="allow-popups allow-popups-to-escape-sandbox" src="/dev/outbox/${mail.id}/html${query}"></iframe>
<h2>As plain text</h2>
<pre>${mail.text.split(/(https?:\/\/\S+)/).map((part, index) => (index % 2 ? html`<a href="${part}">${part}</a>` : part))}</pre>`,
  )

const timeOf = (at: Date): string => `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`

const page = (title: string, content: ReturnType<typeof html>) => html`<!doctype html><html lang="en"><head>
<meta charset="utf-8"><title>${title}</title><meta name="viewport" content="width=device-width, initial-scale=1">
<style>
:root { color-scheme: light dark; font-family: system-ui, sans-serif; line-height: 1.5 }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
table { border-collapse: collapse; width: 100% }
th, td { text-align: left; padding: .4rem .8rem .4rem 0; border-bottom: 1px solid color-mix(in srgb, currentcolor 20%, transparent); overflow-wrap: anywhere }
iframe { width: 100%; height: 36rem; border: 1px solid color-mix(in srgb, currentcolor 20%, transparent); border-radius: .5rem; background: #fffbf9 }
pre { white-space: pre-wrap; overflow-wrap: anywhere }
</style></head><body><h1>${title}</h1>${content}</body></html>`
