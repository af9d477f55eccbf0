import type { MessagePort } from 'node:worker_threads'
import type { SummaryContent, SummarySentence } from '@recaps/contract/summary-content'
import type { CaptionsError } from '@recaps/domain/captions/parse'
import type { Segment, TranscriptKind } from '@recaps/domain/transcript'
import type { Summary } from '@recaps/summarizer'
import type {
  CheckedDraft,
  CheckedNotes,
  Chunk,
  ChunkNotes,
  Claim,
  Draft,
  FinishOptions,
  FoundPassages,
  Manuscript,
  Point,
} from '@recaps/summarizer/writers'
import type { SummaryTask } from '../../ports/summarizer.ts'
import type { ReadTranscript } from '../../ports/transcripts.ts'

/** Tasks of the text threads. Expected failures are returned as values, because an error loses its code between threads. */
export type TextTask =
  | { kind: 'read'; source: { kind: TranscriptKind; language: string; body: Uint8Array; fileName?: string } }
  /** Each passage is the JSON of its segments. */
  | { kind: 'pack'; language: string; passages: Uint8Array[] }
  | { kind: 'segments'; packed: Uint8Array }
  | { kind: 'summarise'; task: SummaryTask; progress: MessagePort }
  | { kind: 'manuscript'; task: ManuscriptTask }
  | { kind: 'check-notes'; manuscript: Manuscript; chunk: Chunk; notes: ChunkNotes }
  | { kind: 'check-points'; manuscript: Manuscript; chunk: Chunk; points: Claim[] }
  | { kind: 'plain-notes'; manuscript: Manuscript; chunk: Chunk }
  | { kind: 'check-draft'; manuscript: Manuscript; draft: Draft; most: number }
  | { kind: 'finish'; manuscript: Manuscript; draft: CheckedDraft; finishing: FinishOptions }
  | { kind: 'find'; task: ManuscriptTask; question: string; most: number }
  | { kind: 'check-answer'; manuscript: Manuscript; sentences: Claim[] }
  | { kind: 'plain-answer'; task: ManuscriptTask; question: string }

export type ManuscriptTask = Pick<SummaryTask, 'transcript' | 'kind' | 'language' | 'durationMs'> &
  Partial<Pick<SummaryTask, 'title' | 'description' | 'chapters'>>

export type TextFailure = CaptionsError | 'language_unsupported'

export type TextOutcome<T> = { ok: true; value: T } | { ok: false; reason: TextFailure; detail?: string }

export interface TextResults {
  read: TextOutcome<ReadTranscript>
  pack: TextOutcome<ReadTranscript>
  segments: TextOutcome<Segment[]>
  summarise: TextOutcome<SummaryContent>
  manuscript: Manuscript
  'check-notes': CheckedNotes
  'check-points': Point[]
  'plain-notes': CheckedNotes
  'check-draft': CheckedDraft
  finish: Summary
  find: { manuscript: Manuscript; found: FoundPassages }
  'check-answer': (SummarySentence | null)[]
  'plain-answer': SummarySentence[]
}
