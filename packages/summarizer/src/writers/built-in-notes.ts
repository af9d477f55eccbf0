import { shippedModels } from '../models.ts'
import { summarizeWith } from '../summarize.ts'
import type { Chunk } from './chunks.ts'
import type { Manuscript } from './manuscript.ts'
import type { CheckedNotes } from './notes.ts'
import type { Passage } from './passages.ts'

/** Total words of the points per chunk. */
const WORDS = 220

/** Notes by the built-in engine for when no writer is available: the best spoken sentences of a chunk. */
export function builtInNotes({ passages }: Manuscript, chunk: Chunk): CheckedNotes {
  const chunkPassages = passages.slice(chunk.from, chunk.to).filter(passage => !passage.foreign)
  const segments = chunkPassages.flatMap(({ lines }) =>
    lines.map(({ text, startMs, endMs }) => ({ text, startMs, endMs })),
  )
  if (segments.length === 0) return { title: '', points: [] }
  // `manual`, because passages already have punctuation, even if the captions did not.
  const source = { segments, durationMs: chunkPassages.at(-1)!.endMs, kind: 'manual' as const }
  const { headline, inThreePoints, sections } = summarizeWith(shippedModels(), source, { words: WORDS })
  const sentences = [...inThreePoints, ...sections.flatMap(section => section.sentences)]
  const points = sentences
    .filter(sentence => sentence.support === 'verified')
    .map(({ text, cites }) => ({ text, passages: [passageAt(passages, chunk, cites[0]!.startMs)] }))
    .sort((a, b) => a.passages[0]! - b.passages[0]!)
  return { title: headline, points }
}

function passageAt(passages: readonly Passage[], { from, to }: Chunk, ms: number): number {
  const after = passages.findIndex((passage, i) => i >= from && i < to && passage.startMs > ms)
  return Math.max(from, (after < 0 ? to : after) - 1)
}
