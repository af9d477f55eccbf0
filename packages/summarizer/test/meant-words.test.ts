import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { summarize } from '../src/index.ts'
import { prepareManuscript, textOf } from '../src/writers/index.ts'
import { asCaption } from '../training/documents.ts'
import { HEDGES, MEANT_IN_CAPTIONS, MEANT_REPETITIONS, STUTTERS } from './repetitions.ts'
import { sentencesOf } from './sentences.ts'

const linesFile = path.resolve(import.meta.dirname, '../../../../shared/cases/47-repeated-words/lines.txt')
const hasLines = existsSync(linesFile)

/** The sentence in the middle of others that say nothing, far from the greetings and goodbyes of a video. */
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

/** Without capitals nobody can tell the band The The from a stutter. */
const isPlainInCaptions = (sentence: string) => !sentence.startsWith('The The ')

type Talk = ReturnType<typeof talkOf> | ReturnType<typeof inCaptions>

/** What writers and Ask read of it, in lower case without marks. */
const read = (talk: Talk) => wordsOf(prepareManuscript(talk).passages.map(textOf).join(' '))

const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .replace(/(?<=\p{L})-(?=\p{L})/gu, ' ')
    .match(/[\p{L}\p{N}%$]['\p{L}\p{N}.:,-]*(?<=[\p{L}\p{N}%])/gu)
    ?.join(' ') ?? ''

/** A conjunction that only leads over to the next clause may go. */
const leadsOver = /(?<=^|\s)(and|but|so) (?=(i|we|he|she|it|they|the|this)\b)/g

const said = (sentence: string) => wordsOf(sentence).replace(/^(and|but|so) /, '')

const holds = (words: string, sentence: string) =>
  [words, words.replace(leadsOver, '')].some((text, i) =>
    ` ${text} `.includes(` ${i === 0 ? said(sentence) : said(sentence).replace(leadsOver, '')} `),
  )

const lostOf = (sentences: readonly string[], talkFor: (sentence: string) => Talk, view: (text: string) => string) =>
  sentences.filter(sentence => !holds(read(talkFor(sentence)), view(sentence)))

describe('what a speaker repeats on purpose stays', () => {
  const asWritten = (text: string) => text

  it.each([
    ['in punctuated transcripts', MEANT_REPETITIONS, talkOf, asWritten],
    ['in the same words as captions', MEANT_REPETITIONS.filter(isPlainInCaptions), inCaptions, asCaption],
    ['in captions', MEANT_IN_CAPTIONS, inCaptions, asCaption],
  ] as const)('%s', (name, sentences, talkFor, view) => {
    const lost = lostOf(sentences, talkFor, view)
    console.log(`repetitions lost, ${name}: ${lost.length} of ${sentences.length}`)
    expect(lost).toEqual([])
  })

  it.skipIf(!hasLines)(`in the lines that failed before${hasLines ? '' : ' (skipped: no cases)'}`, () => {
    const lines = readFileSync(linesFile, 'utf8').trim().split('\n')
    const lost = lostOf(lines, talkOf, asWritten)
    const lostInCaptions = lostOf(lines, inCaptions, asCaption)
    console.log(`repetitions lost of ${lines.length}: ${lost.length}, as captions ${lostInCaptions.length}`)
    expect([lost, lostInCaptions]).toEqual([[], []])
  })

  it('in summaries', () => {
    const spoken = MEANT_REPETITIONS.map(sentence => [sentence, sentencesOf(summarize(talkOf(sentence)))] as const)
    const lost = spoken.filter(([sentence, kept]) => !holds(wordsOf(kept.map(s => s.text).join(' ')), sentence))
    const whole = spoken.length - lost.length
    console.log(`repetitions whole in summaries: ${whole} of ${spoken.length}`)
    expect(
      lost.filter(([, kept]) => kept.length > 0).map(([sentence, kept]) => [sentence, kept.map(s => s.text)]),
    ).toEqual([])
  })
})

describe('a word that says how sure or how exact the speaker is stays', () => {
  it.each([
    ['in punctuated transcripts', talkOf, (text: string) => text],
    ['in captions', inCaptions, asCaption],
  ] as const)('%s', (name, talkFor, view) => {
    const lost = lostOf(HEDGES, talkFor, view)
    console.log(`hedges lost, ${name}: ${lost.length} of ${HEDGES.length}`)
    expect(lost).toEqual([])
  })
})

describe('what a speaker starts again goes', () => {
  const removed = ([stuttered, left]: [string, string]) => {
    const words = ` ${read(talkOf(stuttered))} `
    return words.includes(` ${said(left)} `) && !words.includes(` ${wordsOf(stuttered)} `)
  }

  it('in nearly all of the stutters written down here', () => {
    const stays = STUTTERS.filter(stutter => !removed(stutter))
    console.log(`stutters removed: ${STUTTERS.length - stays.length} of ${STUTTERS.length}`)
    expect(stays).toEqual([])
  })
})
