import { describe, expect, it } from 'vitest'
import { usePaymentServer } from '../../../test/payment-server.ts'
import type { PaymentPoint } from './points.ts'
import { clicksUntilPaid, endpoints, type Way, ways } from './test/clicking.ts'

let dieAt: PaymentPoint | undefined

/** As a process that dies there: nothing of what would follow is done. */
function passed(point: string): void {
  if (point !== dieAt) return
  dieAt = undefined
  throw new Error(`killed at ${point}`)
}

// No event comes: nothing but what was stored knows of a charge.
describe('a charge', async () => {
  const test = await usePaymentServer({ passed, isTold: false })
  const once = { charges: 1, isEntitled: true }

  // The other faults have their turn beside this, with events: each takes the patience of the adapter.
  it.each([
    { way: 'buy', kind: 'error', when: 'before' },
    { way: 'buy', kind: 'error', when: 'after' },
    { way: 'upgrade', kind: 'cut', when: 'after' },
    { way: 'begin', kind: 'garbage', when: 'before' },
  ] as const)('$way: is made once when Stripe fails: $kind $when its effect', async ({ way, kind, when }) => {
    const endpoint = endpoints[way].find(call => call.startsWith('POST /v1/subscriptions'))!
    const lay = () => test.stripe.fault({ kind, when }, { endpoint })
    expect(await clicksUntilPaid(test, way as Way, { lay })).toMatchObject(once)
  })

  const onTheWay = [
    'operation-begun',
    'customer-kept',
    'payment-called',
    'purchase-refreshed',
    'operation-ended',
  ] as const
  /** A renewal is no call of ours. */
  const clicked = ways.filter(way => way !== 'renewal')
  it.each(
    clicked.flatMap(way =>
      onTheWay.filter(point => way !== 'upgrade' || point !== 'customer-kept').map(point => ({ way, point })),
    ),
  )('$way: is made once when the process dies at $point', async ({ way, point }) => {
    const arm = () => {
      dieAt = point
      return () => {
        dieAt = undefined
      }
    }
    expect(await clicksUntilPaid(test, way as Way, { lay: arm })).toMatchObject(once)
  })

  it('renewal: is found where no event tells of it', async () => {
    expect(await clicksUntilPaid(test, 'renewal', { lay: () => () => {} })).toMatchObject(once)
  })

  it('is neither lost nor made twice in any of it, and nobody has what they did not pay for', async () => {
    await test.server.services.billing.reconcile()
    await test.settled()
    expect(await test.differences()).toEqual([])
    expect(await test.injustices()).toEqual([])
  })
})
