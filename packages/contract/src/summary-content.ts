import { z } from 'zod'
import { span } from './schemas.ts'

/** Source of a transcript; `stt` is speech to text. */
const transcriptKind = z.enum(['manual', 'auto', 'stt', 'uploaded'])

/** A sentence of the summary with the spans of the video it cites, in milliseconds. */
export const sentence = z.object({
  text: z.string(),
  cites: z.array(span),
  /** `weak`: the cited spans don't support all of its words. */
  support: z.enum(['verified', 'weak']),
  /** A language model judged that the cited spans support it. Never set for the built-in engine, which quotes. */
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
  /** Which parts of the video were read, and which are represented in the summary. */
  coverage: z.object({
    durationMs: z.number().int(),
    readMs: z.number().int(),
    read: z.array(span),
    represented: z.array(span),
    /** Skipped because they are not in English. */
    notEnglish: z.array(span),
    /** Number of sentences omitted to stay within `maxLength`. */
    leftOut: z.number().int(),
  }),
  /** Numbers of sentences. `judged` is missing for the built-in engine and for summaries that predate it. */
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
  /** `language` is the spoken language (BCP 47) if it is not English. */
  transcript: z.object({ kind: transcriptKind, quality: z.string(), language: z.string().optional() }),
  /** Whether the text was shortened to `maxLength`. */
  cut: z.boolean(),
})
export type SummaryContent = z.infer<typeof content>

/**
 * When each part of the audio is played. `section` is an index into `content.sections`, `sentence` an index into its sentences
 * or -1 for the spoken title. `section` -1 is the opening: `sentence` 0 is the headline, 1 to 3 are the key points.
 */
export const timing = z.object({
  section: z.number().int(),
  sentence: z.number().int(),
  startMs: z.number().int(),
  endMs: z.number().int(),
  words: z.array(z.object({ text: z.string(), startMs: z.number().int(), endMs: z.number().int() })),
})
export type Timing = z.infer<typeof timing>

export const transcript = z.object({
  kind: transcriptKind,
  language: z.string(),
  quality: z.string(),
  segments: z.array(
    z.object({ startMs: z.number().int(), endMs: z.number().int(), text: z.string(), speaker: z.string().optional() }),
  ),
})
export type TranscriptResponse = z.infer<typeof transcript>
