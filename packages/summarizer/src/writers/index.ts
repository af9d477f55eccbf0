export { builtInNotes } from './built-in-notes.ts'
export type { Chunk } from './chunks.ts'
export { type CheckedClaim, type Claim, checkAnswer } from './claims.ts'
export {
  type CheckedDraft,
  checkDraft,
  collectClaims,
  type Draft,
  type FinishOptions,
  finishSummary,
  type Verdict,
} from './draft.ts'
export { builtInAnswer, type FoundPassages, findPassages } from './find-passages.ts'
export { type Manuscript, passageText, prepareManuscript } from './manuscript.ts'
export { type CheckedNotes, type ChunkNotes, checkNotes, type Point } from './notes.ts'
export type { Passage } from './passages.ts'
