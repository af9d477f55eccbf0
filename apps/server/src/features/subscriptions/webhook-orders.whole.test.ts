import { extent } from '../../../test/extent.ts'
import { databases } from '../../../test/start-server.ts'
import { scenarioNames } from './test/scenarios.ts'
import { alternateOrders, webhookOrderSuite } from './test/webhook-order-suite.ts'

// One order takes a seventh of a second: all 720 of each scenario on both databases would take half of the time limit.
webhookOrderSuite(databases[0]!, {
  scenarios: scenarioNames,
  orders: alternateOrders(0, [extent(720, 48), extent(30, 6)]),
  runs: extent(8, 2),
})
