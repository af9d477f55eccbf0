import { signature, signatureHeader } from './sign.ts'

/** The ways in which a message may be wrong. Each is right in everything else. */
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

/** A webhook message, right or forged. `at` is what the clock of whoever receives it shows, in seconds. */
export function messageOf(body: string, secret: string, at: number, forgery?: Forgery): Message {
  const type = {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
  }
  const signed = (header: string, said = body) => ({ body: said, headers: { ...type, 'stripe-signature': header } })
  const right = signatureHeader(body, secret, at)
  switch (forgery) {
    case undefined:
      return signed(right)
    case 'no_signature':
      return { body, headers: type }
    case 'empty_signature':
      return signed('')
    case 'wrong_secret':
      return signed(signatureHeader(body, 'whsec_of_somebody_else', at))
    case 'changed_body':
      return signed(right, body.replace(/"livemode": ?false/, '"livemode": true '))
    case 'too_old':
      return signed(signatureHeader(body, secret, at - 301))
    case 'in_the_future':
      // A minute more than is allowed: until it is read some seconds go by.
      return signed(signatureHeader(body, secret, at + 360))
    case 'without_time':
      return signed(`v1=${signature(body, secret, at)}`)
    case 'another_scheme':
      return signed(`t=${at},v0=${signature(body, secret, at)}`)
    case 'cut_signature':
      return signed(right.slice(0, -2))
  }
}
