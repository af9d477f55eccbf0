export * from './transcript.ts'
export * from './plans.ts'
export * from './quota.ts'
