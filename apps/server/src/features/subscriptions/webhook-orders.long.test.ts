import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type PaymentServer, startPaymentServer } from '../../../test/payment-server.ts'
import { ordersOf, scenarioNames, tellInEveryOrder } from './test/webhook-orders.ts'

/** So many of the 720 orders of six events, evenly spread: each is a life of its own, lived on the stand-in's clock. */
const orders = 12

describe('orders of every scenario, three times each and eight at once', () => {
  // One for each: where time leaps by years, nobody looks at what was bought before every six hours.
  let test: PaymentServer
  beforeEach(async () => {
    test = await startPaymentServer({ isTold: false })
  })
  afterEach(() => test.stop())

  it.each(scenarioNames)('end in one state: %s', async scenario => {
    const some = (events: readonly number[]) => {
      const all = ordersOf(events)
      return all.filter((_, n) => n % Math.ceil(all.length / orders) === 0)
    }
    const { expected, outcomes } = await tellInEveryOrder(test, scenario, some)
    expect(new Set(outcomes)).toEqual(new Set([expected]))
    // What went on with the others meanwhile came in no event.
    await test.server.services.billing.reconcile()
    await test.settled()
    expect(await test.differences()).toEqual([])
  })
})
