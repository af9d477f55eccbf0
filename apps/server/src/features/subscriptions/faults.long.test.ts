import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type PaymentServer, startPaymentServer } from '../../../test/payment-server.ts'
import { databases } from '../../../test/start-server.ts'
import { clicksUntilPaid, ways } from './test/clicking.ts'

/** Every fault of Stripe around every charge, and each of them also on every other call that leads there. */
const faults = [
  ...(['error', 'cut', 'garbage', 'hang'] as const).flatMap(kind =>
    (['before', 'after'] as const).map(when => ({ kind, when })),
  ),
  ...(['rate_limit', 'lock_timeout', 'conflict'] as const).map(kind => ({ kind })),
]
const everywhere = undefined
const places = ['the charge', 'the customer', 'the look', everywhere] as const
const endpoints: Record<string, string> = {
  'the customer': 'POST /v1/customers',
  'the look': 'GET /v1/subscriptions/:id',
}

describe.each(databases)('a charge, $name', ({ kind, isHere }) => {
  if (!isHere) return it.skip('is tried where there is such a database', () => {})
  let test: PaymentServer
  beforeAll(async () => {
    test = await startPaymentServer({ database: kind })
  })
  afterAll(() => test.stop())

  it.each(
    ways.flatMap(way =>
      faults.flatMap(fault => places.map(place => ({ way, fault, place, of: JSON.stringify(fault) }))),
    ),
  )('$way is made once though Stripe fails: $of at $place', async ({ way, fault, place }) => {
    const lay = (charge: string) => {
      const endpoint = place === 'the charge' ? charge : place && endpoints[place]
      return test.stripe.fault(fault, endpoint ? { endpoint } : {})
    }
    expect(await clicksUntilPaid(test, way, { lay })).toMatchObject({ charges: 1, isEntitled: true })
  })

  it('is neither lost nor made twice in any of it', async () => {
    await test.settled()
    expect(await test.differences()).toEqual([])
  })
})
