import { describe, expect, it } from 'vitest'
import { sampleRate } from './ffmpeg.ts'
import { findCut, maxPieceSamples } from './find-cut.ts'
import { cutSamples } from './pieces.ts'

/** Ten minutes of a tone with silences, given in seconds. */
const toneWith = (silences: [from: number, to: number][], loudness = 8_000): Int16Array => {
  const samples = Int16Array.from({ length: maxPieceSamples }, (_, i) => Math.sin(i / 7) * loudness)
  for (const [from, to] of silences) samples.fill(3, from * sampleRate, to * sampleRate)
  return samples
}
const seconds = ({ end, next }: { end: number; next: number }) => [end / sampleRate, next / sampleRate]

describe('cutting audio into pieces', () => {
  it('cuts a piece in the middle of the quietest 300 ms of its last minute', () => {
    const [end = 0, next] = seconds(
      findCut(
        toneWith([
          [100, 110],
          [571, 571.3],
        ]),
      ),
    )
    expect(end).toBeCloseTo(571.15, 1)
    expect(next).toBe(end)
  })

  it('cuts a piece at the last of several silences, so that it is as long as possible', () => {
    const [end] = seconds(
      findCut(
        toneWith([
          [550, 552],
          [590, 592],
        ]),
      ),
    )
    expect(end).toBeGreaterThan(591)
  })

  it('overlaps two pieces by two seconds if there is no silence to cut in', () => {
    const [end = 0, next = 0] = seconds(findCut(toneWith([])))
    expect(end).toBeGreaterThan(540)
    expect(end - next).toBeCloseTo(2)
  })

  it('treats a passage as silent if it is much quieter than the audio around it', () => {
    const breath = toneWith([])
    for (let i = 580 * sampleRate; i < 580.4 * sampleRate; i++) breath[i]! /= 20
    const [end, next] = seconds(findCut(breath))
    expect([next, Math.round(end!)]).toEqual([end, 580])
  })

  it('cuts a stream of audio without losing samples or repeating any outside the overlaps', async () => {
    const samples = toneWith([[585, 586]])
    const bytes = Buffer.from(samples.buffer)
    const input = Buffer.concat([bytes, bytes, bytes.subarray(0, 700_001)])
    async function* inChunks() {
      for (let at = 0; at < input.length; at += 777_777) yield input.subarray(at, at + 777_777)
    }
    const pieces = await Array.fromAsync(cutSamples(inChunks()))
    expect(pieces).toHaveLength(3)
    let end = 0
    for (const { samples: pieceSamples, start, overlap } of pieces) {
      expect(start).toBe(end - overlap)
      end = start + pieceSamples.length
    }
    expect(end).toBe(input.length >> 1)
    expect(pieces.every(piece => piece.samples.length <= maxPieceSamples)).toBe(true)
  })

  it('cuts audio without a complete sample into no pieces', async () => {
    async function* nothing() {
      yield Buffer.alloc(1)
    }
    expect(await Array.fromAsync(cutSamples(nothing()))).toEqual([])
  })
})
