import { describe, expect, it } from 'vitest'
import { cutOf, longestPiece } from './cutting.ts'
import { sampleRate } from './ffmpeg.ts'
import { cut } from './pieces.ts'

/** Ten minutes of a tone, silent in these stretches of seconds. */
const toneWith = (silences: [from: number, to: number][], loudness = 8_000): Int16Array => {
  const samples = Int16Array.from({ length: longestPiece }, (_, i) => Math.sin(i / 7) * loudness)
  for (const [from, to] of silences) samples.fill(3, from * sampleRate, to * sampleRate)
  return samples
}
const seconds = ({ end, next }: { end: number; next: number }) => [end / sampleRate, next / sampleRate]

describe('where a piece of sound is cut', () => {
  it('is the middle of the quietest 300 ms of its last minute', () => {
    const [end = 0, next] = seconds(
      cutOf(
        toneWith([
          [100, 110],
          [571, 571.3],
        ]),
      ),
    )
    expect(end).toBeCloseTo(571.15, 1)
    expect(next).toBe(end)
  })

  it('is the last of several silences, so that pieces are as long as they may be', () => {
    const [end] = seconds(
      cutOf(
        toneWith([
          [550, 552],
          [590, 592],
        ]),
      ),
    )
    expect(end).toBeGreaterThan(591)
  })

  it('leaves two seconds to both pieces where nobody is silent', () => {
    const [end = 0, next = 0] = seconds(cutOf(toneWith([])))
    expect(end).toBeGreaterThan(540)
    expect(end - next).toBeCloseTo(2)
  })

  it('takes what is quiet beside loud speech for silence, and hum beside silence as well', () => {
    const breath = toneWith([])
    for (let i = 580 * sampleRate; i < 580.4 * sampleRate; i++) breath[i]! /= 20
    const [end, next] = seconds(cutOf(breath))
    expect([next, Math.round(end!)]).toEqual([end, 580])
  })

  it('loses no sample and tells none twice but the overlap, however the samples come', async () => {
    const samples = toneWith([[585, 586]])
    const bytes = Buffer.from(samples.buffer)
    const whole = Buffer.concat([bytes, bytes, bytes.subarray(0, 700_001)])
    async function* inChunks() {
      for (let at = 0; at < whole.length; at += 777_777) yield whole.subarray(at, at + 777_777)
    }
    const pieces = await Array.fromAsync(cut(inChunks()))
    expect(pieces).toHaveLength(3)
    let at = 0
    for (const { samples: own, start, overlap } of pieces) {
      expect(start).toBe(at - overlap)
      at = start + own.length
    }
    expect(at).toBe(whole.length >> 1)
    expect(pieces.every(piece => piece.samples.length <= longestPiece)).toBe(true)
  })

  it('gives no piece for no sample', async () => {
    async function* nothing() {
      yield Buffer.alloc(1)
    }
    expect(await Array.fromAsync(cut(nothing()))).toEqual([])
  })
})
