import { databases } from '../../../test/start-server.ts'
import { everyOrderOnEvery, orderSuite } from './test/order-suite.ts'
import { scenarioNames } from './test/scenarios.ts'

// An order takes a seventh of a second: 720 of each scenario on both databases would take half of the time there is.
orderSuite(databases[0]!, { scenarios: scenarioNames, orders: everyOrderOnEvery(0, 30), lives: 8 })
