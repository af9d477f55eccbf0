import { describe, expect, it } from 'vitest'
import { crc16, infoFrame } from './info-frame.ts'

describe('infoFrame', () => {
  it('crc16 is CRC-16/ARC, whose check value is BB3D', () => {
    expect(crc16(new TextEncoder().encode('123456789'))).toBe(0xbb3d)
  })

  it('the Info frame has frame count, byte count, delay and padding at their standard offsets', () => {
    const frames = new Uint8Array(192 * 10)
    const frame = infoFrame(frames, 10 * 1152 - 1500, 64)
    const view = new DataView(frame.buffer)
    expect(new TextDecoder().decode(frame.subarray(21, 25))).toBe('Info')
    expect(view.getUint32(29)).toBe(10)
    expect(view.getUint32(33)).toBe(192 * 11)
    expect(new TextDecoder().decode(frame.subarray(141, 150))).toBe('LAME3.100')
    const delayAndPadding = (frame[162]! << 16) | (frame[163]! << 8) | frame[164]!
    expect(delayAndPadding >> 12).toBe(576)
    expect(delayAndPadding & 0xfff).toBe(1500 - 576)
    expect(view.getUint16(175)).toBe(crc16(frame.subarray(0, 175)))
  })

  it('the Info frame uses a higher bit rate if the audio frames are too short for it', () => {
    expect(infoFrame(new Uint8Array(96 * 4), 2000, 32).length).toBe(192)
    expect(infoFrame(new Uint8Array(384 * 4), 2000, 128).length).toBe(384)
  })

  it('infoFrame rejects incomplete frames and frames that are too few for the samples', () => {
    expect(() => infoFrame(new Uint8Array(100), 10, 64)).toThrow('do not hold')
    expect(() => infoFrame(new Uint8Array(192), 1152, 64)).toThrow('do not hold')
  })
})
