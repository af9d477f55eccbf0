import { describe, expect, it, test } from 'vitest'
import { parseCaptions } from './parse.ts'

const parsed = (text: string) => {
  const outcome = parseCaptions(text)
  if (outcome.kind === 'refused') throw new Error(outcome.reason)
  return outcome
}
const lines = (text: string) => parsed(text).segments.map(s => [s.startMs, s.endMs, s.text])

describe('lyrics', () => {
  const words = [
    { text: 'We', startMs: 1000 },
    { text: 'set', startMs: 1400 },
    { text: 'sail', startMs: 2000 },
  ]
  test.each([
    ['in angle brackets', '[00:01.00] <00:01.00> We <00:01.40> set <00:02.00> sail\n[00:03.00]'],
    ['without spaces', '[00:01.00]<00:01.00>We <00:01.40>set <00:02.00>sail<00:03.00>'],
    ['in square brackets', '[00:01.00]We [00:01.40]set [00:02.00]sail[00:03.00]'],
    ['in milliseconds with a voice label', '[00:01.000]v1: <00:01.000>We <00:01.400>set <00:02.000>sail <00:03.000>'],
    ['with Arabic digits in the title', '[ti:١٢]\n[00:01.00]<00:01.00>We <00:01.40>set <00:02.00>sail\n[00:03.00]'],
  ])('reads the word times of lyrics %s', (_, text) => {
    expect(parsed(text)).toMatchObject({
      format: 'lrc',
      segments: [{ startMs: 1000, endMs: 3000, text: 'We set sail', words }],
    })
  })

  it('repeats a lyrics line at each of its timestamps, until the next line', () => {
    const text =
      '[ar:Nobody]\n[00:05.00][00:20.00]Come home\n[00:09.50]\n[00:12]To the harbour\nand the sea\n[00:24.00]'
    expect(lines(text)).toEqual([
      [5000, 9500, 'Come home'],
      [12_000, 20_000, 'To the harbour and the sea'],
      [20_000, 24_000, 'Come home'],
    ])
  })

  it('shows lyrics earlier by a positive offset', () => {
    expect(lines('[offset: +500]\n[00:05.00]Come home\n[00:06.00]soon')).toEqual([
      [4500, 5500, 'Come home'],
      [5500, 5900, 'soon'],
    ])
    expect(lines('[offset:-500]\n[00:05.00]Come home\n[00:06.00]soon')[0]).toEqual([5500, 6500, 'Come home'])
  })

  it('removes the metadata of lyrics', () => {
    const { segments, sounds } = parsed(
      '[ar:Ada]\n[ti:The sea]\n[by:a tool]\n[length: 2:58]\n[re:x]\n[#:y]\n[00:01.00]Hello there',
    )
    expect([segments.map(segment => segment.text), sounds]).toEqual([['Hello there'], {}])
  })
})
