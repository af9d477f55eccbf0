import { extent } from '../../../test/extent.ts'
import { databases } from '../../../test/start-server.ts'
import { byTurns, orderSuite } from './test/order-suite.ts'
import { scenarioNames } from './test/scenarios.ts'

// An order takes a seventh of a second: 720 of each scenario on both databases would take half of the time there is.
orderSuite(databases[0]!, {
  scenarios: scenarioNames,
  orders: byTurns(0, [extent(720, 48), extent(30, 6)]),
  lives: extent(8, 2),
})
