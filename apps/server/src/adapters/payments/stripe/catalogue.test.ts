import { buyablePlanIds } from '@recaps/domain/billing'
import { startFakeStripe } from '@recaps/fake-stripe'
import { afterEach, expect, it } from 'vitest'
import { systemClock } from '../../../ports/clock.ts'
import { createPrices } from './catalogue.ts'
import { stripePayments } from './payments.ts'
import { configFor, fakePrices } from './test/benches.ts'

let close = async () => {}
afterEach(() => close())

async function startShop(prices: Parameters<typeof startFakeStripe>[0]) {
  const fake = await startFakeStripe(prices)
  close = fake.close
  const config = configFor(fake)
  return { fake, create: () => createPrices(config, systemClock), payments: stripePayments(config, systemClock) }
}

it('createPrices creates missing products and prices once', async () => {
  const { fake, create, payments } = await startShop({})
  expect((await create()).map(line => line.replace(/\(.*/, ''))).toEqual([
    'Basic: 4.99 usd a month created ',
    'Premium: 9.99 usd a month created ',
    'Pro: 24.99 usd a month created ',
    'Ultimate: 99.99 usd a month created ',
  ])
  expect(Object.keys(await payments.prices())).toEqual([...buyablePlanIds])
  expect((await create()).every(line => line.includes('exists'))).toBe(true)
  expect([fake.state.products.size, fake.state.prices.size]).toEqual([4, 4])
})

it('createPrices creates a new price for a changed amount and keeps the old price', async () => {
  const { fake, create, payments } = await startShop({
    prices: fakePrices.map(price => ({ ...price, unitAmountCents: price.unitAmountCents - 100 })),
  })
  expect((await create()).every(line => line.includes('created'))).toBe(true)
  const { basic } = await payments.prices()
  expect(fake.state.prices.get(basic.priceId)).toMatchObject({ unit_amount: 499, metadata: { recaps_plan: 'basic' } })
  expect(fake.state.prices.size).toBe(8)
})

it('createPrices creates each price once when two calls race', async () => {
  const { fake, create } = await startShop({})
  await Promise.all([create(), create()])
  expect([fake.state.products.size, fake.state.prices.size]).toEqual([4, 4])
})
