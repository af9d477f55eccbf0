import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { summarize } from '../src/index.ts'
import { passageText, prepareManuscript } from '../src/writers/index.ts'
import { asCaption } from '../training/documents.ts'
import { DELIBERATE_REPETITIONS, DELIBERATE_REPETITIONS_IN_CAPTIONS, HEDGES, STUTTERS } from './repetitions.ts'
import { allSentences } from './sentences.ts'

const linesFile = path.resolve(import.meta.dirname, '../../../../shared/cases/47-repeated-words/lines.txt')
const hasLines = existsSync(linesFile)

/** A talk with the sentence among empty sentences, far from the greetings and goodbyes at both ends. */
const talkOf = (sentence: string) => {
  const around = Array.from({ length: 15 }, () => 'Here we go again.')
  const segments = [...around, sentence, ...around].map((text, i) => ({
    text,
    startMs: i * 60_000,
    endMs: i * 60_000 + 6000,
  }))
  return { segments, durationMs: 31 * 60_000, kind: 'uploaded' as const }
}

const inCaptions = (sentence: string) => {
  const { segments, ...talk } = talkOf(sentence)
  return { ...talk, kind: 'auto' as const, segments: segments.map(one => ({ ...one, text: asCaption(one.text) })) }
}

/** Without capitals, the band The The cannot be distinguished from a stutter. */
const isClearInCaptions = (sentence: string) => !sentence.startsWith('The The ')

type Talk = ReturnType<typeof talkOf> | ReturnType<typeof inCaptions>

/** The text that writers and questions use, in lower case without punctuation. */
const read = (talk: Talk) => wordsOf(prepareManuscript(talk).passages.map(passageText).join(' '))

const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .replace(/(?<=\p{L})-(?=\p{L})/gu, ' ')
    .match(/[\p{L}\p{N}%$]['\p{L}\p{N}.:,-]*(?<=[\p{L}\p{N}%])/gu)
    ?.join(' ') ?? ''

/** Conjunctions between clauses, which may be removed. */
const clauseConjunction = /(?<=^|\s)(and|but|so) (?=(i|we|he|she|it|they|the|this)\b)/g

const normalised = (sentence: string) => wordsOf(sentence).replace(/^(and|but|so) /, '')

const contains = (words: string, sentence: string) =>
  [words, words.replace(clauseConjunction, '')].some((text, i) =>
    ` ${text} `.includes(` ${i === 0 ? normalised(sentence) : normalised(sentence).replace(clauseConjunction, '')} `),
  )

const findLost = (sentences: readonly string[], talkFor: (sentence: string) => Talk, view: (text: string) => string) =>
  sentences.filter(sentence => !contains(read(talkFor(sentence)), view(sentence)))

describe('deliberate repetitions', () => {
  const asWritten = (text: string) => text

  it.each([
    ['in punctuated transcripts', DELIBERATE_REPETITIONS, talkOf, asWritten],
    ['in the same words as captions', DELIBERATE_REPETITIONS.filter(isClearInCaptions), inCaptions, asCaption],
    ['in captions', DELIBERATE_REPETITIONS_IN_CAPTIONS, inCaptions, asCaption],
  ] as const)('deliberate repetitions are kept %s', (name, sentences, talkFor, view) => {
    const lost = findLost(sentences, talkFor, view)
    console.log(`deliberate repetitions lost ${name}: ${lost.length} of ${sentences.length}`)
    expect(lost).toEqual([])
  })

  it.skipIf(!hasLines)(
    `deliberate repetitions are kept in the lines that used to fail${hasLines ? '' : ' (skipped: cases not found)'}`,
    () => {
      const lines = readFileSync(linesFile, 'utf8').trim().split('\n')
      const lost = findLost(lines, talkOf, asWritten)
      const lostInCaptions = findLost(lines, inCaptions, asCaption)
      console.log(
        `deliberate repetitions lost: ${lost.length} of ${lines.length}, as captions ${lostInCaptions.length}`,
      )
      expect([lost, lostInCaptions]).toEqual([[], []])
    },
  )

  it('deliberate repetitions are kept in summaries', () => {
    const spoken = DELIBERATE_REPETITIONS.map(
      sentence => [sentence, allSentences(summarize(talkOf(sentence)))] as const,
    )
    const lost = spoken.filter(([sentence, kept]) => !contains(wordsOf(kept.map(s => s.text).join(' ')), sentence))
    const completeCount = spoken.length - lost.length
    console.log(`deliberate repetitions complete in summaries: ${completeCount} of ${spoken.length}`)
    expect(
      lost.filter(([, kept]) => kept.length > 0).map(([sentence, kept]) => [sentence, kept.map(s => s.text)]),
    ).toEqual([])
  })
})

describe('hedges', () => {
  it.each([
    ['in punctuated transcripts', talkOf, (text: string) => text],
    ['in captions', inCaptions, asCaption],
  ] as const)('hedges are kept %s', (name, talkFor, view) => {
    const lost = findLost(HEDGES, talkFor, view)
    console.log(`hedges lost ${name}: ${lost.length} of ${HEDGES.length}`)
    expect(lost).toEqual([])
  })
})

describe('stutters', () => {
  const isRemoved = ([stuttered, expected]: [string, string]) => {
    const words = ` ${read(talkOf(stuttered))} `
    return words.includes(` ${normalised(expected)} `) && !words.includes(` ${wordsOf(stuttered)} `)
  }

  it('the first attempts of restarted phrases are removed', () => {
    const notRemoved = STUTTERS.filter(stutter => !isRemoved(stutter))
    console.log(`stutters removed: ${STUTTERS.length - notRemoved.length} of ${STUTTERS.length}`)
    expect(notRemoved).toEqual([])
  })
})
