import type { MessagePort } from 'node:worker_threads'
import type { SummaryContent } from '@recaps/contract/summary-content'
import type { CaptionsRefusal } from '@recaps/domain/captions/parse'
import type { Segment, TranscriptKind } from '@recaps/domain/transcript'
import type { SummaryTask } from '../../ports/summarizer.ts'
import type { ReadTranscript } from '../../ports/transcripts.ts'

/** What the text threads do. Failures that are expected come back as values: an error loses its code on the way between threads. */
export type TextTask =
  | { kind: 'read'; source: { kind: TranscriptKind; language: string; body: Uint8Array; fileName?: string } }
  /** Each passage is the JSON of its segments. */
  | { kind: 'pack'; language: string; passages: Uint8Array[] }
  | { kind: 'segments'; packed: Uint8Array }
  | { kind: 'summarise'; task: SummaryTask; progress: MessagePort }

export type TextRefusal = CaptionsRefusal | 'language_unsupported'

export type Outcome<T> = { ok: true; value: T } | { ok: false; reason: TextRefusal; detail?: string }

export interface TextResults {
  read: Outcome<ReadTranscript>
  pack: Outcome<ReadTranscript>
  segments: Outcome<Segment[]>
  summarise: Outcome<SummaryContent>
}
