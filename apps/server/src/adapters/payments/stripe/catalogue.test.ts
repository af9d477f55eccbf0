import { buyablePlanIds } from '@recaps/domain/billing'
import { startFakeStripe } from '@recaps/fake-stripe'
import { afterEach, expect, it } from 'vitest'
import { systemClock } from '../../../ports/clock.ts'
import { createPrices } from './catalogue.ts'
import { stripePayments } from './payments.ts'
import { configFor, pricesOfFake } from './test/benches.ts'

let close = async () => {}
afterEach(() => close())

async function shop(prices: Parameters<typeof startFakeStripe>[0]) {
  const fake = await startFakeStripe(prices)
  close = fake.close
  const config = configFor(fake)
  return { fake, make: () => createPrices(config, systemClock), payments: stripePayments(config, systemClock) }
}

it('makes what is missing, once', async () => {
  const { fake, make, payments } = await shop({})
  expect((await make()).map(line => line.replace(/\(.*/, ''))).toEqual([
    'Basic: 4.99 usd a month was made ',
    'Premium: 9.99 usd a month was made ',
    'Pro: 24.99 usd a month was made ',
    'Ultimate: 99.99 usd a month was made ',
  ])
  expect(Object.keys(await payments.prices())).toEqual([...buyablePlanIds])
  expect((await make()).every(line => line.includes('is there'))).toBe(true)
  expect([fake.state.products.size, fake.state.prices.size]).toEqual([4, 4])
})

it('makes another price where it has changed, and leaves the old one to whoever pays it', async () => {
  const { fake, make, payments } = await shop({
    prices: pricesOfFake.map(price => ({ ...price, unitAmountCents: price.unitAmountCents - 100 })),
  })
  expect((await make()).every(line => line.includes('was made'))).toBe(true)
  const { basic } = await payments.prices()
  expect(fake.state.prices.get(basic.priceId)).toMatchObject({ unit_amount: 499, metadata: { recaps_plan: 'basic' } })
  expect(fake.state.prices.size).toBe(8)
})

it('makes each once also when two make them at the same time', async () => {
  const { fake, make } = await shop({})
  await Promise.all([make(), make()])
  expect([fake.state.products.size, fake.state.prices.size]).toEqual([4, 4])
})
