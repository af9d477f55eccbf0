import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fieldsOfSchema, fieldsOfShape, type JsonSchemas } from './fixtures/request-fields.ts'
import { buy, createClient, openShop, planPrices, type Shop, startSubscription } from './fixtures/shop.ts'
import type { Shapes } from './requests/shape.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.fake.close())

const post = async (path: string, body: string, headers: Record<string, string> = {}) => {
  const response = await fetch(`${shop.fake.url}${path}`, {
    method: 'POST',
    body,
    headers: {
      authorization: `Bearer ${shop.fake.keys.secret}`,
      'content-type': 'application/x-www-form-urlencoded',
      ...headers,
    },
  })
  return { status: response.status, body: (await response.json()) as { error: Record<string, unknown> } }
}

describe('API keys', () => {
  it('rejects a wrong or missing API key', async () => {
    await expect(createClient(shop.fake, { key: 'sk_test_wrong' }).customers.list()).rejects.toMatchObject({
      type: 'StripeAuthenticationError',
      statusCode: 401,
    })
    expect((await fetch(`${shop.fake.url}/v1/customers`)).status).toBe(401)
  })

  it('a publishable key can only access intents, and only with their client secret', async () => {
    const browser = createClient(shop.fake, { key: shop.fake.keys.publishable })
    await expect(browser.customers.list()).rejects.toMatchObject({ code: 'secret_key_required', statusCode: 403 })
    const { intent, secret } = await startSubscription(shop)
    await expect(browser.paymentIntents.retrieve(intent)).rejects.toMatchObject({ statusCode: 400 })
    await expect(browser.paymentIntents.retrieve(intent, { client_secret: `${secret}x` })).rejects.toThrow()
    expect((await browser.paymentIntents.retrieve(intent, { client_secret: secret })).id).toBe(intent)
    await expect(browser.paymentIntents.confirm(intent, { payment_method: 'pm_card_visa' })).rejects.toThrow()
  })
})

describe('parameters', () => {
  it.each([
    ['an unknown parameter', 'planet=mars', 'planet', 'parameter_unknown'],
    ['an unknown nested parameter', 'items[0][price]=p&items[0][colour]=red', 'items[0][colour]', 'parameter_unknown'],
    ['a parameter that Basil removed', 'prorate=true', 'prorate', 'parameter_unknown'],
    ['an unknown enum value', 'payment_behavior=hope', 'payment_behavior', undefined],
    ['a value that is not a boolean', 'cancel_at_period_end=perhaps', 'cancel_at_period_end', undefined],
    ['a value that is not a number', 'trial_period_days=soon', 'trial_period_days', 'parameter_invalid_integer'],
    ['an empty value', 'customer=', 'customer', 'parameter_invalid_empty'],
    ['a __proto__ parameter', '__proto__[admin]=1', '__proto__', 'parameter_unknown'],
    ['a list in place of a string', 'customer[]=a', 'customer', undefined],
    ['an unknown customer', 'customer=cus_none&items[0][price]=p', 'customer', 'resource_missing'],
  ])('rejects %s and names the parameter', async (_, form, param, code) => {
    const { status, body } = await post('/v1/subscriptions', form)
    expect(status).toBe(400)
    expect(body.error).toMatchObject({ type: 'invalid_request_error', param, message: expect.any(String) })
    expect(body.error.code).toBe(code)
  })

  it('rejects parameters that Stripe supports and the fake does not', async () => {
    const { id } = await shop.stripe.customers.create()
    const { body } = await post('/v1/subscriptions', `customer=${id}&items[0][price]=p&days_until_due=3`)
    expect(body.error).toMatchObject({ code: 'stand_in_lacks', param: 'days_until_due' })
  })

  it('request shapes are generated from the installed SDK version', () => {
    const { version } = JSON.parse(readFileSync(new URL('./generated/requests.json', import.meta.url), 'utf8'))
    const sdk = JSON.parse(readFileSync(new URL('../../../node_modules/stripe/package.json', import.meta.url), 'utf8'))
    expect(version, 'node fakes/stripe/generate.ts').toBe(sdk.version)
  })
})

const reference = new URL('../../../../shared/stripe/stripe-23.1.0-request-params.schema.json.gz', import.meta.url)

describe.skipIf(!existsSync(reference))('fields of requests', () => {
  it.each([
    'SubscriptionCreate',
    'SubscriptionUpdate',
    'CustomerCreate',
    'RefundCreate',
    'SetupIntentCreate',
    'EphemeralKeyCreate',
  ])('the fields of %s match an independently generated schema at all levels', name => {
    const expected = JSON.parse(gunzipSync(readFileSync(reference)).toString('utf8')) as JsonSchemas
    const generated = JSON.parse(readFileSync(new URL('./generated/requests.json', import.meta.url), 'utf8')) as Shapes
    const fields = fieldsOfShape(generated, `${name}Params`)
    expect(fields).toEqual(fieldsOfSchema(expected, name))
    expect(fields.length).toBeGreaterThan(4)
  })
})

