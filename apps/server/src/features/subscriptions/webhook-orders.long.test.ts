import { extent } from '../../../test/extent.ts'
import { databases } from '../../../test/start-server.ts'
import { byTurns, orderSuite } from './test/order-suite.ts'
import { scenarioNames } from './test/scenarios.ts'

// One order takes a seventh of a second: all 720 of each scenario on both databases would take half of the time limit.
orderSuite(databases[0]!, {
  scenarios: scenarioNames,
  orders: byTurns(0, [extent(720, 48), extent(30, 6)]),
  runs: extent(8, 2),
})
