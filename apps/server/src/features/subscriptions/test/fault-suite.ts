import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sample } from '../../../../test/extent.ts'
import { type PaymentServer, startPaymentServer } from '../../../../test/payment-server.ts'
import { type ChargeFlow, clickUntilPaid, endpointsByFlow } from './click-until-paid.ts'

/** Every fault of Stripe at one call. Events are delivered here; the quick suite covers a few faults without events. */
const faultsAt = (endpoint: string) => [
  ...(['error', 'cut', 'garbage', 'hang'] as const).flatMap(kind =>
    // A read has no effect, so it makes no difference whether the fault comes before or after it.
    (endpoint.startsWith('GET') ? (['before'] as const) : (['before', 'after'] as const)).map(when => ({ kind, when })),
  ),
  ...(['rate_limit', 'lock_timeout', 'conflict'] as const).map(kind => ({ kind })),
]

const faultCases = (way: ChargeFlow) =>
  sample(
    endpointsByFlow[way].flatMap(endpoint =>
      faultsAt(endpoint).map(fault => ({ way, endpoint, fault, of: JSON.stringify(fault) })),
    ),
    3,
  )
const chargedOnce = { charges: 1, isEntitled: true }

/** The suite for one way to pay. Each has its own file, so that they run in parallel: they mostly wait. */
export const chargeFaultSuite = (way: Exclude<ChargeFlow, 'renewal'>) =>
  describe(`charges despite Stripe faults, ${way}`, () => {
    let test: PaymentServer
    beforeAll(async () => {
      test = await startPaymentServer()
    })
    afterAll(() => test.stop())

    it('changes data at Stripe only through the listed calls', async () => {
      let from = 0
      const injectFault = () => {
        from = test.stripe.requests.length
        return () => {}
      }
      expect(await clickUntilPaid(test, way, { injectFault })).toEqual({ clicks: 1, ...chargedOnce })
      const posted = test.stripe.requests
        .slice(from)
        .map(({ method, path }) => `${method} ${path.replace(/\/\w+_\w{8,}/, '/:id')}`)
        // Except for the confirmation, which the payment form in the browser sends.
        .filter(call => !call.startsWith('GET') && !call.endsWith('/confirm'))
      expect(new Set(posted)).toEqual(new Set(endpointsByFlow[way].filter(call => !call.startsWith('GET'))))
    })

    it.each(faultCases(way))('charges once when Stripe fails at $endpoint: $of', async ({ endpoint, fault }) => {
      const injectFault = () => test.stripe.fault(fault, { endpoint })
      expect(await clickUntilPaid(test, way, { injectFault })).toMatchObject(chargedOnce)
    })

    it('loses no charge, makes none twice and grants no unpaid plan despite all faults', async () => {
      await expectConsistentPayments(test)
    })
  })

export const renewalFaultSuite = () =>
  describe('renewals despite Stripe faults', () => {
    // Each test has its own server: earlier purchases would be renewed, too.
    let test: PaymentServer
    beforeEach(async () => {
      test = await startPaymentServer()
    })
    afterEach(() => test.stop())

    it.each(faultCases('renewal'))(
      'finds a renewal when Stripe fails at $endpoint: $of',
      async ({ way, endpoint, fault }) => {
        const injectFault = () => test.stripe.fault(fault, { endpoint })
        expect(await clickUntilPaid(test, way, { injectFault })).toMatchObject(chargedOnce)
        await expectConsistentPayments(test)
      },
    )
  })

async function expectConsistentPayments(test: PaymentServer): Promise<void> {
  await test.server.services.billing.reconcile()
  await test.untilSettled()
  expect(await test.findLedgerDifferences()).toEqual([])
  expect(await test.findEntitlementErrors()).toEqual([])
}
