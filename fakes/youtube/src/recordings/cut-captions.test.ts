import { describe, expect, it } from 'vitest'
import { captionsEndMs, cutCaptions } from './cut-captions.ts'

const cut = (text: string) => Buffer.from(cutCaptions(Buffer.from(text), 60_000)).toString('utf8')

describe('recorded captions', () => {
  it('cuts json3 captions at the length of the video and keeps earlier events', () => {
    const track = (events: object[]) => JSON.stringify({ wireMagic: 'pb3', events })
    const early = { tStartMs: 59_999, segs: [{ utf8: 'a' }] }
    expect(cut(track([{ segs: [] }, early, { tStartMs: 60_000 }]))).toBe(track([{ segs: [] }, early]))
  })

  it('cuts srv1 and srv3 captions at the length of the video', () => {
    const head = '<?xml version="1.0" encoding="utf-8" ?>'
    const texts = '<text start="0" dur="1">a</text><text start="59.9">b</text>'
    expect(cut(`${head}<transcript>${texts}<text start="60">c</text></transcript>`)).toBe(
      `${head}<transcript>${texts}</transcript>`,
    )
    expect(cut('<timedtext><body><p t="0">a</p><p t="60000">b</p></body></timedtext>')).toBe(
      '<timedtext><body><p t="0">a</p></body></timedtext>',
    )
  })

  it.each(['\n', '\r\n'])('cuts WebVTT and SubRip captions with line breaks %j at the length of the video', end => {
    const vtt = [
      'WEBVTT',
      'Kind: captions',
      '',
      '00:00:01.000 --> 00:00:02.000',
      'a',
      '',
      '00:59.000 --> 01:01.000',
      'b',
    ]
    const late = ['', '00:01:00.000 --> 00:01:01.000', 'c', '']
    expect(cut([...vtt, ...late].join(end)).trimEnd()).toBe(vtt.join(end))
    const srt = ['1', '00:00:01,000 --> 00:00:02,000', 'a']
    expect(cut([...srt, '', '2', '00:01:00,000 --> 00:01:01,000', 'b', ''].join(end)).trimEnd()).toBe(srt.join(end))
  })

  it('finds the end time of json3, srv1 and WebVTT captions', () => {
    expect(captionsEndMs(Buffer.from('{"events":[{"tStartMs":5},{"tStartMs":70000}]}'))).toBe(70_000)
    expect(captionsEndMs(Buffer.from('<transcript><text start="1"/><text start="9.5"/></transcript>'))).toBe(9_500)
    expect(captionsEndMs(Buffer.from('WEBVTT\n\n01:00:01.000 --> 01:00:02.000\na\n'))).toBe(3_601_000)
    expect(captionsEndMs(Buffer.from('nothing'))).toBe(0)
  })
})
