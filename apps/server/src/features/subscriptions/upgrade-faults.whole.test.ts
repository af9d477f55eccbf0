import { chargeFaultSuite, renewalFaultSuite } from './test/fault-suite.ts'

chargeFaultSuite('upgrade')
renewalFaultSuite()
