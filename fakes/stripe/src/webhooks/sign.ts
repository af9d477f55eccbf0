import { createHmac } from 'node:crypto'

/** `Stripe-Signature`, as https://docs.stripe.com/webhooks#verify-manually has it; a test holds it against the SDK's own. */
export const signatureHeader = (payload: string, secret: string, timestamp: number): string =>
  `t=${timestamp},v1=${signature(payload, secret, timestamp)}`

export const signature = (payload: string, secret: string, timestamp: number): string =>
  createHmac('sha256', secret).update(`${timestamp}.${payload}`).digest('hex')
