import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type PaymentServer, startPaymentServer } from '../../../../test/payment-server.ts'
import type { databases } from '../../../../test/start-server.ts'
import { type ScenarioName, scenarioNames, scenarioOf } from './scenarios.ts'
import { ordersOf, someOf, tellInEveryOrder, tellOnTheWay } from './webhook-orders.ts'

interface Extent {
  scenarios: readonly ScenarioName[]
  /** Of the 720 in which six events may come. */
  orders(scenario: ScenarioName): number
  lives: number
}

/** Many orders on one database, and fewer on the other: which is which goes by turns. */
export const byTurns =
  (rest: 0 | 1, [many, few]: readonly [number, number]) =>
  (scenario: ScenarioName): number =>
    scenarioNames.indexOf(scenario) % 2 === rest ? many : few

/** What webhooks lead to, in so many orders; each event three times, and eight at once. */
export function orderSuite({ kind, name, isHere }: (typeof databases)[number], { scenarios, orders, lives }: Extent) {
  describe.skipIf(!isHere)(`events in any order, three times each and eight at once, ${name}`, () => {
    // One for each: where time leaps by years, nobody looks at what was bought before every six hours.
    let test: PaymentServer
    beforeEach(async () => {
      test = await startPaymentServer({ database: kind, isTold: false })
    })
    afterEach(() => test.stop())

    const extents = scenarios.map(scenario => ({ scenario, most: orders(scenario) }))
    it.each(extents)('end in one state, in $most orders at most: $scenario', async ({ scenario, most }) => {
      const told = await tellInEveryOrder(test, scenario, events => someOf(ordersOf(events), most))
      const [state, ...others] = told.states
      // Four events come in 24 orders, six in 720.
      expect(told.orders).toBe(Math.min(most, scenario === 'bought' ? 24 : 720))
      expect(others).toEqual([])
      expect(state).toMatchObject({ standing: scenarioOf(scenario).expected, ...told.atStripe })
      expect(await test.differences()).toEqual([])
    })

    it.each(scenarios)(`end in one state, come while it happens in ${lives} lives: %s`, async scenario => {
      for (let seed = 1; seed <= lives; seed++)
        expect([seed, (await tellOnTheWay(test, scenario, seed)).standing]).toEqual([
          seed,
          scenarioOf(scenario).expected,
        ])
      // What went on with the others meanwhile came in no event.
      await test.server.services.billing.reconcile()
      await test.settled()
      expect(await test.differences()).toEqual([])
    })
  })
}
