import { describe, expect, it } from 'vitest'
import { lastCueMs } from './cue-times.ts'

describe('the last cue of a track', () => {
  it.each([
    ['json3', '{"events":[{"tStartMs":1200,"dDurationMs":800},{"tStartMs":754321,"segs":[{"utf8":"end"}]}]}', 754_321],
    [
      'srv1',
      '<transcript><text start="1.2" dur="3">a</text><text start="754.321" dur="2">b</text></transcript>',
      754_321,
    ],
    ['WebVTT with hours', 'WEBVTT\n\n01:02:03.500 --> 01:02:05.000\nend\n', 3_723_000],
    ['WebVTT without hours', 'WEBVTT\n\n02:03.500 --> 02:05.000\nend\n', 123_000],
    ['a text without times', 'only words', null],
    ['an empty body', '', null],
  ])('reads the time of the last cue from %s', (_, text, ms) => {
    expect(lastCueMs(Buffer.from(text))).toBe(ms)
  })

  it('reads the time of the last cue from a track of several megabytes', () => {
    const cues = Array.from({ length: 100_000 }, (_, at) => ({ tStartMs: at * 100, segs: [{ utf8: 'word' }] }))
    expect(lastCueMs(Buffer.from(JSON.stringify({ events: cues })))).toBe(9_999_900)
  })
})
