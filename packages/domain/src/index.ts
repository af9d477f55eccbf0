export * from './transcript.ts'
