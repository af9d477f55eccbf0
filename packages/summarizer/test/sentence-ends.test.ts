import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseCaptions } from '../../domain/src/captions/parse.ts'
import { type Source, summarize } from '../src/index.ts'
import { prepareManuscript } from '../src/writers/index.ts'
import { SENTENCE_ENDS } from './sentence-ends.ts'
import { allSentences } from './sentences.ts'

const cases = path.resolve(import.meta.dirname, '../../../../shared/cases/46-abbreviations')
const hasCases = existsSync(cases)
const skipReason = hasCases ? '' : ' (skipped: cases not found)'

/** The sentences that the engine, writers and questions use. */
const sentencesIn = (source: Source) =>
  prepareManuscript(source).passages.flatMap(({ lines }) => lines.map(line => normalise(line.text)))

const normalise = (text: string) =>
  text
    .replace(/["'“”().…&[\]]/g, '')
    .replace(/\s+/g, ' ')
    .trim()

const spoken = (text: string): Source => ({
  segments: [{ text, startMs: 0, endMs: 20_000 }],
  durationMs: 20_000,
  kind: 'uploaded',
})

const findWrong = (texts: readonly (readonly string[])[]) =>
  texts.flatMap(sentences => {
    const found = sentencesIn(spoken(sentences.join(' ')))
    return found.join('|') === sentences.map(normalise).join('|') ? [] : [[sentences.join(' | '), found.join(' | ')]]
  })

/** The probes after a label in the file: `cut in the middle of a name: Sgt. Miller; Capt. Cook; …`. */
const probes = (label: string) =>
  readFileSync(path.join(cases, 'ends.txt'), 'utf8')
    .split('\n')
    .find(line => line.startsWith(`${label}: `))!
    .slice(label.length + 2)
    .split('; ')

describe('sentence ends', () => {
  it('sentence ends are found in texts with abbreviations, initials, numbers and names', () => {
    const wrong = findWrong(SENTENCE_ENDS)
    console.log(`texts split incorrectly: ${wrong.length} of ${SENTENCE_ENDS.length}`)
    expect(wrong).toEqual([])
  })

  it.skipIf(!hasCases)(`sentence ends are found in the shared probes${skipReason}`, () => {
    const inside = [...probes('cut in the middle of a name'), ...probes('kept')].map(probe => [
      `They talked about ${probe} for most of an hour.`,
    ])
    const ending = probes('no end found').map(probe => {
      const [word, next] = probe.split(' ')
      return [`On the board he wrote ${word}`, `${next} harbour stays closed.`]
    })
    const wrong = [findWrong(inside), findWrong(ending)]
    console.log(
      `split inside a sentence: ${wrong[0]!.length} of ${inside.length}; end missed: ${wrong[1]!.length} of ${ending.length}`,
    )
    expect(wrong).toEqual([[], []])
  })

  it.skipIf(!hasCases)(`sentence ends are found in captions with abbreviations${skipReason}`, () => {
    const sourceOf = (name: string): Source => {
      const parsed = parseCaptions(readFileSync(path.join(cases, name)), { fileName: name })
      return { segments: parsed.kind === 'captions' ? parsed.segments : [], durationMs: 80_000, kind: 'uploaded' }
    }
    const texts = allSentences(summarize(sourceOf('court.srt'), { words: 250 })).map(sentence => sentence.text)
    expect(texts.join('\n')).toContain('The U.S. Congress had paid nine million dollars')
    expect(texts.filter(text => /^(Miller|Green|6 and|Congress|Brown|Pleasant|Adams|11 and)/.test(text))).toEqual([])
    expect(sentencesIn(sourceOf('in.srt')).map(text => text.split(' ').slice(0, 4).join(' '))).toEqual([
      'Mr Smith and Ms',
      'Mr Smith works for',
      'On the way home',
      'He blew a 09,',
      'I was born in',
      'My name is Benjamin',
      'Yan et al 2004',
      'Version 20 costs $45',
      'Ellen went to Washington',
      'She liked it',
      'Prof A B Jones',
      'Is it 3 pm',
      'No 7 is late',
      'Acme Inc',
      'The company grew by',
    ])
  })
})
