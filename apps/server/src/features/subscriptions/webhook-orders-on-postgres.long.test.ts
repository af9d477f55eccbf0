import { databases } from '../../../test/start-server.ts'
import { everyOrderOnEvery, orderSuite } from './test/order-suite.ts'
import { scenarioNames } from './test/scenarios.ts'

// In a file of its own, so that both databases have their turn at the same time.
orderSuite(databases[1]!, { scenarios: scenarioNames, orders: everyOrderOnEvery(1, 30), lives: 8 })