describe('responses', () => {
  it('every 404 response contains an error', async () => {
    for (const path of ['/v1/nothing', '/v1/customers/cus_none', '/v1/subscriptions/sub_none', '/v1/events/evt_none']) {
      const response = await fetch(`${shop.fake.url}${path}`, {
        headers: { authorization: `Bearer ${shop.fake.keys.secret}` },
      })
      expect([path, response.status]).toEqual([path, 404])
      expect(await response.json()).toMatchObject({
        error: { type: 'invalid_request_error', message: expect.any(String) },
      })
    }
  })

  it('responses expand only the requested fields, and reject fields that do not exist', async () => {
    const { subscription } = await buy(shop)
    const full = await shop.stripe.subscriptions.retrieve(subscription.id, {
      expand: ['latest_invoice.payments', 'items.data.price.product', 'customer', 'default_payment_method'],
    })
    expect(full).toMatchObject({
      customer: { object: 'customer' },
      default_payment_method: { card: { brand: 'visa', last4: '4242' } },
      items: { data: [{ price: { lookup_key: 'basic', product: { name: 'Basic' } } }] },
      latest_invoice: { payments: { data: [{ status: 'paid' }] } },
    })
    expect(subscription.latest_invoice).toMatch(/^in_/)
    // Older guides expand this field, which Stripe removed in March 2025.
    await expect(
      shop.stripe.subscriptions.retrieve(subscription.id, { expand: ['latest_invoice.payment_intent'] }),
    ).rejects.toThrow('This property cannot be expanded (latest_invoice.payment_intent)')
  })

  it('lists are paginated, newest first', async () => {
    const made: string[] = []
    for (let count = 0; count < 5; count++)
      made.unshift((await shop.stripe.customers.create({ email: 'pages@example.com' })).id)
    const first = await shop.stripe.customers.list({ email: 'pages@example.com', limit: 2 })
    expect([first.data.map(({ id }) => id), first.has_more]).toEqual([made.slice(0, 2), true])
    const rest = await shop.stripe.customers.list({ email: 'pages@example.com', starting_after: made[1]! })
    expect([rest.data.map(({ id }) => id), rest.has_more]).toEqual([made.slice(2), false])
    const all = await shop.stripe.customers
      .list({ email: 'pages@example.com', limit: 1 })
      .autoPagingToArray({ limit: 9 })
    expect(all.map(({ id }) => id)).toEqual(made)
    await expect(shop.stripe.customers.list({ limit: 0 })).rejects.toMatchObject({ param: 'limit' })
    await expect(shop.stripe.customers.list({ starting_after: 'cus_none' })).rejects.toThrow()
  })
})

describe('catalogue', () => {
  it('lists prices by lookup key', async () => {
    const { data } = await shop.stripe.prices.list({ lookup_keys: ['basic', 'ultimate'], expand: ['data.product'] })
    expect(data.map(({ lookup_key, unit_amount }) => [lookup_key, unit_amount])).toEqual([
      ['ultimate', 9999],
      ['basic', 499],
    ])
    expect((await shop.stripe.products.list()).data).toHaveLength(planPrices.length)
  })
})

describe('cards', () => {
  it('a card can be attached to only one customer', async () => {
    const [ada, bob] = [await shop.stripe.customers.create(), await shop.stripe.customers.create()]
    const method = await shop.stripe.paymentMethods.attach('pm_card_mastercard', { customer: ada.id })
    expect(method).toMatchObject({ customer: ada.id, card: { brand: 'mastercard', last4: '4444' } })
    await expect(shop.stripe.paymentMethods.attach(method.id, { customer: bob.id })).rejects.toMatchObject({
      statusCode: 400,
    })
    await expect(
      shop.stripe.customers.update(bob.id, { invoice_settings: { default_payment_method: method.id } }),
    ).rejects.toMatchObject({ code: 'resource_missing' })
    await shop.stripe.paymentMethods.detach(method.id)
    expect((await shop.stripe.paymentMethods.list({ customer: ada.id })).data).toEqual([])
  })

  it('a card that is always declined cannot be attached, but one declined when charged can', async () => {
    const { id: customer } = await shop.stripe.customers.create()
    await expect(shop.stripe.paymentMethods.attach('pm_card_chargeDeclined', { customer })).rejects.toMatchObject({
      code: 'card_declined',
    })
    expect((await shop.stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer })).customer).toBe(
      customer,
    )
  })

  it('the same card has the same fingerprint for every customer', async () => {
    const prints = await Promise.all(
      [1, 2].map(async () => (await buy(shop, 'basic')).subscription.default_payment_method as string),
    )
    const [one, other] = await Promise.all(prints.map(id => shop.stripe.paymentMethods.retrieve(id)))
    expect(one!.id).not.toBe(other!.id)
    expect(one!.card!.fingerprint).toBe(other!.card!.fingerprint)
  })

  it.each(['apple_pay', 'google_pay'] as const)('payment methods and charges name their wallet: %s', async wallet => {
    const { subscription, invoice } = await buy(shop, 'basic', `pm_card_${wallet}`)
    const method = await shop.stripe.paymentMethods.retrieve(subscription.default_payment_method as string)
    expect(method.card!.wallet!.type).toBe(wallet)
    const { data } = await shop.stripe.invoicePayments.list({
      invoice: invoice.id,
      expand: ['data.payment.payment_intent.latest_charge'],
    })
    expect(data[0]!.payment.payment_intent).toMatchObject({
      latest_charge: { payment_method_details: { card: { wallet: { type: wallet } } } },
    })
  })
})

it('updates metadata as Stripe does: sets given keys and removes empty ones', async () => {
  const { id } = await shop.stripe.customers.create({ metadata: { a: '1', b: '2' } })
  const after = await shop.stripe.customers.update(id, { metadata: { b: '', c: 3 } })
  expect(after.metadata).toEqual({ a: '1', c: '3' })
  expect((await shop.stripe.customers.update(id, { metadata: '' })).metadata).toEqual({})
})
