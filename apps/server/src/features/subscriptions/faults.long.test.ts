import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type PaymentServer, startPaymentServer } from '../../../test/payment-server.ts'
import { clicksUntilPaid, ways } from './test/clicking.ts'

/** Every fault of Stripe around every charge. Events come, as they do: the quick suite tries a few faults without them. */
const faults = [
  ...(['error', 'cut', 'garbage', 'hang'] as const).flatMap(kind =>
    (['before', 'after'] as const).map(when => ({ kind, when })),
  ),
  ...(['rate_limit', 'lock_timeout', 'conflict'] as const).map(kind => ({ kind })),
]

describe('a charge', () => {
  let test: PaymentServer
  beforeAll(async () => {
    test = await startPaymentServer()
  })
  afterAll(() => test.stop())

  it.each(ways.flatMap(way => faults.map(fault => ({ way, fault, of: JSON.stringify(fault) }))))(
    '$way is made once though Stripe fails: $of',
    async ({ way, fault }) => {
      const lay = (endpoint: string) => test.stripe.fault(fault, { endpoint })
      expect(await clicksUntilPaid(test, way, { lay })).toMatchObject({ charges: 1, isEntitled: true })
    },
  )

  it('is neither lost nor made twice in any of it', async () => {
    await test.settled()
    expect(await test.differences()).toEqual([])
  })
})
