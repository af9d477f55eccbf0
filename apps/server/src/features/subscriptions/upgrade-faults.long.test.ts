import { faultsAround, faultsAroundRenewal } from './test/fault-suite.ts'

faultsAround('upgrade')
faultsAroundRenewal()
