export type { Chunk } from './chunks.ts'
export { type CheckedClaim, type Claim, checkAnswer } from './claims.ts'
export {
  type CheckedDraft,
  checkDraft,
  claimsOf,
  type Draft,
  type Finishing,
  finishSummary,
  type Verdict,
} from './draft.ts'
export { type Found, findPassages, plainAnswer } from './find-passages.ts'
export { type Manuscript, prepareManuscript, textOf } from './manuscript.ts'
export { type CheckedNotes, type ChunkNotes, checkNotes, type Point } from './notes.ts'
export type { Passage } from './passages.ts'
export { plainNotes } from './plain-notes.ts'
