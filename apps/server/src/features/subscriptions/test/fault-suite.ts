import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { inTurn } from '../../../../test/extent.ts'
import { type PaymentServer, startPaymentServer } from '../../../../test/payment-server.ts'
import { clicksUntilPaid, endpoints, type Way } from './clicking.ts'

/** Every fault of Stripe around every call that leads to a charge. Events come: the quick suite tries a few without them. */
const befalling = (endpoint: string) => [
  ...(['error', 'cut', 'garbage', 'hang'] as const).flatMap(kind =>
    // Looking has no effect.
    (endpoint.startsWith('GET') ? (['before'] as const) : (['before', 'after'] as const)).map(when => ({ kind, when })),
  ),
  ...(['rate_limit', 'lock_timeout', 'conflict'] as const).map(kind => ({ kind })),
]

const around = (way: Way) =>
  inTurn(
    endpoints[way].flatMap(endpoint =>
      befalling(endpoint).map(fault => ({ way, endpoint, fault, of: JSON.stringify(fault) })),
    ),
    3,
  )
const once = { charges: 1, isEntitled: true }

/** Of one way to pay: each has a file of its own, for they wait far more than they compute. */
export const faultsAround = (way: Exclude<Way, 'renewal'>) =>
  describe(`a charge, ${way}`, () => {
    let test: PaymentServer
    beforeAll(async () => {
      test = await startPaymentServer()
    })
    afterAll(() => test.stop())

    it('changes nothing at Stripe by other calls than these', async () => {
      let from = 0
      const lay = () => {
        from = test.stripe.requests.length
        return () => {}
      }
      expect(await clicksUntilPaid(test, way, { lay })).toEqual({ clicks: 1, ...once })
      const posted = test.stripe.requests
        .slice(from)
        .map(({ method, path }) => `${method} ${path.replace(/\/\w+_\w{8,}/, '/:id')}`)
        // The form of the browser, which is not ours.
        .filter(call => !call.startsWith('GET') && !call.endsWith('/confirm'))
      expect(new Set(posted)).toEqual(new Set(endpoints[way].filter(call => !call.startsWith('GET'))))
    })

    it.each(around(way))('is made once though Stripe fails at $endpoint: $of', async ({ endpoint, fault }) => {
      const lay = () => test.stripe.fault(fault, { endpoint })
      expect(await clicksUntilPaid(test, way, { lay })).toMatchObject(once)
    })

    it('is neither lost nor made twice in any of it, and nobody has what they did not pay for', async () => {
      await nothingIsWrong(test)
    })
  })

export const faultsAroundRenewal = () =>
  describe('a renewal', () => {
    // One for each: what was bought before renews with it.
    let test: PaymentServer
    beforeEach(async () => {
      test = await startPaymentServer()
    })
    afterEach(() => test.stop())

    it.each(around('renewal'))('is found though Stripe fails at $endpoint: $of', async ({ way, endpoint, fault }) => {
      const lay = () => test.stripe.fault(fault, { endpoint })
      expect(await clicksUntilPaid(test, way, { lay })).toMatchObject(once)
      await nothingIsWrong(test)
    })
  })

async function nothingIsWrong(test: PaymentServer): Promise<void> {
  await test.server.services.billing.reconcile()
  await test.settled()
  expect(await test.differences()).toEqual([])
  expect(await test.injustices()).toEqual([])
}
