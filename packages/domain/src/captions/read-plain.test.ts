import { describe, expect, it, test } from 'vitest'
import { parseCaptions } from './parse.ts'

const parsed = (text: string) => {
  const outcome = parseCaptions(text)
  if (outcome.kind === 'refused') throw new Error(outcome.reason)
  return outcome
}
const lines = (text: string) => parsed(text).segments.map(s => [s.startMs / 1000, s.text])

describe('plain text with timestamps', () => {
  const expected = [
    [0, 'hey all of you'],
    [15, 'we begin now'],
    [3723, 'the end'],
  ]
  test.each([
    ['before the text', '0:00 hey all of you\n0:15 we begin now\n1:02:03 the end'],
    ['without spaces', '0:00hey all of you\n0:15we begin now\n1:02:03the end'],
    ['in brackets', '[00:00:00] hey all of you\n[00:00:15] we begin now\n[01:02:03] the end'],
    ['in parentheses with fractions', '(00:00.00) hey all of you\n(00:15.00) we begin now\n(1:02:03.00) the end'],
    ['with colons and dashes', '0:00: hey all of you\n0:15 – we begin now\n1:02:03 | the end'],
    ['as ranges', '0:00 - 0:15 hey all of you\n[0:15 - 1:02:03] we begin now\n[1:02:03.000 --> 1:02:05.000]  the end'],
    ['on separate lines', 'Transcript\nSearch in video\n0:00\nhey all of you\n0:15\nwe begin now\n1:02:03\nthe end'],
    [
      'on separate lines and spelled out',
      '0:00\n0 seconds\nhey all of you\n0:15\n15 seconds\nwe begin now\n1:02:03\n1 hour, 2 minutes, 3 seconds\nthe end',
    ],
    [
      'spelled out on the same line',
      '0:00 0 seconds hey all of you\n0:15 15 seconds we begin now\n1:02:03 1 hour, 2 minutes, 3 seconds the end',
    ],
    ['with frames', '00:00:00:12 hey all of you\n00:00:15:00 we begin now\n01:02:03:24 the end'],
  ])('reads plain text with timestamps %s', (_, text) => {
    expect(lines(text)).toEqual(expected)
    expect(parsed(text)).toMatchObject({ format: 'plain', timing: 'stamped' })
  })

  it('reads speakers from names before timestamps', () => {
    const { segments } = parsed('Ada Lovelace  0:03\nHello there.\n\nBob  0:10\nHi Ada, how are you today?\nFine?')
    expect(segments).toMatchObject([
      { startMs: 3000, endMs: 10_000, text: 'Hello there.', speaker: 'Ada Lovelace', turn: true },
      { startMs: 10_000, text: 'Hi Ada, how are you today?', speaker: 'Bob', turn: true },
      { text: 'Fine?', speaker: 'Bob' },
    ])
  })

  it('does not split a sentence of plain text at an abbreviation in a name', () => {
    expect(lines('[00:01:00] The letter came to Dr. Moreau in May. She never read it.\n[00:01:20] More.')).toEqual([
      [60, 'The letter came to Dr. Moreau in May.'],
      [73.333, 'She never read it.'],
      [80, 'More.'],
    ])
  })

  it('distributes the time of a paragraph among its sentences by length', () => {
    expect(
      lines('[00:01:00] One sentence of six words here. Two sentence of six words here.\n[00:01:20] More.'),
    ).toEqual([
      [60, 'One sentence of six words here.'],
      [70, 'Two sentence of six words here.'],
      [80, 'More.'],
    ])
  })
})

describe('plain text without timestamps', () => {
  it('estimates times of plain text at 150 words per minute and marks them as estimated', () => {
    const sentences = Array.from({ length: 30 }, (_, at) => `Here are ten words that make up whole sentence ${at}.`)
    const { segments, timing } = parsed(sentences.join(' '))
    expect(timing).toBe('estimated')
    expect(segments).toHaveLength(30)
    expect(segments.at(-1)?.endMs).toBe(30 * 10 * 400)
  })

  test.each([
    ['It began at 3:15 in the park.\nThen it rained for hours.'],
    ['3:16 says that God so loved the world.\nNobody knew what to say.\nThen came the next verse.'],
    ['3:1 was how Ghent won.\n2:0 was how Turin did.\n1:1 in Delft.\n0:4 in Porto.'],
    ['We met at 3:15\nand talked of the weather\nuntil they came.'],
    ['4:3 was the score of the match.\nThey went home.\nIt was late.'],
  ])('finds no timestamps in %j', text => {
    expect(parsed(text).timing).toBe('estimated')
  })

  it('splits plain text without sentences into pieces that can be cited', () => {
    const { segments } = parsed(Array.from({ length: 100 }, (_, at) => `word${at}`).join(' '))
    expect(segments.map(segment => segment.text.split(' ').length)).toEqual([40, 40, 20])
  })
})
