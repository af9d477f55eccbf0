/** Samples that LAME inserts before the audio (ENCDELAY). Decoders add their own 529 and skip both. */
const ENCODER_DELAY = 576
const SAMPLES_PER_FRAME = 1152
const SAMPLE_RATE = 48_000
const HEADER_AND_SIDE_INFO = 4 + 17
const TAG_LENGTH = 156
const BITRATES = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]

/**
 * The Info frame, which is the first frame of a constant-bit-rate MP3 (MPEG-1 layer III, mono, 48 kHz). It has the number of frames and
 * bytes, so that players know the duration immediately; a seek table; and the delay and padding, so that decoders return exactly the
 * encoded samples. Goes before `frames`. Throws if `frames` is not a whole number of frames or is too short for `sampleCount` samples.
 *
 * Layout: Mp3 Info Tag revision 1, http://gabriel.mp3-tech.org/mp3infotag.html, and PutLameVBR in LAME's VbrTag.c.
 */
export function infoFrame(frames: Uint8Array, sampleCount: number, bitrateKbps: number): Uint8Array<ArrayBuffer> {
  const frameCount = frames.length / frameLength(bitrateKbps)
  const padding = frameCount * SAMPLES_PER_FRAME - ENCODER_DELAY - sampleCount
  if (!Number.isInteger(frameCount) || padding < 0 || padding > 0xfff) {
    throw new Error(`${frames.length} bytes of frames do not hold ${sampleCount} samples`)
  }

  // Frames at the lowest rates are too short for the tag. Decoders accept any rate for this frame, as it has no audio.
  const tagBitrate = BITRATES.find(
    rate => frameLength(rate) >= HEADER_AND_SIDE_INFO + TAG_LENGTH && rate >= bitrateKbps,
  )!
  const frame = new Uint8Array(frameLength(tagBitrate))
  const view = new DataView(frame.buffer)
  // Sync, MPEG-1 layer III, no CRC | bit rate, 48 kHz | mono | original
  frame.set([0xff, 0xfb, (BITRATES.indexOf(tagBitrate) << 4) | 0b0100, 0b11000100])

  let at = HEADER_AND_SIDE_INFO
  at = writeText(frame, at, 'Info')
  const hasFramesBytesTableQuality = 0b1111
  for (const value of [hasFramesBytesTableQuality, frameCount, frame.length + frames.length]) {
    view.setUint32(at, value)
    at += 4
  }
  for (let percent = 0; percent < 100; percent++) frame[at++] = Math.floor((percent * 256) / 100)
  const quality = 57
  view.setUint32(at, quality)
  at = writeText(frame, at + 4, 'LAME3.100')
  frame[at++] = 0x01 // revision 0, constant bit rate
  frame[at++] = 0 // low pass: unknown
  at += 8 // peak and replay gain: not set
  frame[at++] = 4 // ATH type, no flags
  frame[at++] = Math.min(255, bitrateKbps)
  frame[at++] = ENCODER_DELAY >> 4
  frame[at++] = ((ENCODER_DELAY & 0xf) << 4) | (padding >> 8)
  frame[at++] = padding & 0xff
  frame[at++] = 0b10000000 // noise shaping 0, mono, 48 kHz source
  at += 3 // no gain applied, no preset
  view.setUint32(at, frame.length + frames.length)
  view.setUint16(at + 4, crc16(frames))
  view.setUint16(at + 6, crc16(frame.subarray(0, at + 6)))
  return frame
}

/** Bytes per frame. An integer at 48 kHz, so constant bit rate needs no padding slots. */
function frameLength(bitrateKbps: number): number {
  return (SAMPLES_PER_FRAME / 8) * (bitrateKbps * (1000 / SAMPLE_RATE))
}

function writeText(frame: Uint8Array, at: number, value: string): number {
  frame.set(new TextEncoder().encode(value), at)
  return at + value.length
}

/** CRC-16/ARC: polynomial 0x8005 reflected, initial value 0. */
export function crc16(bytes: Uint8Array): number {
  let crc = 0
  for (const byte of bytes) crc = (crc >>> 8) ^ CRC_TABLE[(crc ^ byte) & 0xff]!
  return crc
}

const CRC_TABLE = Uint16Array.from({ length: 256 }, (_, byte) => {
  let crc = byte
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xa001 : crc >>> 1
  return crc
})
