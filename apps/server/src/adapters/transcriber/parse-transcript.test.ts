import { describe, expect, it } from 'vitest'
import { languageTag } from './language.ts'
import { InvalidTranscriptError, parseTranscript } from './parse-transcript.ts'

const read = (answer: unknown, lengthMs = 600_000) => parseTranscript(Buffer.from(JSON.stringify(answer)), lengthMs)
const line = (start: unknown, end: unknown, text: unknown, more = {}) => ({ start, end, text, ...more })
const texts = (answer: unknown) => read(answer).segments.map(({ text }) => text)

describe('answers of recognisers', () => {
  it('accepts the empty transcript of a silent piece', () => {
    expect(read({ text: '', segments: [] }).segments).toEqual([])
    expect(read({ text: ' ', language: 'en' }).segments).toEqual([])
  })

  it.each([
    ['text without times', { text: 'one two three' }],
    ['lines without times', { text: 'one', segments: [{ text: 'one' }] }],
    ['lines with times as text', { text: 'one', segments: [line('0:01', '0:02', 'one')] }],
    ['lines with null times', { text: 'one', segments: [line(null, null, 'one')] }],
    ['a list', []],
    ['a number', 7],
  ])('rejects %s as a transcript', (_, answer) => {
    expect(() => read(answer)).toThrow(InvalidTranscriptError)
  })

  it('groups timed words into lines if a transcript has no lines', () => {
    const words = ['First', 'things', 'first.', 'Then', 'the', 'rest'].map((word, second) => ({
      word,
      start: second,
      end: second + 0.9,
    }))
    words.push({ word: 'later', start: 20, end: 21 })
    expect(read({ text: 'x', words }).segments.map(({ startMs, text }) => [startMs, text])).toEqual([
      [0, 'First things first.'],
      [3000, 'Then the rest'],
      [20_000, 'later'],
    ])
  })

  it('does not end a transcript line at the abbreviation in a name', () => {
    const text = 'The office of Dr. Moreau is closed. She left.'
    const words = text.split(' ').map((word, second) => ({ word: ` ${word}`, start: second, end: second + 0.9 }))
    expect(texts({ text, words })).toEqual(['The office of Dr. Moreau is closed.', 'She left.'])
  })

  it('returns line times only if word times are missing or do not match the line', () => {
    const [one] = read({ segments: [line(1, 2, 'Hello there')] }).segments
    expect(one).toEqual({ startMs: 1000, endMs: 2000, text: 'Hello there' })
    const words = [{ word: 'quite', start: 1, end: 2 }]
    expect(read({ segments: [line(1, 2, 'something else was said', { words })] }).segments[0]).not.toHaveProperty(
      'words',
    )
  })

  it('uses the time of the previous word for a word without a time', () => {
    const words = [
      { word: 'it', start: 1, end: 1.2 },
      { word: 'costs', start: 1.3, end: 1.5 },
      { word: 'dollars', start: 2, end: 2.5 },
    ]
    expect(read({ segments: [line(1, 3, 'It costs 7 dollars')], words }).segments[0]?.words).toEqual([
      { text: 'It', startMs: 1000 },
      { text: 'costs', startMs: 1300 },
      { text: '7', startMs: 1300 },
      { text: 'dollars', startMs: 2000 },
    ])
  })

  it('drops text hallucinated in silence, by Whisper’s own rule', () => {
    const hallucinated = line(5, 8, 'Thanks for watching!', { no_speech_prob: 0.9, avg_logprob: -1.4 })
    expect(
      texts({ segments: [line(0, 2, 'Hello.', { no_speech_prob: 0.9, avg_logprob: -0.2 }), hallucinated] }),
    ).toEqual(['Hello.'])
    expect(texts({ text: 'Thanks for watching!', segments: [hallucinated] })).toEqual([])
  })

  it('keeps only the first of looping lines, and of a phrase that loops within a line', () => {
    const times = (count: number, text: string) => Array.from({ length: count }, (_, at) => line(at, at + 1, text))
    expect(texts({ segments: [...times(20, 'So we go.'), line(30, 31, 'On.')] })).toEqual(['So we go.', 'On.'])
    expect(texts({ segments: times(3, 'No.') })).toHaveLength(3)
    expect(texts({ segments: [line(0, 9, `I said ${'you know what '.repeat(20)}and left`)] })).toEqual([
      'I said you know what and left',
    ])
    expect(texts({ segments: [line(0, 9, 'very very very good')] })).toEqual(['very very very good'])
  })

  it('reads ten minutes of looping words in less than two seconds', () => {
    const startedAt = performance.now()
    const many = Array.from({ length: 3000 }, (_, at) =>
      line(at / 5, at / 5 + 0.2, at % 2 ? 'tick tock '.repeat(50) : 'tock'),
    )
    read({ segments: [...many, line(599, 600, 'a '.repeat(5000))] })
    expect(performance.now() - startedAt).toBeLessThan(2_000)
  })

  it.each([
    ['english', 'en'],
    ['German', 'de'],
    ['pt', 'pt'],
    ['en-US', 'en-us'],
    ['javanese', 'jv'],
    ['klingon, mostly', 'und'],
    ['', 'und'],
    [undefined, 'und'],
  ])('converts the recogniser language “%s” to the tag %s', (language, tag) => expect(languageTag(language)).toBe(tag))
})
