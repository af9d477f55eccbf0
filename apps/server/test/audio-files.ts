import { spawnSync } from 'node:child_process'
import { findProgram } from '../src/setting-schemas.ts'

/** Whether audio can be made and read on this machine. Tests that need it are skipped otherwise. */
export const ffmpegPath = findProgram(process.env.PATH, 'ffmpeg') ?? ''
export const hasFfmpeg = ffmpegPath !== ''
export const ffmpegSkipNote = hasFfmpeg ? '' : ' (skipped: no ffmpeg)'

const run = (args: readonly string[], input?: Uint8Array): Buffer => {
  const { status, stdout, stderr } = spawnSync('ffmpeg', ['-nostdin', '-loglevel', 'error', ...args, 'pipe:1'], {
    ...(input ? { input } : {}),
    maxBuffer: 2 ** 30,
  })
  if (status !== 0) throw new Error(stderr.toString('utf8'))
  return stdout
}

/** Minutes of audio take seconds to make, and several tests use the same. */
const cache = new Map<string, Buffer>()
const cached = (name: string, args: readonly string[]): Buffer => {
  const bytes = cache.get(name) ?? run(args)
  cache.set(name, bytes)
  return bytes
}

/** Tones of half a second with equal pauses, distinct for each pitch: a quick substitute for speech. */
export const beeps = (seconds: number, pitch = 440): Buffer =>
  cached(`beeps ${seconds} ${pitch}`, [
    ...['-f', 'lavfi', '-i', `aevalsrc=0.3*sin(2*PI*${pitch}*t)*lt(mod(t\\,1)\\,0.5):s=16000:d=${seconds}`],
    ...['-c:a', 'libmp3lame', '-b:a', '32k', '-f', 'mp3'],
  ])

/** Noise from beginning to end, so that there is no pause to cut at. */
export const noise = (seconds: number): Buffer =>
  cached(`noise ${seconds}`, [
    ...['-f', 'lavfi', '-i', `anoisesrc=d=${seconds}:r=16000:a=0.3:seed=7`],
    ...['-c:a', 'libmp3lame', '-b:a', '32k', '-f', 'mp3'],
  ])

/** Converts audio, or raw mono samples (16 bit) with their rate, to another format. */
export const convertAudio = (format: string, from: Uint8Array | { samples: Uint8Array; rate: number }): Buffer =>
  from instanceof Uint8Array
    ? run(['-i', 'pipe:0', ...formats[format]!], from)
    : run(['-f', 's16le', '-ar', String(from.rate), '-ac', '1', '-i', 'pipe:0', ...formats[format]!], from.samples)

const formats: Record<string, string[]> = {
  mp3: ['-c:a', 'libmp3lame', '-b:a', '64k', '-f', 'mp3'],
  // Fragmented, because the index cannot be written to the front of a pipe later.
  m4a: ['-c:a', 'aac', '-movflags', 'frag_keyframe+empty_moov', '-f', 'mp4'],
  ogg: ['-c:a', 'libvorbis', '-f', 'ogg'],
  opus: ['-c:a', 'libopus', '-f', 'ogg'],
  webm: ['-c:a', 'libopus', '-f', 'webm'],
  wav: ['-c:a', 'pcm_s16le', '-f', 'wav'],
  flac: ['-c:a', 'flac', '-f', 'flac'],
  aac: ['-c:a', 'aac', '-f', 'adts'],
}
