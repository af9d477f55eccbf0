import { extent } from '../../../test/extent.ts'
import { databases } from '../../../test/start-server.ts'
import { byTurns, orderSuite } from './test/order-suite.ts'
import { scenarioNames } from './test/scenarios.ts'

// In its own file, so that the tests on both databases can run in parallel.
orderSuite(databases[1]!, {
  scenarios: scenarioNames,
  orders: byTurns(1, [extent(720, 48), extent(30, 6)]),
  runs: extent(8, 2),
})
