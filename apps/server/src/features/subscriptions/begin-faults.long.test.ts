import { faultsAround } from './test/fault-suite.ts'

faultsAround('begin')
