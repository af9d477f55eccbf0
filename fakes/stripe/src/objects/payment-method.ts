import { createHash } from 'node:crypto'
import type { Stripe } from 'stripe'
import { type TestCard, toWallet } from '../cards.ts'
import { newId } from '../ids.ts'
import { emptyAddress } from './customer.ts'

export function newPaymentMethod(card: TestCard, created: number): Stripe.PaymentMethod & { card: object } {
  return {
    id: newId('pm'),
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: { address: { ...emptyAddress }, email: null, name: null, phone: null, tax_id: null },
    card: {
      brand: card.brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
      country: 'US',
      display_brand: card.brand,
      exp_month: 12,
      exp_year: 2034,
      fingerprint: cardFingerprint(card),
      funding: card.funding ?? 'credit',
      generated_from: null,
      last4: card.number.slice(-4),
      networks: { available: [card.brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: toWallet(card),
    },
    created,
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
  } satisfies Stripe.PaymentMethod
}

/** Depends only on the card number, so the same card has the same fingerprint for every customer. */
export const cardFingerprint = ({ number }: TestCard): string =>
  createHash('sha256').update(number).digest('base64url').replace(/[-_]/g, '0').slice(0, 16)
