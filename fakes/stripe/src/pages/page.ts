import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Account } from '../account.ts'
import type { Keys } from '../api.ts'

export interface PageCall {
  account: Account
  keys: Keys
  request: IncomingMessage
  response: ServerResponse
  path: string
  body: string
}

/** As strict as the app's own policy: no inline code, same origin only. Any site may embed these pages. */
export const contentSecurityPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'"

export function sendHtml(response: ServerResponse, title: string, content: string, status = 200): void {
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': contentSecurityPolicy,
  })
  response.end(`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="stylesheet" href="/elements/style.css">
</head><body class="page"><main>${content}<p class="note">This is a fake of Stripe. No money moves, and nothing leaves this machine.</p></main></body></html>`)
}

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, character => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[character] ?? '&quot;')

export const formatMoney = (cents: number, currency: string): string =>
  (cents / 100).toLocaleString('en-US', { style: 'currency', currency })

export const formatDate = (at: number): string =>
  new Date(at * 1000).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })
