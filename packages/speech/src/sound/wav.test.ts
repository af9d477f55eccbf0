import { describe, expect, it } from 'vitest'
import { isWav, readWav } from './wav.ts'

type Parts = { format?: number; channels?: number; rate?: number; bits?: number; size?: number; before?: Buffer }

function wav(data: Buffer, { format = 1, channels = 1, rate = 24_000, bits = 16, size, before }: Parts = {}): Buffer {
  const form = Buffer.alloc(24)
  form.write('fmt ', 0)
  form.writeUInt32LE(16, 4)
  form.writeUInt16LE(format, 8)
  form.writeUInt16LE(channels, 10)
  form.writeUInt32LE(rate, 12)
  form.writeUInt32LE((rate * channels * bits) / 8, 16)
  form.writeUInt16LE((channels * bits) / 8, 20)
  form.writeUInt16LE(bits, 22)
  const head = Buffer.alloc(8)
  head.write('data', 0)
  head.writeUInt32LE(size ?? data.length, 4)
  const riff = Buffer.alloc(12)
  riff.write('RIFF', 0)
  riff.writeUInt32LE(0xffff_ffff, 4)
  riff.write('WAVE', 8)
  return Buffer.concat([riff, form, before ?? Buffer.alloc(0), head, data])
}

const samples = [0, 1000, -1000, 32_767, -32_768]
const data = Buffer.from(Int16Array.from(samples).buffer)

describe('a WAV file', () => {
  it('is read with its rate and channels', () => {
    expect(readWav(wav(data))).toEqual({ pcm: Int16Array.from(samples), sampleRate: 24_000, channels: 1 })
    const stereo = readWav(wav(data.subarray(0, 8), { channels: 2, rate: 44_100 }))
    expect(stereo).toMatchObject({ channels: 2, sampleRate: 44_100 })
  })

  it.each([0, 0xffff_ffff, 0x7fff_ffdb])('whose size was not known when it was begun (%d) goes on to its end', size => {
    expect([...readWav(wav(data, { size })).pcm]).toEqual(samples)
  })

  it('of floats is read as 16 bits, no louder than full scale', () => {
    const floats = Buffer.from(Float32Array.from([0, 0.5, -1, 2]).buffer)
    expect([...readWav(wav(floats, { format: 3, bits: 32 })).pcm]).toEqual([0, 16_383, -32_767, 32_767])
  })

  it('may say other things first, and be part of a larger memory at an odd place', () => {
    const list = Buffer.from('LIST\u0003\0\0\0abc\0', 'latin1')
    const file = wav(data, { before: list })
    const inMemory = Buffer.concat([Buffer.from('!'), file, Buffer.alloc(100, 'x')]).subarray(1, 1 + file.length)
    expect([...readWav(inMemory).pcm]).toEqual(samples)
  })

  it.each([
    ['that is cut off', wav(data).subarray(0, 50), 'cut off'],
    ['that ends before its samples', wav(data).subarray(0, 40), 'no samples'],
    ['of 8 bits', wav(data, { bits: 8 }), '8 bits'],
    ['of μ-law', wav(data, { format: 7, bits: 8 }), 'format 7'],
    ['of six channels', wav(data, { channels: 6 }), '6 channels'],
    ['that is none', Buffer.from('RIFFxxxxAVI LIST'), 'no WAV'],
  ])('%s is refused', (_, bytes, reason) => {
    expect(() => readWav(bytes)).toThrow(reason)
  })

  it('is told from anything else by its beginning', () => {
    expect([wav(data), Buffer.from('RIFF'), Buffer.alloc(0), Buffer.from('ID3')].map(isWav)).toEqual([
      true,
      false,
      false,
      false,
    ])
  })
})
