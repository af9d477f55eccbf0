import type { Stripe } from 'stripe'
import { type Account, getObject, referenceId } from '../account.ts'
import { invalidRequest, notFoundParam } from '../errors.ts'
import { emit, updateAndEmit } from '../events.ts'
import type { LedgerEntry } from '../ledger.ts'
import { newDispute } from '../objects/dispute.ts'
import { newRefund } from '../objects/refund.ts'
import { findInvoice } from './invoices.ts'
import { mergeMetadata } from './update-subscription.ts'

/** Refunds a charge, given directly or by its payment intent. */
export function createRefund(account: Account, params: Stripe.RefundCreateParams): Stripe.Refund {
  const charge = findCharge(account, params)
  const refundable = charge.amount - charge.amount_refunded
  if (charge.disputed)
    throw invalidRequest(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: 'charge_disputed',
    })
  if (refundable === 0)
    throw invalidRequest(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' })
  const amount = params.amount ?? refundable
  if (!Number.isInteger(amount) || amount < 1)
    throw invalidRequest('Invalid positive integer', { code: 'parameter_invalid_integer', param: 'amount' })
  if (amount > refundable)
    throw invalidRequest(
      `Refund amount ($${money(amount)}) is greater than unrefunded amount on charge ($${money(refundable)})`,
      {
        param: 'amount',
      },
    )
  const issued = newRefund({
    charge,
    amount,
    reason: params.reason ?? null,
    metadata: mergeMetadata({}, params.metadata ?? {}),
    created: account.time.now(),
  })
  account.refunds.set(issued.id, issued)
  addLedgerEntry(account, charge, { kind: 'refund', id: issued.id, amount })
  emit(account, 'refund.created', issued)
  const before = { amount_refunded: charge.amount_refunded, refunded: charge.refunded }
  charge.amount_refunded += amount
  charge.refunded = charge.amount_refunded === charge.amount
  emit(account, 'charge.refunded', charge, before)
  updateAndEmit(account, 'refund.updated', issued, it => {
    Object.assign(it.destination_details!.card!, { reference: '4512345678901234', reference_status: 'available' })
  })
  return issued
}

function findCharge(account: Account, { charge, payment_intent }: Stripe.RefundCreateParams): Stripe.Charge {
  if (payment_intent) {
    const intent = account.paymentIntents.get(payment_intent)
    if (!intent) throw notFoundParam('payment_intent', payment_intent, 'payment_intent')
    if (intent.status !== 'succeeded')
      throw invalidRequest(`This PaymentIntent (${intent.id}) does not have a successful charge to refund.`)
    return getObject(account.charges, intent.latest_charge!)
  }
  if (!charge)
    throw invalidRequest('One of the following params should be provided for this request: payment_intent or charge.')
  const found = account.charges.get(charge)
  if (!found) throw notFoundParam('charge', charge, 'charge')
  if (!found.paid) throw invalidRequest(`Charge ${charge} was not paid, and cannot be refunded.`)
  return found
}

/** Makes the customer's bank return a refund. */
export function failRefund(account: Account, id: string): void {
  const refund = getObject(account.refunds, id)
  const charge = getObject(account.charges, refund.charge!)
  Object.assign(refund, { status: 'failed', failure_reason: 'lost_or_stolen_card' })
  charge.amount_refunded -= refund.amount
  charge.refunded = false
  addLedgerEntry(account, charge, { kind: 'refund_failed', id, amount: refund.amount })
  emit(account, 'refund.failed', refund)
  emit(account, 'refund.updated', refund, { status: 'succeeded' })
}

/** Makes the customer's bank reverse a charge. */
export function openDispute(account: Account, chargeId: string, reason: string): Stripe.Dispute {
  const charge = getObject(account.charges, chargeId)
  const dispute = newDispute({ charge, reason, created: account.time.now() })
  account.disputes.set(dispute.id, dispute)
  charge.disputed = true
  addLedgerEntry(account, charge, { kind: 'dispute', id: dispute.id, amount: dispute.amount })
  emit(account, 'charge.dispute.created', dispute)
  emit(account, 'charge.dispute.funds_withdrawn', dispute)
  return dispute
}

export function closeDispute(account: Account, id: string, status: 'won' | 'lost'): void {
  const dispute = getObject(account.disputes, id)
  const before = dispute.status
  dispute.status = status
  const charge = getObject(account.charges, dispute.charge)
  if (status === 'won') addLedgerEntry(account, charge, { kind: 'dispute_won', id, amount: dispute.amount })
  emit(account, 'charge.dispute.closed', dispute, { status: before })
  if (status === 'won') emit(account, 'charge.dispute.funds_reinstated', dispute)
}

function addLedgerEntry(
  account: Account,
  charge: Stripe.Charge,
  entry: Pick<LedgerEntry, 'kind' | 'id' | 'amount'>,
): void {
  const intent = charge.payment_intent ? getObject(account.paymentIntents, charge.payment_intent) : undefined
  account.ledger.push({
    ...entry,
    customer: charge.customer && referenceId(charge.customer),
    paymentIntent: intent?.id ?? null,
    invoice: (intent && findInvoice(account, intent)?.id) ?? null,
    currency: charge.currency,
    at: new Date(account.time.now() * 1000),
  })
}

const money = (cents: number): string => (cents / 100).toFixed(2)
