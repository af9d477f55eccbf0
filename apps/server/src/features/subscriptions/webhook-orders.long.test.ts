import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type PaymentServer, startPaymentServer } from '../../../test/payment-server.ts'
import { databases } from '../../../test/start-server.ts'
import { ordersOf, scenarioNames, tellInEveryOrder } from './test/webhook-orders.ts'

describe.each(databases)(
  'every order of every scenario, three times each and eight at once, $name',
  ({ kind, isHere }) => {
    if (!isHere) return it.skip('is tried where there is such a database', () => {})
    let test: PaymentServer
    beforeAll(async () => {
      test = await startPaymentServer({ database: kind, isTold: false })
    })
    afterAll(() => test.stop())

    it.each(scenarioNames)('ends in one state: %s', async scenario => {
      const { expected, outcomes } = await tellInEveryOrder(test, scenario, ordersOf)
      expect(new Set(outcomes)).toEqual(new Set([expected]))
      // What went on with the others meanwhile came in no event.
      await test.server.services.billing.reconcile()
      await test.settled()
      expect(await test.differences()).toEqual([])
    })
  },
)
