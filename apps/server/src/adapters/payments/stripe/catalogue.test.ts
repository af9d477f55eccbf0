import { buyablePlanIds } from '@recaps/domain/billing'
import { startStripeTwin } from '@recaps/stripe-twin'
import { afterEach, expect, it } from 'vitest'
import { systemClock } from '../../../ports/clock.ts'
import { createPrices } from './catalogue.ts'
import { stripePayments } from './payments.ts'
import { configFor, pricesOfTwin } from './test/benches.ts'

let close = async () => {}
afterEach(() => close())

async function shop(prices: Parameters<typeof startStripeTwin>[0]) {
  const twin = await startStripeTwin(prices)
  close = twin.close
  const config = configFor(twin)
  return { twin, make: () => createPrices(config, systemClock), payments: stripePayments(config, systemClock) }
}

it('makes what is missing, once', async () => {
  const { twin, make, payments } = await shop({})
  expect((await make()).map(line => line.replace(/\(.*/, ''))).toEqual([
    'Basic: 4.99 usd a month was made ',
    'Premium: 9.99 usd a month was made ',
    'Pro: 24.99 usd a month was made ',
    'Ultimate: 99.99 usd a month was made ',
  ])
  expect(Object.keys(await payments.prices())).toEqual([...buyablePlanIds])
  expect((await make()).every(line => line.includes('is there'))).toBe(true)
  expect([twin.state.products.size, twin.state.prices.size]).toEqual([4, 4])
})

it('makes another price where it has changed, and leaves the old one to whoever pays it', async () => {
  const { twin, make, payments } = await shop({
    prices: pricesOfTwin.map(price => ({ ...price, unitAmountCents: price.unitAmountCents - 100 })),
  })
  expect((await make()).every(line => line.includes('was made'))).toBe(true)
  const { basic } = await payments.prices()
  expect(twin.state.prices.get(basic.priceId)).toMatchObject({ unit_amount: 499, metadata: { recaps_plan: 'basic' } })
  expect(twin.state.prices.size).toBe(8)
})

it('makes each once also when two make them at the same time', async () => {
  const { twin, make } = await shop({})
  await Promise.all([make(), make()])
  expect([twin.state.products.size, twin.state.prices.size]).toEqual([4, 4])
})
