import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type PaymentServer, startPaymentServer } from '../../../../test/payment-server.ts'
import type { databases } from '../../../../test/start-server.ts'
import { getScenario, type ScenarioName, scenarioNames } from './scenarios.ts'
import { deliverDuringScenario, deliverInEveryOrder, permute, sample } from './webhook-orders.ts'

interface SuiteOptions {
  scenarios: readonly ScenarioName[]
  /** How many of the 720 orders of six events to test. */
  orders(scenario: ScenarioName): number
  /** Random runs per scenario. */
  runs: number
}

/** Alternates between many and few orders per scenario, so that each database gets many orders of every other scenario. */
export const alternateOrders =
  (offset: 0 | 1, [many, few]: readonly [number, number]) =>
  (scenario: ScenarioName): number =>
    scenarioNames.indexOf(scenario) % 2 === offset ? many : few

/** Delivers webhook events in many orders, each three times and eight at once, and expects the same final state. */
export function webhookOrderSuite(
  { kind, name, isAvailable }: (typeof databases)[number],
  { scenarios, orders, runs }: SuiteOptions,
) {
  describe.skipIf(!isAvailable)(`webhook events in any order ${name}`, () => {
    // Each test has its own server: the clock jumps by years, during which reconciliation does not run for earlier purchases.
    let test: PaymentServer
    beforeEach(async () => {
      test = await startPaymentServer({ database: kind, deliversWebhooks: false })
    })
    afterEach(() => test.stop())

    const extents = scenarios.map(scenario => ({ scenario, most: orders(scenario) }))
    it.each(extents)(
      'reaches one state from repeated, concurrent events in up to $most orders: $scenario',
      async ({ scenario, most }) => {
        const delivered = await deliverInEveryOrder(test, scenario, events => sample(permute(events), most))
        const [state, ...others] = delivered.states
        // Four events have 24 orders, six have 720.
        expect(delivered.orders).toBe(Math.min(most, scenario === 'bought' ? 24 : 720))
        expect(others).toEqual([])
        expect(state).toMatchObject({ planAndStatuses: getScenario(scenario).expected, ...delivered.atStripe })
        expect(await test.findLedgerDifferences()).toEqual([])
      },
    )

    it.each(scenarios)(
      `reaches one state when events arrive between and during the changes, in ${runs} random runs: %s`,
      async scenario => {
        for (let seed = 1; seed <= runs; seed++)
          expect([seed, (await deliverDuringScenario(test, scenario, seed)).planAndStatuses]).toEqual([
            seed,
            getScenario(scenario).expected,
          ])
        // Changes to earlier purchases in the meantime have caused events that were not delivered.
        await test.server.services.billing.reconcile()
        await test.untilSettled()
        expect(await test.findLedgerDifferences()).toEqual([])
      },
    )
  })
}
