import type { Stripe } from 'stripe'
import { type Account, referenceId } from '../account.ts'
import { invalidRequest } from '../errors.ts'
import { updateAndEmit } from '../events.ts'
import type { LineInput } from '../objects/invoice.ts'
import { hasEnded } from './cancel-subscription.ts'
import { finalizeAndCharge } from './collect.ts'
import {
  canPayNow,
  currentPeriod,
  requireImmediatePayment,
  requireOwnMethod,
  requirePaymentMethod,
} from './create-subscription.ts'
import { prorationLines } from './invoice-lines.ts'
import { draftInvoice, finalizeInvoice } from './invoices.ts'
import { applyChanges, expirePendingUpdate, type ItemChange, setPendingUpdate } from './items.ts'
import { findPrice } from './prices.ts'
import { endTrial } from './renewal.ts'

type Params = Stripe.SubscriptionUpdateParams

export function updateSubscription(account: Account, subscription: Stripe.Subscription, params: Params): void {
  assertAllowed(account, subscription, params)
  const changes = parseItemChanges(account, subscription, params.items ?? [])
  updateAndEmit(account, 'customer.subscription.updated', subscription, it => applyFields(account, it, params))
  if (params.trial_end === 'now') endTrial(account, subscription)
  if (changes.length > 0) changeItems(account, subscription, changes, params)
}

function assertAllowed(account: Account, subscription: Stripe.Subscription, params: Params): void {
  const { id, status, schedule } = subscription
  if (hasEnded(subscription) && Object.keys(params).some(name => !['metadata', 'cancellation_details'].includes(name)))
    throw invalidRequest(`A canceled subscription can only update its cancellation_details and metadata.`, {
      param: id,
    })
  const changesCancellation = params.cancel_at_period_end !== undefined || params.cancel_at !== undefined
  if (schedule && changesCancellation)
    throw invalidRequest(
      `The subscription is managed by the subscription schedule \`${referenceId(schedule)}\`, and updating any cancelation behavior directly is not allowed. Please update the schedule instead.`,
    )
  if (status === 'incomplete' && params.items)
    throw invalidRequest('This subscription is incomplete: only its metadata and default source can be updated.')
  if (params.payment_behavior === 'pending_if_incomplete') {
    const other = Object.keys(params).find(name => !pendingUpdateParams.includes(name))
    if (other)
      throw invalidRequest(
        `When \`payment_behavior\` is set to \`pending_if_incomplete\`, you can only pass supported params: you passed \`${other}\`.`,
        { param: other },
      )
  }
  if (params.default_payment_method)
    requireOwnMethod(account, params.default_payment_method, referenceId(subscription.customer))
}

/** https://docs.stripe.com/billing/subscriptions/pending-updates-reference#supported-attributes */
const pendingUpdateParams = ['items', 'payment_behavior', 'proration_behavior', 'proration_date', 'trial_end']

function applyFields(account: Account, subscription: Stripe.Subscription, params: Params): void {
  if (params.default_payment_method) subscription.default_payment_method = params.default_payment_method
  if (params.description !== undefined) subscription.description = params.description || null
  if (params.metadata !== undefined) subscription.metadata = mergeMetadata(subscription.metadata, params.metadata)
  if (params.payment_settings) Object.assign(subscription.payment_settings!, params.payment_settings)
  if (params.trial_settings)
    Object.assign(subscription.trial_settings!.end_behavior, params.trial_settings.end_behavior)
  if (params.cancellation_details) Object.assign(subscription.cancellation_details!, params.cancellation_details)
  if (params.cancel_at_period_end !== undefined)
    setCancelAt(account, subscription, params.cancel_at_period_end ? currentPeriod(subscription).end : null, true)
  else if (params.cancel_at !== undefined)
    setCancelAt(account, subscription, typeof params.cancel_at === 'number' ? params.cancel_at : null, false)
}

function setCancelAt(account: Account, it: Stripe.Subscription, at: number | null, isPeriodEnd: boolean): void {
  const wasSet = it.cancel_at !== null
  it.cancel_at = at
  it.cancel_at_period_end = at !== null && isPeriodEnd
  if (at === null) it.canceled_at = null
  else if (!wasSet) it.canceled_at = account.time.now()
  it.cancellation_details!.reason = at === null ? null : 'cancellation_requested'
}

/** An empty value removes its key. An empty string in place of the object removes all keys. */
export function mergeMetadata(
  before: Stripe.Metadata | null,
  update: Stripe.MetadataParam | '' | null,
): Stripe.Metadata {
  if (!update) return {}
  const merged = {
    ...before,
    ...Object.fromEntries(Object.entries(update).map(([key, value]) => [key, String(value)])),
  }
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== ''))
}

export function parseItemChanges(
  account: Account,
  subscription: Stripe.Subscription,
  items: readonly { id?: string; price?: string; quantity?: number; deleted?: boolean }[],
): ItemChange[] {
  return items.flatMap(({ id, price, quantity, deleted }, index) => {
    const item = subscription.items.data.find(item => item.id === id)
    if (!item || deleted)
      throw invalidRequest(
        `The Stripe fake can change existing items, but not add or remove them. No such item: '${id}'`,
        {
          code: 'resource_missing',
          param: `items[${index}][id]`,
        },
      )
    const itemChange = {
      item: item.id,
      price: price ? findPrice(account, price, `items[${index}][price]`) : item.price,
      quantity: quantity ?? item.quantity ?? 1,
    }
    return itemChange.price.id === item.price.id && itemChange.quantity === item.quantity ? [] : [itemChange]
  })
}

export function createProrations(
  account: Account,
  subscription: Stripe.Subscription,
  changes: readonly ItemChange[],
  at: number,
): LineInput[] {
  if (subscription.status === 'trialing') return []
  return changes.flatMap(itemChange => {
    const item = subscription.items.data.find(({ id }) => id === itemChange.item)!
    return prorationLines(account, item, itemChange, at)
  })
}

function changeItems(
  account: Account,
  subscription: Stripe.Subscription,
  changes: ItemChange[],
  { proration_behavior = 'create_prorations', payment_behavior = 'allow_incomplete', proration_date }: Params,
): void {
  const at = proration_date ?? account.time.now()
  const lines = proration_behavior === 'none' ? [] : createProrations(account, subscription, changes, at)
  const due = lines.reduce((sum, { amount }) => sum + amount, 0)
  const isBilled = proration_behavior === 'always_invoice' && lines.length > 0
  if (isBilled && due > 0 && payment_behavior !== 'default_incomplete') requirePaymentMethod(account, subscription)
  if (isBilled && due > 0 && payment_behavior === 'error_if_incomplete') requireImmediatePayment(account, subscription)
  const isPending =
    isBilled && due > 0 && payment_behavior === 'pending_if_incomplete' && !canPayNow(account, subscription)

  if (subscription.pending_update) expirePendingUpdate(account, subscription)
  if (!isPending)
    updateAndEmit(account, 'customer.subscription.updated', subscription, it => applyChanges(account, it, changes))
  if (!isBilled) {
    const waiting = account.pendingLines.get(subscription.id) ?? []
    account.pendingLines.set(subscription.id, [...waiting, ...lines])
    return
  }
  const period = { start: at, end: at }
  let invoice!: Stripe.Invoice
  updateAndEmit(account, 'customer.subscription.updated', subscription, it => {
    invoice = draftInvoice(account, it, { reason: 'subscription_update', lines, period })
    if (isPending) setPendingUpdate(account, it, changes, invoice)
  })
  if (payment_behavior === 'default_incomplete') finalizeInvoice(account, invoice)
  else finalizeAndCharge(account, invoice)
}
