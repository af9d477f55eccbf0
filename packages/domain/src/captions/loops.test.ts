import { describe, expect, it, test } from 'vitest'
import { parseCaptions } from './parse.ts'
import { toSegments } from './segments.ts'

const stamp = (second: number) =>
  `${String(Math.floor(second / 60)).padStart(2, '0')}:${String(second % 60).padStart(2, '0')}.000`
const cues = (...texts: string[]) =>
  `WEBVTT\n\n${texts.map((text, at) => `${stamp(at * 3)} --> ${stamp(at * 3 + 2)}\n${text}\n`).join('\n')}`
const spokenText = (...texts: string[]) => {
  const outcome = parseCaptions(cues(...texts))
  if (outcome.kind === 'refused') throw new Error(outcome.reason)
  return outcome.segments.map(segment => segment.text).join(' ')
}
const repeated = (count: number, ...texts: string[]): string[] => Array.from({ length: count }, () => texts).flat()

describe('loops of speech recognition', () => {
  test.each([
    ['in every caption', repeated(40, 'Thank you.'), 'Thank you.'],
    ['in one caption', ['so we go '.repeat(60)], 'so we go'],
    [
      'in two alternating captions',
      repeated(30, 'I am going home.', 'I am not there.'),
      'I am going home. I am not there.',
    ],
    ['across caption boundaries', repeated(20, 'and then the', 'water boils'), 'and then the water boils'],
    ['with different punctuation and capitals', repeated(12, 'Thank you!', 'thank you,', 'Thank you.'), 'Thank you!'],
    [
      'in a long phrase',
      repeated(6, 'The tide comes in twice a day and nobody', 'has ever seen it come in three times.'),
      'The tide comes in twice a day and nobody has ever seen it come in three times.',
    ],
    ['in Japanese', repeated(30, 'ご視聴ありがとうございました'), 'ご視聴ありがとうございました'],
  ])('removes a loop %s', (_, texts, expected) => {
    expect(spokenText('We begin.', ...texts, 'We end here.')).toBe(`We begin. ${expected} We end here.`)
  })

  it('removes a loop from our own transcription', () => {
    const utterances = repeated(20, 'Thank you.').map((text, at) => ({
      startMs: at * 1000,
      endMs: at * 1000 + 900,
      text,
      marks: [],
      part: 0,
    }))
    expect(toSegments(utterances).segments.map(segment => segment.text)).toEqual(['Thank you.'])
  })
})

describe('repetitions by people', () => {
  test.each([
    ['a short answer', ['No.', 'No.', 'No.', 'I said no.']],
    ['thanks', ['Thank you.', 'Thank you.', 'Thank you very much.']],
    ['a chorus', repeated(3, 'Row the boat home to the bay', 'and sing to the sea')],
    ['emphasis', ['It was very, very, very, very cold.']],
    ['counting', ['one one two two three three four four']],
  ])('keeps repeated speech: %s', (_, texts) => {
    expect(spokenText('We begin.', ...texts, 'We end.')).toBe(['We begin.', ...texts, 'We end.'].join(' '))
  })
})
