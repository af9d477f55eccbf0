import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { declaredFields } from './fixtures/declared-fields.ts'
import { buy, openShop, type Shop, setDefaultCard, startSubscription } from './fixtures/shop.ts'

/** Stripe's example of each object, from https://github.com/stripe/openapi. Stored outside of the repository. */
const examples = new URL('../../../../shared/stripe/fixtures3-2026-08-21.json.gz', import.meta.url)

type Fields = Record<string, unknown>

describe.skipIf(!existsSync(examples))('objects match Stripe’s examples', () => {
  const { resources } = existsSync(examples)
    ? (JSON.parse(gunzipSync(readFileSync(examples)).toString('utf8')) as { resources: Record<string, Fields> })
    : { resources: {} }
  let shop: Shop
  const objects: Record<string, Fields> = {}

  beforeAll(async () => {
    shop = await openShop()
    const { subscription, customer, intent } = await buy(shop)
    const { fake, stripe } = shop
    const charge = fake.ledger[0]!.id
    await stripe.refunds.create({ charge, amount: 100 })
    const dispute = fake.dispute(charge)
    await stripe.subscriptionSchedules.create({ from_subscription: subscription.id })
    await startSubscription(shop)
    const failing = await buy(shop)
    await setDefaultCard(shop, failing.subscription, 'pm_card_chargeCustomerFail')
    const pending = await stripe.subscriptions.update(failing.subscription.id, {
      items: [{ id: failing.subscription.items.data[0]!.id, price: await shop.price('pro') }],
      proration_behavior: 'always_invoice',
      payment_behavior: 'pending_if_incomplete',
    })
    const { state } = fake
    const first = (all: ReadonlyMap<string, object>) => [...all.values()][0]
    const invoice = [...state.invoices.values()][0]!
    Object.assign(objects, {
      'billing_portal.session': await stripe.billingPortal.sessions.create({
        customer,
        return_url: 'https://a.example',
      }),
      charge: state.charges.get(charge),
      customer: state.customers.get(customer),
      dispute,
      ephemeral_key: await stripe.ephemeralKeys.create({ customer }, { apiVersion: '2026-10-28.endive' }),
      event: fake.events()[0],
      invoice,
      invoice_payment: first(state.invoicePayments),
      line_item: invoice.lines.data[0],
      payment_intent: state.paymentIntents.get(intent),
      payment_method: first(state.paymentMethods),
      plan: subscription.items.data[0]!.plan,
      price: first(state.prices),
      product: first(state.products),
      refund: first(state.refunds),
      setup_intent: await stripe.setupIntents.create({ customer }),
      subscription: state.subscriptions.get(pending.id),
      subscription_item: subscription.items.data[0],
      subscription_schedule: first(state.schedules),
    })
  })
  afterAll(() => shop.fake.close())

  it.each([
    ['billing_portal.session', 'BillingPortal/Sessions', 'Session'],
    ['charge', 'Charges', 'Charge'],
    ['customer', 'Customers', 'Customer'],
    ['dispute', 'Disputes', 'Dispute'],
    ['ephemeral_key', 'EphemeralKeys', 'EphemeralKey'],
    ['event', 'Events', 'EventBase'],
    ['invoice', 'Invoices', 'Invoice'],
    ['invoice_payment', 'InvoicePayments', 'InvoicePayment'],
    ['line_item', 'InvoiceLineItems', 'InvoiceLineItem'],
    ['payment_intent', 'PaymentIntents', 'PaymentIntent'],
    ['payment_method', 'PaymentMethods', 'PaymentMethod'],
    ['plan', 'Plans', 'Plan'],
    ['price', 'Prices', 'Price'],
    ['product', 'Products', 'Product'],
    ['refund', 'Refunds', 'Refund'],
    ['setup_intent', 'SetupIntents', 'SetupIntent'],
    ['subscription', 'Subscriptions', 'Subscription'],
    ['subscription_item', 'SubscriptionItems', 'SubscriptionItem'],
    ['subscription_schedule', 'SubscriptionSchedules', 'SubscriptionSchedule'],
  ])('the %s object has the fields of Stripe’s example and declaration', (kind, file, declaration) => {
    const declared = declaredFields(file, declaration)
    // Serialized as on the wire, because the SDK parses decimals into class instances.
    const actual = JSON.parse(JSON.stringify(objects[kind])) as Fields
    expect(Object.keys(declared).length).toBeGreaterThan(4)
    expect(differences(resources[kind]!, actual, declared, kind)).toEqual([])
  })
})

type Declared = ReturnType<typeof declaredFields>

/** Fields that are undeclared, missing, or of another type than in the declaration and the example. */
function differences(example: Fields, actual: Fields, declared: Declared, where: string): string[] {
  const undeclared = Object.keys(actual).filter(name => !declared[name])
  const known = Object.keys(declared).filter(name => name in example)
  return [
    ...undeclared.map(name => `${where}.${name} is not declared`),
    ...known.flatMap(name => differencesOf(example[name], actual[name], declared[name]!, `${where}.${name}`)),
    ...Object.entries(declared).flatMap(([name, { isOptional }]) =>
      isOptional || name in actual ? [] : [`${where}.${name} is missing`],
    ),
  ]
}

/** Checks numbers and booleans against the declared type. A string may be an id, an enum value or a decimal. */
function isDeclared(actual: unknown, type: string): boolean {
  if (typeof actual === 'number') return /\bnumber\b/.test(type)
  if (typeof actual === 'boolean') return /\b(boolean|true|false)\b/.test(type)
  return typeof actual !== 'string' || !/^(number|boolean|Array<.*>)( \| null)?$/.test(type.trim())
}

function differencesOf(example: unknown, actual: unknown, field: Declared[string], where: string): string[] {
  // Fields included only on request may be missing.
  if (actual === undefined) return field.isOptional ? [] : [`${where} is missing`]
  if (actual === null) return field.isNullable || field.isOptional ? [] : [`${where} is null`]
  if (!isDeclared(actual, field.type)) return [`${where} is ${typeof actual} and not ${field.type}`]
  if (example === null || Array.isArray(actual)) return []
  const [expectedType, actualType] = [typeof example, typeof actual]
  // A reference may be an id or the object itself.
  const isReference = actualType === 'string' && /\bstring\b/.test(field.type)
  if (expectedType !== actualType && !isReference) return [`${where} is ${actualType} and not ${expectedType}`]
  if (actualType !== 'object' || !field.nested) return []
  return differences(example as Fields, actual as Fields, field.nested, where)
}
