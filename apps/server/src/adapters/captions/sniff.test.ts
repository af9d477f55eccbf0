import { describe, expect, it } from 'vitest'
import { looksLikeCaptions } from './sniff.ts'

const judge = (text: string) => looksLikeCaptions(Buffer.from(text))

describe('what looks like captions', () => {
  it.each([
    ['json3', '{"wireMagic":"pb3","events":[]}'],
    ['srv1', '<?xml version="1.0" encoding="utf-8" ?><transcript><text start="0">a</text></transcript>'],
    ['srv3', '<?xml version="1.0" encoding="utf-8" ?><timedtext format="3"><body/></timedtext>'],
    ['WebVTT', '\uFEFFWEBVTT\n\n00:00:00.000 --> 00:00:01.000\na'],
    ['WebVTT without its header', '\n00:00:00.000 --> 00:00:01.000\na'],
    ['WebVTT without hours', '00:01.000 --> 00:02.000\na'],
    ['SubRip', '1\r\n00:00:00,000 --> 00:00:01,000\r\na'],
  ])('recognizes %s as captions', (_, text) => {
    expect(judge(text)).toBe(true)
  })

  it.each([
    ['an empty body', ''],
    ['a web page', '<!DOCTYPE html><html><body>00:00:00.000</body></html>'],
    ['a feed', '<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"></feed>'],
    ['a JSON error', '{"error":{"code":404}}'],
    ['truncated json3', '{"wireMagic":"pb3","events":[{"tStartMs":0'],
    ['plain text', 'Nothing to see here.'],
  ])('does not recognize %s as captions', (_, text) => {
    expect(judge(text)).toBe(false)
  })
})
