import { describe, expect, it } from 'vitest'
import { usePaymentServer } from '../../../test/payment-server.ts'
import type { PaymentKillPoint } from './kill-points.ts'
import { type ChargeFlow, chargeFlows, clickUntilPaid, endpointsByFlow } from './test/click-until-paid.ts'

let killAt: PaymentKillPoint | undefined

/** Simulates a process that dies at this kill point: nothing after it runs. */
function passed(point: string): void {
  if (point !== killAt) return
  killAt = undefined
  throw new Error(`killed at ${point}`)
}

// No events are delivered, so charges can only be found through what was stored.
describe('charges without events', async () => {
  const test = await usePaymentServer({ passed, deliversWebhooks: false })
  const chargedOnce = { charges: 1, isEntitled: true }

  // The fault suites cover the other faults, with events. Each fault takes as long as the timeouts of the adapter.
  it.each([
    { way: 'buy', kind: 'error', when: 'before' },
    { way: 'buy', kind: 'error', when: 'after' },
    { way: 'upgrade', kind: 'cut', when: 'after' },
    { way: 'begin', kind: 'garbage', when: 'before' },
  ] as const)('charges once when Stripe fails during $way: $kind $when the effect', async ({ way, kind, when }) => {
    const endpoint = endpointsByFlow[way].find(call => call.startsWith('POST /v1/subscriptions'))!
    const injectFault = () => test.stripe.fault({ kind, when }, { endpoint })
    expect(await clickUntilPaid(test, way as ChargeFlow, { injectFault })).toMatchObject(chargedOnce)
  })

  const pointsOfCall = [
    'operation-begun',
    'customer-kept',
    'payment-called',
    'purchase-refreshed',
    'operation-ended',
  ] as const
  /** Without renewals, which Stripe makes itself. */
  const clickedWays = chargeFlows.filter(way => way !== 'renewal')
  it.each(
    clickedWays.flatMap(way =>
      pointsOfCall.filter(point => way !== 'upgrade' || point !== 'customer-kept').map(point => ({ way, point })),
    ),
  )('charges once when the process dies during $way at $point', async ({ way, point }) => {
    const arm = () => {
      killAt = point
      return () => {
        killAt = undefined
      }
    }
    expect(await clickUntilPaid(test, way as ChargeFlow, { injectFault: arm })).toMatchObject(chargedOnce)
  })

  it('finds a renewal without any event', async () => {
    expect(await clickUntilPaid(test, 'renewal', { injectFault: () => () => {} })).toMatchObject(chargedOnce)
  })

  it('loses no charge, makes none twice and grants no unpaid plan despite these failures', async () => {
    await test.server.services.billing.reconcile()
    await test.untilSettled()
    expect(await test.findLedgerDifferences()).toEqual([])
    expect(await test.findEntitlementErrors()).toEqual([])
  })
})
