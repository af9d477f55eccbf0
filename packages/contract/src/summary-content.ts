import { z } from 'zod'
import { span } from './schemas.ts'

/** Where the words came from. */
const transcriptKind = z.enum(['manual', 'auto', 'stt', 'uploaded'])

/** A sentence of the summary with the moments of the video it rests on, in milliseconds. */
export const sentence = z.object({
  text: z.string(),
  cites: z.array(span),
  /** `weak`: not all of its words are borne out by those moments. */
  support: z.enum(['verified', 'weak']),
  /** A language model judged it borne out by those moments. Never there for the built-in engine, which quotes. */
  judged: z.literal(true).optional(),
})
export type SummarySentence = z.infer<typeof sentence>

export const section = z.object({
  title: z.string(),
  startMs: z.number().int(),
  endMs: z.number().int(),
  sentences: z.array(sentence),
})
export type SummarySection = z.infer<typeof section>

export const content = z.object({
  headline: z.string(),
  inThreePoints: z.array(sentence),
  sections: z.array(section),
  /** Which minutes were read, and on which the summary draws. */
  coverage: z.object({
    durationMs: z.number().int(),
    readMs: z.number().int(),
    read: z.array(span),
    represented: z.array(span),
    /** Left out because it is not in English. */
    notEnglish: z.array(span),
    /** Sentences left out to keep to `maxLength`. */
    leftOut: z.number().int(),
  }),
  /** Counts of sentences; `judged` is absent in summaries of language models that were made before it was counted, and for the built-in engine. */
  support: z.object({
    verified: z.number().int(),
    total: z.number().int(),
    judged: z.number().int().optional(),
  }),
  promotion: z.object({
    totalMs: z.number().int(),
    spans: z.array(span.extend({ reason: z.string() })),
  }),
  engine: z.string(),
  version: z.string(),
  language: z.string(),
  /** `language` is that of the words, BCP 47, where it is not English. */
  transcript: z.object({ kind: transcriptKind, quality: z.string(), language: z.string().optional() }),
  /** True when the text was shortened to `maxLength`. */
  cut: z.boolean(),
})
export type SummaryContent = z.infer<typeof content>

/**
 * When each piece of the audio is heard. `section` indexes `content.sections`; `sentence` its sentences, or is -1 for the
 * title that is announced. `section` -1 is the opening: `sentence` 0 the headline, then one for each of the three points.
 */
export const timing = z.object({
  section: z.number().int(),
  sentence: z.number().int(),
  startMs: z.number().int(),
  endMs: z.number().int(),
  words: z.array(z.object({ text: z.string(), startMs: z.number().int(), endMs: z.number().int() })),
})
export type Timing = z.infer<typeof timing>

/** The words that a summary was made from. */
export const transcript = z.object({
  kind: transcriptKind,
  language: z.string(),
  quality: z.string(),
  segments: z.array(
    z.object({ startMs: z.number().int(), endMs: z.number().int(), text: z.string(), speaker: z.string().optional() }),
  ),
})
export type TranscriptResponse = z.infer<typeof transcript>
