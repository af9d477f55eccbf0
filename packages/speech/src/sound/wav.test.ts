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

function inBytes(count: number, values: number[]): Buffer {
  const bytes = Buffer.alloc(count * values.length)
  for (const [i, value] of values.entries()) bytes.writeIntLE(value, i * count, count)
  return bytes
}

describe('readWav', () => {
  it('readWav returns samples, sample rate and channel count', () => {
    expect(readWav(wav(data))).toEqual({ pcm: Int16Array.from(samples), sampleRate: 24_000, channels: 1 })
    const stereo = readWav(wav(data.subarray(0, 8), { channels: 2, rate: 44_100 }))
    expect(stereo).toMatchObject({ channels: 2, sampleRate: 44_100 })
  })

  it.each([0, 0xffff_ffff, 0x7fff_ffdb])(
    'readWav reads to the end of a WAV file with the unknown-size marker %d',
    size => {
      expect([...readWav(wav(data, { size })).pcm]).toEqual(samples)
    },
  )

  it('readWav converts 32-bit floats to 16 bits and clips them at full scale', () => {
    const floats = Buffer.from(Float32Array.from([0, 0.5, -1, 2]).buffer)
    expect([...readWav(wav(floats, { format: 3, bits: 32 })).pcm]).toEqual([0, 16_383, -32_767, 32_767])
  })

  it.each([
    [8, Buffer.from([128, 132, 124, 255, 0]), [0, 1024, -1024, 32_512, -32_768]],
    [24, inBytes(3, [0, 1000 * 256 + 255, -1000 * 256, 0x7f_ffff, -0x80_0000]), samples],
    [32, inBytes(4, [0, 1000 * 65_536 + 65_535, -1000 * 65_536, 0x7fff_ffff, -0x8000_0000]), samples],
  ])('readWav converts %d-bit samples to 16 bits', (bits, bytes, expected) => {
    expect([...readWav(wav(bytes, { bits })).pcm]).toEqual(expected)
  })

  it('readWav converts 64-bit floats to 16 bits and NaN to silence', () => {
    const floats = Buffer.from(Float64Array.from([0, 0.5, Number.NaN, Number.NEGATIVE_INFINITY]).buffer)
    expect([...readWav(wav(floats, { format: 3, bits: 64 })).pcm]).toEqual([0, 16_383, 0, -32_767])
  })

  it('readWav drops an incomplete frame at the end of a stereo file', () => {
    const bytes = Buffer.concat([inBytes(3, [256, 512, 768]), Buffer.from([1])])
    expect([...readWav(wav(bytes, { bits: 24, channels: 2, size: 0xffff_ffff })).pcm]).toEqual([1, 2])
  })

  it('readWav skips other chunks and accepts a view at an odd offset of a larger buffer', () => {
    const list = Buffer.from('LIST\u0003\0\0\0abc\0', 'latin1')
    const file = wav(data, { before: list })
    const inMemory = Buffer.concat([Buffer.from('!'), file, Buffer.alloc(100, 'x')]).subarray(1, 1 + file.length)
    expect([...readWav(inMemory).pcm]).toEqual(samples)
  })

  it.each([
    ['a truncated file', wav(data).subarray(0, 50), 'truncated'],
    ['a file that ends before its samples', wav(data).subarray(0, 40), 'no samples'],
    ['12-bit samples', wav(data, { bits: 12 }), '12 bits'],
    ['16-bit floats', wav(data, { format: 3 }), 'format 3'],
    ['μ-law', wav(data, { format: 7, bits: 8 }), 'format 7'],
    ['six channels', wav(data, { channels: 6 }), '6 channels'],
    ['an AVI file', Buffer.from('RIFFxxxxAVI LIST'), 'not a WAV'],
  ])('readWav rejects %s', (_, bytes, reason) => {
    expect(() => readWav(bytes)).toThrow(reason)
  })

  it('isWav recognises a WAV file by its header', () => {
    expect([wav(data), Buffer.from('RIFF'), Buffer.alloc(0), Buffer.from('ID3')].map(isWav)).toEqual([
      true,
      false,
      false,
      false,
    ])
  })
})
