import { createHmac } from 'node:crypto'

/** `Stripe-Signature` header; https://docs.stripe.com/webhooks#verify-manually. A test compares it with the SDK's. */
export const signatureHeader = (payload: string, secret: string, timestamp: number): string =>
  `t=${timestamp},v1=${signature(payload, secret, timestamp)}`

export const signature = (payload: string, secret: string, timestamp: number): string =>
  createHmac('sha256', secret).update(`${timestamp}.${payload}`).digest('hex')
