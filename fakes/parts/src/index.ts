export { dice, shuffled } from './chaos.ts'
export { type FaultLimits, faultRegister } from './faults.ts'
export { handOver, postOffice, type Status } from './post-office.ts'
export { type FakeTime, fakeTime } from './time.ts'
