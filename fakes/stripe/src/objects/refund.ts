import type { Stripe } from 'stripe'
import { newId } from '../ids.ts'

interface RefundInput {
  charge: Stripe.Charge
  amount: number
  reason: Stripe.Refund.Reason | null
  metadata: Stripe.Metadata
  created: number
}

export function newRefund({ charge, amount, reason, metadata, created }: RefundInput): Stripe.Refund {
  return {
    id: newId('re').replace('_1', '_3'),
    object: 'refund',
    amount,
    balance_transaction: newId('txn').replace('_1', '_3'),
    charge: charge.id,
    created,
    currency: charge.currency,
    customer: charge.customer,
    customer_account: null,
    destination_details: {
      card: { reference_status: 'pending', reference_type: 'acquirer_reference_number', type: 'refund' },
      type: 'card',
    },
    metadata,
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  } satisfies Stripe.Refund
}
