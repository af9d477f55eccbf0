import { chargeFaultSuite } from './test/fault-suite.ts'

chargeFaultSuite('begin')
