import { signature, signatureHeader } from './sign.ts'

/** Ways in which a message can be invalid. Each breaks only one thing. */
export const forgeries = [
  'no_signature',
  'empty_signature',
  'wrong_secret',
  'changed_body',
  'too_old',
  'in_the_future',
  'without_time',
  'another_scheme',
  'cut_signature',
] as const
export type Forgery = (typeof forgeries)[number]

export interface Message {
  body: string
  headers: Record<string, string>
}

/** A webhook message, valid or forged. `at` is the receiver's current time, in seconds. */
export function createMessage(body: string, secret: string, at: number, forgery?: Forgery): Message {
  const type = {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
  }
  const withSignature = (header: string, sentBody = body) => ({
    body: sentBody,
    headers: { ...type, 'stripe-signature': header },
  })
  const valid = signatureHeader(body, secret, at)
  switch (forgery) {
    case undefined:
      return withSignature(valid)
    case 'no_signature':
      return { body, headers: type }
    case 'empty_signature':
      return withSignature('')
    case 'wrong_secret':
      return withSignature(signatureHeader(body, 'whsec_wrong', at))
    case 'changed_body':
      return withSignature(valid, body.replace(/"livemode": ?false/, '"livemode": true '))
    case 'too_old':
      return withSignature(signatureHeader(body, secret, at - 301))
    case 'in_the_future':
      // A minute beyond the tolerance, because seconds pass until the receiver checks it.
      return withSignature(signatureHeader(body, secret, at + 360))
    case 'without_time':
      return withSignature(`v1=${signature(body, secret, at)}`)
    case 'another_scheme':
      return withSignature(`t=${at},v0=${signature(body, secret, at)}`)
    case 'cut_signature':
      return withSignature(valid.slice(0, -2))
  }
}
