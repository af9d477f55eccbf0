import { describe, expect, it, test } from 'vitest'
import { parseCaptions } from './parse.ts'

const parsed = (text: string) => {
  const outcome = parseCaptions(text)
  if (outcome.kind === 'refused') throw new Error(outcome.reason)
  return outcome
}
const lines = (text: string) => parsed(text).segments.map(s => [s.startMs, s.endMs, s.text])

const head =
  '[Script Info]\nTitle: Tea\nScriptType: v4.00+\n\n[V4+ Styles]\nFormat: Name, Fontname\nStyle: Default,Arial\n'
const format = 'Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text'
const ass = (...dialogues: string[]) => `${head}\n[Events]\n${format}\n${dialogues.join('\n')}\n`
const line = (text: string, start = '0:00:01.00', end = '0:00:03.50', name = '') =>
  `Dialogue: 0,${start},${end},Default,${name},0,0,0,,${text}`

describe('Advanced SubStation', () => {
  test.each([
    ['a complete file', ass(line('Tea, toast and\\Njam'))],
    [
      'Windows line ends and comments',
      `; made by a tool\n! note\n${ass(line('Tea, toast and\\njam'))}`.replaceAll('\n', '\r\n'),
    ],
    ['a file without its head', line('Tea, toast and\\hjam')],
    [
      'version 4.00',
      '[Script Info]\nScriptType: v4.00\n\n[Events]\nFormat: Marked, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\nDialogue: Marked=0,0:00:01.00,0:00:03.50,Default,,0000,0000,0000,,Tea, toast and jam',
    ],
    [
      'custom fields',
      `[Script Info]\n[Events]\nFormat: Start, End, Text\nDialogue: 0:00:01.00,0:00:03.50,Tea, toast and jam`,
    ],
    ['tags and comments in braces', ass(line('{\\an8\\fs20}Tea,{a note} {\\i1}toast{\\i0} and {\\fad(200,200)}jam'))],
    ['the same line in two layers', ass(line('{\\bord3}Tea, toast and jam'), line('Tea, toast and jam'))],
    ['a drawing after the text', ass(line('Tea, toast and jam{\\p1\\pbo10}m 0 0 l 5 0 5 5{\\p0}'))],
    [
      'a drawing and a comment on other lines',
      ass(line('{\\p2}m 0 0 l 5 0 5 5'), line('Tea, toast and jam'), `Comment: ${line('no').slice(10)}`),
    ],
  ])('reads Advanced SubStation: %s', (_, text) => {
    expect(lines(text)).toEqual([[1000, 3500, 'Tea, toast and jam']])
    expect(parsed(text).format).toBe('ass')
  })

  it('sorts the speech and signs of Advanced SubStation by time', () => {
    const text = ass(
      line('First we boil it.', '0:00:01.00', '0:00:03.00'),
      line('Then we pour it.', '0:00:40.00', '0:00:43.00'),
      line('A SIGN', '0:00:02.00', '0:00:42.00', 'Sign'),
    )
    expect(lines(text).map(([startMs, , text]) => [startMs, text])).toEqual([
      [1000, 'First we boil it.'],
      [2000, 'A SIGN'],
      [40_000, 'Then we pour it.'],
    ])
  })

  it('reads the speakers of Advanced SubStation', () => {
    const text = ass(line('Yes?', '0:00:01.00', '0:00:02.00', 'NTP'), line('Tea?', '0:00:03.00', '0:00:04.00', 'Ada'))
    expect(parsed(text).segments.map(segment => segment.speaker)).toEqual([undefined, 'Ada'])
  })

  it('reads word times from the karaoke syllables of Advanced SubStation', () => {
    expect(parsed(ass(line('{\\k50}The {\\kf40}ti{\\k30}de\\h{\\ko100}turns'))).segments[0]?.words).toEqual([
      { text: 'The', startMs: 1000 },
      { text: 'tide', startMs: 1500 },
      { text: 'turns', startMs: 2200 },
    ])
  })
})

describe('remains of Advanced SubStation in SRT', () => {
  test.each([
    [
      'a drawing after the words',
      '{\\an8}{\\blur0.4}Space centre{\\p1\\pbo10}m 2 0 l 2 42 19.61 42{\\p0}',
      'Space centre',
    ],
    ['a drawing that does not end', 'Space centre{\\p4}m 2 0 l 2 42 19.61 42', 'Space centre'],
    ['a drawing before the words', '{\\p1}m 0 0 b 1 1 2 2 3 3{\\p0}Space {\\i1}centre{\\i0}', 'Space centre'],
    ['a drawing without its tags', 'm 2 0 l 2 42 19.61 -42 b 1 1 2 2 3 3 c\nSpace centre', 'Space centre'],
  ])('removes %s from SRT', (_, text, expected) => {
    expect(lines(`1\n00:00:01,000 --> 00:00:02,000\n${text}\n`)).toEqual([[1000, 2000, expected]])
  })

  it.each(['{or so} he said', 'M 25 and M 5', 'a path C:\\Notes\\p1', 'm 5 people'])(
    'keeps the text “%s”, which is not a drawing',
    text => {
      expect(parsed(`1\n00:00:01,000 --> 00:00:02,000\n${text}\n`).segments[0]?.text.split(/[\s\\]/)[0]).toBe(
        text.split(/[\s\\]/)[0],
      )
    },
  )
})
