import { describe, expect, it, test } from 'vitest'
import { parseCaptions } from './parse.ts'

const parsed = (file: unknown) => {
  const outcome = parseCaptions(typeof file === 'string' ? file : JSON.stringify(file))
  if (outcome.kind === 'refused') throw new Error(outcome.reason)
  return outcome
}
const lines = (file: unknown) => parsed(file).segments.map(s => [s.startMs, s.endMs, s.text])

/** Timed words: `We boil the water.` from 1 s to 3 s and `Then we wait.` from 4 s to 5.5 s. */
const first = ['We', 'boil', 'the', 'water.']
const second = ['Then', 'we', 'wait.']
const words = [
  ...first.map((word, at) => ({ word, start: 1 + at * 0.5, end: 1.5 + at * 0.5, speaker: 0 })),
  ...second.map((word, at) => ({ word, start: 4 + at * 0.5, end: 4.5 + at * 0.5, speaker: 1 })),
]
const ms = (seconds: number) => seconds * 1000

describe('JSON transcripts', () => {
  const expected = [
    [1000, 3000, 'We boil the water.'],
    [4000, 5500, 'Then we wait.'],
  ]
  const whisper = {
    text: ' We boil the water. Then we wait.',
    segments: [
      { id: 0, seek: 0, start: 1, end: 3, text: ' We boil the water.', tokens: [50364, 1], avg_logprob: -0.3 },
      { id: 1, seek: 0, start: 4, end: 5.5, text: ' Then we wait.', tokens: [50364, 1], avg_logprob: -0.3 },
    ],
    language: 'en',
  }
  test.each<[string, unknown]>([
    ['Whisper', whisper],
    ['Whisper, formatted', JSON.stringify(whisper, null, 2)],
    [
      'whisper.cpp',
      {
        systeminfo: 'AVX = 1',
        params: { language: 'en' },
        result: { language: 'en' },
        transcription: [
          {
            timestamps: { from: '00:00:01,000', to: '00:00:03,000' },
            offsets: { from: 1000, to: 3000 },
            text: ' We boil the water.',
            tokens: [{ text: '[_BEG_]', offsets: { from: 1000, to: 1000 }, id: 50364, p: 0.9 }],
          },
          {
            timestamps: { from: '00:00:04,000', to: '00:00:05,500' },
            offsets: { from: 4000, to: 5500 },
            text: ' Then we wait.',
          },
        ],
      },
    ],
    [
      'Podcasting 2.0',
      {
        version: '1.0.0',
        segments: [
          { speaker: 'Ada', startTime: 1, endTime: 3, body: 'We boil the water.' },
          { speaker: 'Ada', startTime: 4, endTime: 5.5, body: 'Then we wait.' },
        ],
      },
    ],
    [
      'chunks',
      {
        text: 'We boil the water. Then we wait.',
        chunks: [
          { timestamp: [1, 3], text: ' We boil the water.' },
          { timestamp: [4, 5.5], text: ' Then we wait.' },
        ],
      },
    ],
    [
      'a list',
      [
        { text: 'We boil the water.', start: 1, duration: 2 },
        { text: 'Then we wait.', start: 4, duration: 1.5 },
      ],
    ],
    [
      'numbers as strings',
      [
        { content: 'We boil the water.', start_time: '1.0', end_time: '3.0' },
        { content: 'Then we wait.', start_time: '4', end_time: '5.50' },
      ],
    ],
    [
      'timestamps',
      [
        { line: 'We boil the water.', from: '00:00:01,000', to: '00:00:03,000' },
        { line: 'Then we wait.', from: '00:00:04.000', to: '00:00:05.500' },
      ],
    ],
    [
      'milliseconds',
      {
        content: [
          { text: 'We boil the water.', offset: 1000, duration: 2000, lang: 'en' },
          { text: 'Then we wait.', offset: 4000, duration: 1500, lang: 'en' },
        ],
      },
    ],
    [
      'ticks with alternatives',
      {
        recognizedPhrases: [
          {
            offset: 'PT1S',
            offsetInTicks: 1e7,
            durationInTicks: 2e7,
            nBest: [{ display: 'We boil the water.' }, { display: 'We foil the water.' }],
          },
          { offset: 'PT4S', offsetInTicks: 4e7, durationInTicks: 1.5e7, nBest: [{ display: 'Then we wait.' }] },
        ],
      },
    ],
    ['only words', { result: words, text: 'we boil the water then we wait' }],
    [
      'utterances and words',
      {
        text: 'We boil the water. Then we wait.',
        words: words.map(({ word, start, end }) => ({ text: word, start: ms(start), end: ms(end), speaker: 'A' })),
        utterances: [
          { speaker: 'A', start: 1000, end: 3000, text: 'We boil the water.' },
          { speaker: 'A', start: 4000, end: 5500, text: 'Then we wait.' },
        ],
      },
    ],
    [
      'channels and alternatives',
      {
        metadata: { duration: 6 },
        results: {
          channels: [
            {
              alternatives: [
                {
                  transcript: 'We boil the water. Then we wait.',
                  words: words.map(({ word, ...times }) => ({
                    ...times,
                    word: word.toLowerCase().replace('.', ''),
                    punctuated_word: word,
                  })),
                },
              ],
            },
          ],
        },
      },
    ],
    [
      'results with fractional seconds',
      {
        results: [first, second].map((lineWords, at) => ({
          alternatives: [
            {
              transcript: lineWords.join(' '),
              words: words.slice(at * 4, at * 4 + 4).map(({ word, start, end }) => ({
                word,
                startTime: `${start}s`,
                endTime: { seconds: `${Math.floor(end)}`, nanos: (end % 1) * 1e9 },
              })),
            },
            { transcript: 'something else', words: [{ word: 'else', startTime: '0s', endTime: '1s' }] },
          ],
        })),
      },
    ],
    [
      'items with punctuation in between',
      {
        jobName: 'tea',
        results: {
          transcripts: [{ transcript: 'We boil the water. Then we wait.' }],
          items: words.flatMap(({ word, start, end }) => [
            {
              type: 'pronunciation',
              start_time: String(start),
              end_time: String(end),
              alternatives: [{ content: word.replace('.', ''), confidence: '0.9' }],
            },
            ...(word.endsWith('.') ? [{ type: 'punctuation', alternatives: [{ content: '.' }] }] : []),
          ]),
        },
      },
    ],
    [
      'monologues',
      {
        monologues: [first, second].map((lineWords, at) => ({
          speaker: at,
          elements: lineWords.flatMap((word, i) => {
            const { start, end } = words[at * 4 + i] as (typeof words)[number]
            const mark = word.endsWith('.') ? '.' : ' '
            return [
              { type: 'text', value: word.replace('.', ''), ts: start, end_ts: end },
              { type: 'punct', value: mark },
            ]
          }),
        })),
      },
    ],
    ['JSON Lines', '{"start":1,"end":3,"text":"We boil the water."}\n{"start":4,"end":5.5,"text":"Then we wait."}\n'],
  ])('reads a JSON transcript (%s)', (_, file) => {
    expect(lines(file)).toEqual(expected)
    expect(parsed(file)).toMatchObject({ format: 'json', timing: 'stamped' })
  })

  it('reads the word times of a JSON transcript', () => {
    const file = {
      segments: [
        {
          start: 1,
          end: 3,
          text: ' We boil the water.',
          words: words.slice(0, 4).map(word => ({ ...word, word: ` ${word.word}` })),
        },
      ],
    }
    expect(parsed(file).segments[0]?.words).toEqual(first.map((text, at) => ({ text, startMs: 1000 + at * 500 })))
  })

  it('reads the speakers of a JSON transcript', () => {
    const file = {
      segments: [
        { startTime: 1, endTime: 2, speaker: 'Ada', body: 'Tea?' },
        { startTime: 3, endTime: 4, speaker: 'SPEAKER_01', body: 'Yes.' },
        { startTime: 5, endTime: 6, speaker: 2, body: 'No.' },
      ],
    }
    expect(parsed(file).segments.map(segment => segment.speaker)).toEqual(['Ada', 'Speaker 1', 'Speaker 2'])
  })

  test.each([
    [{ language: 'english' }, 'en'],
    [{ language: 'de' }, 'de'],
    [{ result: { language: 'fr' } }, 'fr'],
    [{ language_code: 'en_US' }, 'en-US'],
    [{ language: 5 }, undefined],
  ])('reads the language of a JSON transcript from %o', (fields, language) => {
    expect(parsed({ ...fields, segments: [{ start: 1, end: 2, text: 'Tea' }] }).language).toBe(language)
  })

  it('reads a JSON transcript without times as plain text', () => {
    expect(parsed({ text: 'We boil the water. Then we wait.' })).toMatchObject({
      timing: 'estimated',
      segments: [{ text: 'We boil the water.' }, { text: 'Then we wait.' }],
    })
  })
})

describe('other JSON', () => {
  test.each([
    ['an error', { error: { code: 403, message: 'No' } }],
    ['a list of numbers', [[1, 2], [3]]],
    ['a video without captions', { id: 'x', title: 'Tea', chapters: [{ start_time: 0, end_time: 5, title: 'One' }] }],
    ['a list of texts without times', { items: [{ text: 'a' }, { text: 'b' }] }],
    ['an empty object', {}],
    ['an empty list', []],
  ])('rejects JSON that is not a transcript: %s', (_, file) => {
    expect(parseCaptions(JSON.stringify(file))).toMatchObject({ kind: 'refused', reason: 'unreadable' })
  })
})
