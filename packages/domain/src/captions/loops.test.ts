import { describe, expect, it, test } from 'vitest'
import { parseCaptions } from './parse.ts'
import { toSegments } from './segments.ts'

const stamp = (second: number) =>
  `${String(Math.floor(second / 60)).padStart(2, '0')}:${String(second % 60).padStart(2, '0')}.000`
const cues = (...texts: string[]) =>
  `WEBVTT\n\n${texts.map((text, at) => `${stamp(at * 3)} --> ${stamp(at * 3 + 2)}\n${text}\n`).join('\n')}`
const said = (...texts: string[]) => {
  const outcome = parseCaptions(cues(...texts))
  if (outcome.kind === 'refused') throw new Error(outcome.reason)
  return outcome.segments.map(segment => segment.text).join(' ')
}
const times = (count: number, ...texts: string[]): string[] => Array.from({ length: count }, () => texts).flat()

describe('a recogniser that loops is heard once', () => {
  test.each([
    ['caption after caption', times(40, 'Thank you.'), 'Thank you.'],
    ['in one caption', ['so we go '.repeat(60)], 'so we go'],
    [
      'in two captions that take turns',
      times(30, 'I am going home.', 'I am not there.'),
      'I am going home. I am not there.',
    ],
    ['across the ends of captions', times(20, 'and then the', 'water boils'), 'and then the water boils'],
    ['with other marks and capitals', times(12, 'Thank you!', 'thank you,', 'Thank you.'), 'Thank you!'],
    [
      'in a long phrase',
      times(6, 'The tide comes in twice a day and nobody', 'has ever seen it come in three times.'),
      'The tide comes in twice a day and nobody has ever seen it come in three times.',
    ],
    ['in Japanese', times(30, 'ご視聴ありがとうございました'), 'ご視聴ありがとうございました'],
  ])('%s', (_, texts, expected) => {
    expect(said('We begin.', ...texts, 'We end here.')).toBe(`We begin. ${expected} We end here.`)
  })

  it('also by our own recogniser', () => {
    const heard = times(20, 'Thank you.').map((text, at) => ({
      startMs: at * 1000,
      endMs: at * 1000 + 900,
      text,
      marks: [],
      part: 0,
    }))
    expect(toSegments(heard).segments.map(segment => segment.text)).toEqual(['Thank you.'])
  })
})

describe('what people repeat stays', () => {
  test.each([
    ['a short answer', ['No.', 'No.', 'No.', 'I said no.']],
    ['thanks', ['Thank you.', 'Thank you.', 'Thank you very much.']],
    ['a chorus', times(3, 'Row the boat home to the bay', 'and sing to the sea')],
    ['emphasis', ['It was very, very, very, very cold.']],
    ['counting', ['one one two two three three four four']],
  ])('%s', (_, texts) => {
    expect(said('We begin.', ...texts, 'We end.')).toBe(['We begin.', ...texts, 'We end.'].join(' '))
  })
})
