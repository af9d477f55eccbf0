import type { Stripe } from 'stripe'
import { type Decline, type TestCard, toWallet } from '../cards.ts'
import { newId } from '../ids.ts'
import { cardFingerprint } from './payment-method.ts'

interface ChargeInput {
  intent: Stripe.PaymentIntent
  method: Stripe.PaymentMethod
  card: TestCard
  decline: Decline | null
  receiptUrl: string
  created: number
}

export function newCharge({ intent, method, card, decline, receiptUrl, created }: ChargeInput): Stripe.Charge {
  const id = newId('ch').replace('_1', '_3')
  const isPaid = decline === null
  return {
    id,
    object: 'charge',
    amount: intent.amount,
    amount_captured: isPaid ? intent.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: isPaid ? newId('txn').replace('_1', '_3') : null,
    billing_details: method.billing_details,
    calculated_statement_descriptor: 'STRIPE FAKE',
    captured: isPaid,
    created,
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: {},
    on_behalf_of: null,
    outcome: outcomeOf(decline),
    paid: isPaid,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: {
      card: {
        amount_authorized: isPaid ? intent.amount : null,
        authorization_code: isPaid ? '123456' : null,
        brand: card.brand,
        checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
        country: 'US',
        electronic_commerce_indicator: null,
        exp_month: 12,
        exp_year: 2034,
        extended_authorization: { status: 'disabled' },
        fingerprint: cardFingerprint(card),
        funding: card.funding ?? 'credit',
        incremental_authorization: { status: 'unavailable' },
        installments: null,
        last4: card.number.slice(-4),
        mandate: null,
        multicapture: { status: 'unavailable' },
        network: card.brand,
        network_token: { used: false },
        network_transaction_id: null,
        overcapture: { maximum_amount_capturable: intent.amount, status: 'unavailable' },
        regulated_status: 'unregulated',
        three_d_secure: null,
        transaction_link_id: null,
        wallet: toWallet(card),
      },
      type: 'card',
    },
    receipt_email: null,
    receipt_number: null,
    receipt_url: isPaid ? receiptUrl : null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: isPaid ? 'succeeded' : 'failed',
    transfer_data: null,
    transfer_group: null,
  } satisfies Stripe.Charge
}

const outcomeOf = (decline: Decline | null): Stripe.Charge.Outcome => ({
  advice_code: decline ? 'try_again_later' : null,
  network_advice_code: null,
  network_decline_code: decline ? '05' : null,
  network_status: decline ? 'declined_by_network' : 'approved_by_network',
  reason: decline?.decline_code ?? decline?.code ?? null,
  risk_level: 'normal',
  risk_score: 10,
  seller_message: decline ? 'The bank returned the decline code.' : 'Payment complete.',
  type: decline ? 'issuer_declined' : 'authorized',
})
