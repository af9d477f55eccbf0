import { readFileSync } from 'node:fs'
import { contentSecurityPolicy, type PageCall } from './page.ts'
import { servePortal } from './portal.ts'
import { serveReceipt } from './receipt.ts'
import { serveThreeDSecure } from './three-d-secure.ts'

/** Serves everything except the API: the script, its frames, the billing portal and receipts. */
export function servePage(call: PageCall): void {
  const { path, response } = call
  const file = files[path]
  if (file) {
    response.writeHead(200, {
      'content-type': file.type,
      'content-security-policy': contentSecurityPolicy,
      'cache-control': 'no-cache',
    })
    return void response.end(readFileSync(new URL(`../browser/${file.name}`, import.meta.url)))
  }
  if (path.startsWith('/three-d-secure/')) return void serveThreeDSecure(call)
  if (path.startsWith('/p/session/')) return void servePortal(call)
  if (path.startsWith('/i/') || path.startsWith('/receipts/')) return void serveReceipt(call)
  // The SDK treats a 404 without an error in its body as success.
  const error = {
    type: 'invalid_request_error',
    message: `Unrecognized request URL (${call.request.method}: ${path}).`,
  }
  response.writeHead(404, { 'content-type': 'application/json' }).end(JSON.stringify({ error }))
}

const script = { name: 'stripe.js', type: 'text/javascript; charset=utf-8' }

const files: Record<string, { name: string; type: string }> = {
  '/v3': script,
  '/v3/': script,
  '/stripe.js': script,
  '/elements/frame.js': { name: 'frame.js', type: 'text/javascript; charset=utf-8' },
  '/elements/card.js': { name: 'card.js', type: 'text/javascript; charset=utf-8' },
  '/elements/payment.js': { name: 'payment.js', type: 'text/javascript; charset=utf-8' },
  '/elements/express.js': { name: 'express.js', type: 'text/javascript; charset=utf-8' },
  '/elements/wallet.js': { name: 'wallet.js', type: 'text/javascript; charset=utf-8' },
  '/elements/three-d-secure.js': { name: 'three-d-secure.js', type: 'text/javascript; charset=utf-8' },
  '/elements/payment': { name: 'payment.html', type: 'text/html; charset=utf-8' },
  '/elements/express': { name: 'express.html', type: 'text/html; charset=utf-8' },
  '/elements/wallet': { name: 'wallet.html', type: 'text/html; charset=utf-8' },
  '/elements/style.css': { name: 'style.css', type: 'text/css; charset=utf-8' },
}
