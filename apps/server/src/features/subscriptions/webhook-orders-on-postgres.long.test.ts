import { extent } from '../../../test/extent.ts'
import { databases } from '../../../test/start-server.ts'
import { byTurns, orderSuite } from './test/order-suite.ts'
import { scenarioNames } from './test/scenarios.ts'

// In a file of its own, so that both databases have their turn at the same time.
orderSuite(databases[1]!, {
  scenarios: scenarioNames,
  orders: byTurns(1, [extent(720, 48), extent(30, 6)]),
  lives: extent(8, 2),
})
