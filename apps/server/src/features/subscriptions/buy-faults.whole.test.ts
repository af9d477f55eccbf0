import { chargeFaultSuite } from './test/fault-suite.ts'

chargeFaultSuite('buy')
