import { beforeAll, describe, expect, it, vi } from 'vitest'
import { createSupportChecker } from '../src/checking/support.ts'
import { type Sentence, summarize } from '../src/index.ts'
import { normaliseSegments } from '../src/reading/turns.ts'
import { type FalsehoodKind, plantFalsehoods } from './falsehoods.ts'
import { hasDocuments, hasRecordings, recordedTalks, shortTalks, spokenDocuments, type Talk } from './talks.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 })

interface Tally {
  caught: number
  planted: number
  /** Undetected falsehoods, printed when the rate is too low. */
  missed: string[]
}

interface Verdicts {
  sentences: number
  /** Unaltered sentences of the engine that the check marks as weak. */
  flagged: string[]
  kinds: Map<FalsehoodKind | 'citation moved', Tally>
}

const corpora = [
  { corpus: "the project's own talks", talks: englishTalks, isMissing: false, minPlanted: 15 },
  { corpus: 'recorded captions', talks: recordedTalks, isMissing: !hasRecordings, minPlanted: 1 },
  { corpus: 'meetings', talks: () => spokenDocuments(15), isMissing: !hasDocuments, minPlanted: 1 },
]

for (const { corpus, talks, isMissing, minPlanted } of corpora)
  describe.skipIf(isMissing)(
    `the support check of sentences from ${corpus}${isMissing ? ' (skipped: recordings not found)' : ''}`,
    () => {
      let verdicts: Verdicts
      beforeAll(() => {
        verdicts = judge(talks())
      })

      it("the support check accepts at least 98 % of the engine's own sentences", () => {
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
      ] as const)('the support check detects at least 95 of 100 planted falsehoods: %s', kind => {
        const { caught, planted, missed } = verdicts.kinds.get(kind) ?? { caught: 0, planted: 0, missed: [] }
        expect(planted).toBeGreaterThanOrEqual(minPlanted)
        expect(caught / planted, missed.join('\n')).toBeGreaterThanOrEqual(0.95)
      })

      it('the support check detects at least 80 % of citations moved to another part of the recording', () => {
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
    const segments = normaliseSegments(source)
    const check = createSupportChecker(segments)
    const isCaught = (sentence: Sentence) => check(sentence).support === 'weak'
    for (const sentence of [...inThreePoints, ...sections.flatMap(section => section.sentences)]) {
      verdicts.sentences++
      if (isCaught(sentence)) {
        verdicts.flagged.push(sentence.text)
        continue
      }
      for (const { kind, text } of plantFalsehoods(sentence.text, textAround(sentence, segments)))
        count(verdicts, kind, isCaught({ ...sentence, text }), `${sentence.text} ⇒ ${text}`)
      count(verdicts, 'citation moved', isCaught(moveCitation(sentence, source.durationMs)), sentence.text)
    }
  }
  return verdicts
}

function count(
  { kinds }: Verdicts,
  kind: FalsehoodKind | 'citation moved',
  isCaught: boolean,
  description: string,
): void {
  const tally = kinds.get(kind) ?? { caught: 0, planted: 0, missed: [] }
  kinds.set(kind, tally)
  tally.planted++
  if (isCaught) tally.caught++
  else tally.missed.push(description)
}

function textAround({ cites }: Sentence, segments: ReturnType<typeof normaliseSegments>): string {
  const startMs = cites[0]!.startMs - 15_000
  const endMs = cites.at(-1)!.endMs + 15_000
  return segments
    .filter(segment => segment.endMs >= startMs && segment.startMs <= endMs)
    .map(segment => segment.text)
    .join(' ')
}

/** The sentence with its citation moved by half the recording. */
function moveCitation(sentence: Sentence, durationMs: number): Sentence {
  const { startMs, endMs } = sentence.cites[0]!
  const movedMs = Math.round((startMs + durationMs / 2) % durationMs)
  return { ...sentence, cites: [{ startMs: movedMs, endMs: Math.min(durationMs, movedMs + endMs - startMs) }] }
}
