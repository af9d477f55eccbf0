import { completeAuthentication } from '../billing/collect.ts'
import { completeSetupAuthentication } from '../billing/setup.ts'
import { escapeHtml, formatMoney, type PageCall, sendHtml } from './page.ts'

/** The bank's page, where the customer confirms a payment or saving a card: `/three-d-secure/pi_…?client_secret=…`. */
export function serveThreeDSecure({ account, request, response, path, body }: PageCall): void {
  const id = path.slice('/three-d-secure/'.length)
  const payment = account.paymentIntents.get(id)
  const intent = payment ?? account.setupIntents.get(id)
  const { searchParams } = new URL(request.url ?? '/', account.url)
  if (!intent || intent.client_secret !== searchParams.get('client_secret'))
    return void sendHtml(response, 'Not found', '<h1>Unknown payment</h1>', 404)
  if (request.method === 'POST' && intent.status === 'requires_action') {
    const isPassed = new URLSearchParams(body).get('answer') === 'complete'
    if (payment) completeAuthentication(account, payment, isPassed)
    else completeSetupAuthentication(account, account.setupIntents.get(id)!, isPassed)
  }
  if (intent.status !== 'requires_action')
    return void sendHtml(
      response,
      'Done',
      `<p role="status" data-done>Thank you. You can close this window.</p>${script}`,
    )
  const subject = payment ? `a payment of ${formatMoney(payment.amount, payment.currency)}` : 'saving your card'
  const action = escapeHtml(`${path}?client_secret=${encodeURIComponent(intent.client_secret ?? '')}`)
  sendHtml(
    response,
    '3-D Secure',
    `<h1>3-D Secure</h1><p>Your bank asks you to confirm ${escapeHtml(subject)}.</p>
<form method="post" action="${action}"><button class="primary" name="answer" value="complete">Complete</button>
<button name="answer" value="fail">Fail</button></form>${script}`,
  )
}

const script =
  '<script src="/elements/frame.js"></script><script type="module" src="/elements/three-d-secure.js"></script>'
