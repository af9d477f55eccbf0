export { seededRandom, shuffle } from './chaos.ts'
export { type FakeTime, fakeTime } from './fake-time.ts'
export { createFaultRegistry, type FaultLimits } from './faults.ts'
export { createWebhookSender, type DeliveryStatus, postWebhook } from './webhook-sender.ts'
