import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { createEncoder } from 'wasm-media-encoders'

export type Bitrate = 32 | 40 | 48 | 64 | 80 | 96 | 112 | 128 | 160 | 192

export type Mp3Encoder = {
  /** Encodes samples (−1…1) and returns the bytes that are complete. */
  encode(samples: Float32Array): Uint8Array
  finish(): Uint8Array
}

/** LAME scales its input by 0.95 in every preset, constant bit rate included. We undo this to control the level ourselves. */
const UNDO_LAME_SCALE = 1 / 0.95

/**
 * Opens LAME 3.100 for mono at a constant bit rate. Its output has no Info frame (see `info-frame.ts`).
 * LAME is LGPL: its WebAssembly file is loaded from its package at run time, so that users can replace it with another build.
 */
export async function openEncoder(sampleRate: 48_000, bitrateKbps: Bitrate): Promise<Mp3Encoder> {
  const wasm = await readFile(fileURLToPath(import.meta.resolve('wasm-media-encoders/wasm/mp3')))
  const encoder = await createEncoder('audio/mpeg', wasm)
  encoder.configure({ channels: 1, sampleRate, bitrate: bitrateKbps, outputSampleRate: sampleRate })
  return {
    // The encoder reuses its output buffer in the next call.
    encode: samples => encoder.encode([samples.map(sample => sample * UNDO_LAME_SCALE)]).slice(),
    finish: () => encoder.finalize().slice(),
  }
}
