import { beforeAll, describe, expect, it, vi } from 'vitest'
import { supportChecker } from '../src/checking/support.ts'
import { type Sentence, summarize } from '../src/index.ts'
import { orderedSegments } from '../src/reading/turns.ts'
import { type FalsehoodKind, plantFalsehoods } from './falsehoods.ts'
import { hasDocuments, hasRecordings, recordedTalks, shortTalks, spokenDocuments, type Talk } from './talks.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 })

interface Tally {
  caught: number
  planted: number
  /** What slipped through, to read when a rate falls. */
  missed: string[]
}

interface Verdicts {
  sentences: number
  /** Sentences of the engine that are called weak though nobody altered them. */
  flagged: string[]
  kinds: Map<FalsehoodKind | 'citation moved', Tally>
}

const corpora = [
  { corpus: "the project's own talks", talks: englishTalks, isMissing: false, fewest: 15 },
  { corpus: 'recorded captions', talks: recordedTalks, isMissing: !hasRecordings, fewest: 1 },
  { corpus: 'meetings', talks: () => spokenDocuments(15), isMissing: !hasDocuments, fewest: 1 },
]

for (const { corpus, talks, isMissing, fewest } of corpora)
  describe.skipIf(isMissing)(
    `the check of sentences from ${corpus}${isMissing ? ' (skipped: no recordings)' : ''}`,
    () => {
      let verdicts: Verdicts
      beforeAll(() => {
        verdicts = judge(talks())
      })

      it('lets at least 98 of 100 sentences of the engine stand', () => {
        expect(verdicts.sentences).toBeGreaterThan(100)
        expect(verdicts.flagged.length / verdicts.sentences, verdicts.flagged.join('\n')).toBeLessThanOrEqual(0.02)
      })

      it.each([
        'number',
        'number said nearby',
        'name',
        'name said nearby',
        'month or day',
        'unit',
        'negation dropped',
        'negation added',
        'opposite',
      ] as const)('catches at least 95 of 100 falsehoods: %s', kind => {
        const { caught, planted, missed } = verdicts.kinds.get(kind) ?? { caught: 0, planted: 0, missed: [] }
        expect(planted).toBeGreaterThanOrEqual(fewest)
        expect(caught / planted, missed.join('\n')).toBeGreaterThanOrEqual(0.95)
      })

      it('catches at least 8 of 10 citations that point to another part of the recording', () => {
        const { caught, planted, missed } = verdicts.kinds.get('citation moved')!
        expect(caught / planted, missed.join('\n')).toBeGreaterThanOrEqual(0.8)
      })
    },
  )

function englishTalks(): Talk[] {
  return shortTalks().filter(talk => talk.source.language?.startsWith('en'))
}

function judge(talks: readonly Talk[]): Verdicts {
  const verdicts: Verdicts = { sentences: 0, flagged: [], kinds: new Map() }
  for (const { source } of talks) {
    const { inThreePoints, sections } = summarize(source, { preset: 'long' })
    const segments = orderedSegments(source)
    const check = supportChecker(segments)
    const isCaught = (sentence: Sentence) => check(sentence).support === 'weak'
    for (const sentence of [...inThreePoints, ...sections.flatMap(section => section.sentences)]) {
      verdicts.sentences++
      if (isCaught(sentence)) {
        verdicts.flagged.push(sentence.text)
        continue
      }
      for (const { kind, text } of plantFalsehoods(sentence.text, saidAround(sentence, segments)))
        count(verdicts, kind, isCaught({ ...sentence, text }), `${sentence.text} ⇒ ${text}`)
      count(verdicts, 'citation moved', isCaught(elsewhere(sentence, source.durationMs)), sentence.text)
    }
  }
  return verdicts
}

function count({ kinds }: Verdicts, kind: FalsehoodKind | 'citation moved', isCaught: boolean, what: string): void {
  const tally = kinds.get(kind) ?? { caught: 0, planted: 0, missed: [] }
  kinds.set(kind, tally)
  tally.planted++
  if (isCaught) tally.caught++
  else tally.missed.push(what)
}

function saidAround({ cites }: Sentence, segments: ReturnType<typeof orderedSegments>): string {
  const startMs = cites[0]!.startMs - 15_000
  const endMs = cites.at(-1)!.endMs + 15_000
  return segments
    .filter(segment => segment.endMs >= startMs && segment.startMs <= endMs)
    .map(segment => segment.text)
    .join(' ')
}

/** The same sentence with the citation of a moment half the recording away. */
function elsewhere(sentence: Sentence, durationMs: number): Sentence {
  const { startMs, endMs } = sentence.cites[0]!
  const movedMs = Math.round((startMs + durationMs / 2) % durationMs)
  return { ...sentence, cites: [{ startMs: movedMs, endMs: Math.min(durationMs, movedMs + endMs - startMs) }] }
}
