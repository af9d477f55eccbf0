import { createSupportChecker } from '@recaps/summarizer/checking/support'
import { normaliseSegments } from '@recaps/summarizer/reading/turns'
import { summarize } from '@recaps/summarizer/summarize'
import type { SpokenDocument } from '@recaps/summarizer/training/documents'
import type { Source } from '@recaps/summarizer/types'
import { type FalsehoodKind, plantFalsehoods } from '../../packages/summarizer/test/falsehoods.ts'
import { PARAPHRASE_TOPICS } from '../../packages/summarizer/test/paraphrases.ts'
import { shortTalks } from '../../packages/summarizer/test/talks.ts'
import { seededNumbers } from './baselines.ts'

/** Results of the citation check on sentences known to be true or false. */
export interface CheckerFigures {
  /** Falsehoods planted in sentences of the built-in engine. */
  planted: number
  plantedCaught: number
  /** Sentences of the built-in engine, and complete utterances quoted verbatim. */
  unaltered: number
  unalteredFlagged: number
  /** Handwritten paraphrases. */
  byHandFalse: number
  byHandCaught: number
  byHandFaithful: number
  byHandFlagged: number
}

const PLANTED = 200

/** Deterministic: falsehoods are drawn with a fixed seed from sentences about `documents` and the talks of the fixtures. */
export function checkerFigures(documents: readonly SpokenDocument[]): CheckerFigures {
  const talks = shortTalks()
    .map(talk => talk.source)
    .filter(({ language }) => language?.startsWith('en'))
  const meetings = documents.filter((_, i) => i % 4 === 0).map((document): Source => ({ ...document, kind: 'auto' }))
  const checked = [...talks, ...meetings].map(checkSource)
  const drawn = draw(checked.flatMap(one => one.falsehoods))
  const flagged = checked.flatMap(one => one.flagged)
  return {
    planted: drawn.length,
    plantedCaught: drawn.filter(one => one.isCaught).length,
    unaltered: flagged.length,
    unalteredFlagged: flagged.filter(Boolean).length,
    ...checkHandwritten(),
  }
}

interface CheckResult {
  falsehoods: { kind: FalsehoodKind; isCaught: boolean }[]
  /** For each true sentence, whether the check calls it weak. */
  flagged: boolean[]
}

const AROUND_MS = 15_000

function checkSource(source: Source): CheckResult {
  const { inThreePoints, sections } = summarize(source, { preset: 'long' })
  const sentences = [...inThreePoints, ...sections.flatMap(section => section.sentences)]
  const segments = normaliseSegments(source)
  const check = createSupportChecker(segments)
  const isWeak = (sentence: Parameters<typeof check>[0]) => check(sentence).support === 'weak'
  const verbatim = segments
    .filter(({ text }) => text.split(' ').length >= 6)
    .filter((_, i) => i % 20 === 0)
    .map(({ text, startMs, endMs }) => ({ text, cites: [{ startMs, endMs }] }))
  const textAround = (fromMs: number, toMs: number) =>
    segments
      .filter(segment => segment.endMs >= fromMs - AROUND_MS && segment.startMs <= toMs + AROUND_MS)
      .map(segment => segment.text)
      .join(' ')
  return {
    falsehoods: sentences
      .filter(sentence => !isWeak(sentence))
      .flatMap(sentence =>
        plantFalsehoods(sentence.text, textAround(sentence.cites[0]!.startMs, sentence.cites.at(-1)!.endMs)).map(
          ({ kind, text }) => ({ kind, isCaught: isWeak({ ...sentence, text }) }),
        ),
      ),
    flagged: [...sentences, ...verbatim].map(isWeak),
  }
}

/** Draws `PLANTED` falsehoods, evenly from all kinds as long as each has any left. */
function draw(all: CheckResult['falsehoods']): CheckResult['falsehoods'] {
  const next = seededNumbers('falsehoods')
  const shuffled = all
    .map(one => ({ one, at: next() }))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one)
  const byKind = [...Map.groupBy(shuffled, one => one.kind).values()]
  const drawn: CheckResult['falsehoods'] = []
  for (let round = 0; drawn.length < PLANTED && byKind.some(kind => round < kind.length); round++)
    drawn.push(...byKind.flatMap(kind => kind[round] ?? []))
  return drawn.slice(0, PLANTED)
}

const CAPTION_MS = 10_000

function checkHandwritten(): Pick<CheckerFigures, 'byHandFalse' | 'byHandCaught' | 'byHandFaithful' | 'byHandFlagged'> {
  const verdicts = PARAPHRASE_TOPICS.map(({ captions, faithful, false: wrong }) => {
    const check = createSupportChecker(
      captions.map((text, i) => ({ text, startMs: i * CAPTION_MS, endMs: (i + 1) * CAPTION_MS })),
    )
    const isWeak = (from: number, to: number, text: string) =>
      check({ text, cites: [{ startMs: from * CAPTION_MS + 1, endMs: (to + 1) * CAPTION_MS - 1 }] }).support === 'weak'
    return {
      flagged: faithful.map(([from, to, text]) => isWeak(from, to, text)),
      caught: wrong.map(([, from, to, text]) => isWeak(from, to, text)),
    }
  })
  const flagged = verdicts.flatMap(verdict => verdict.flagged)
  const caught = verdicts.flatMap(verdict => verdict.caught)
  return {
    byHandFalse: caught.length,
    byHandCaught: caught.filter(Boolean).length,
    byHandFaithful: flagged.length,
    byHandFlagged: flagged.filter(Boolean).length,
  }
}
