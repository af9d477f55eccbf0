import { extent } from '../../../test/extent.ts'
import { databases } from '../../../test/start-server.ts'
import { scenarioNames } from './test/scenarios.ts'
import { alternateOrders, webhookOrderSuite } from './test/webhook-order-suite.ts'

// In its own file, so that the tests on both databases can run in parallel.
webhookOrderSuite(databases[1]!, {
  scenarios: scenarioNames,
  orders: alternateOrders(1, [extent(720, 48), extent(30, 6)]),
  runs: extent(8, 2),
})
