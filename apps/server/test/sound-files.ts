import { spawnSync } from 'node:child_process'
import { programOn } from '../src/setting-forms.ts'

/** Whether sound can be made and read here at all; tests of it say so where it cannot. */
export const ffmpegPath = programOn(process.env.PATH, 'ffmpeg') ?? ''
export const hasFfmpeg = ffmpegPath !== ''
export const whereFfmpegIs = hasFfmpeg ? '' : ' (skipped: no ffmpeg)'

const run = (args: readonly string[], input?: Uint8Array): Buffer => {
  const { status, stdout, stderr } = spawnSync('ffmpeg', ['-nostdin', '-loglevel', 'error', ...args, 'pipe:1'], {
    ...(input ? { input } : {}),
    maxBuffer: 2 ** 30,
  })
  if (status !== 0) throw new Error(stderr.toString('utf8'))
  return stdout
}

/** Minutes of sound take seconds to make, and several tests hear the same. */
const made = new Map<string, Buffer>()
const once = (name: string, args: readonly string[]): Buffer => {
  const known = made.get(name) ?? run(args)
  made.set(name, known)
  return known
}

/** Tones of half a second with as much silence between them, unlike any other of another pitch: a quick stand-in of speech. */
export const beeps = (seconds: number, pitch = 440): Buffer =>
  once(`beeps ${seconds} ${pitch}`, [
    ...['-f', 'lavfi', '-i', `aevalsrc=0.3*sin(2*PI*${pitch}*t)*lt(mod(t\\,1)\\,0.5):s=16000:d=${seconds}`],
    ...['-c:a', 'libmp3lame', '-b:a', '32k', '-f', 'mp3'],
  ])

/** Noise from beginning to end, so that there is nowhere to cut. */
export const noise = (seconds: number): Buffer =>
  once(`noise ${seconds}`, [
    ...['-f', 'lavfi', '-i', `anoisesrc=d=${seconds}:r=16000:a=0.3:seed=7`],
    ...['-c:a', 'libmp3lame', '-b:a', '32k', '-f', 'mp3'],
  ])

/** A sound, or mono samples at a rate, in another form. */
export const inForm = (form: string, from: Uint8Array | { samples: Uint8Array; rate: number }): Buffer =>
  from instanceof Uint8Array
    ? run(['-i', 'pipe:0', ...forms[form]!], from)
    : run(['-f', 's16le', '-ar', String(from.rate), '-ac', '1', '-i', 'pipe:0', ...forms[form]!], from.samples)

const forms: Record<string, string[]> = {
  mp3: ['-c:a', 'libmp3lame', '-b:a', '64k', '-f', 'mp3'],
  // Its index at the front: a pipe cannot be gone back in.
  m4a: ['-c:a', 'aac', '-movflags', 'frag_keyframe+empty_moov', '-f', 'mp4'],
  ogg: ['-c:a', 'libvorbis', '-f', 'ogg'],
  opus: ['-c:a', 'libopus', '-f', 'ogg'],
  webm: ['-c:a', 'libopus', '-f', 'webm'],
  wav: ['-c:a', 'pcm_s16le', '-f', 'wav'],
  flac: ['-c:a', 'flac', '-f', 'flac'],
  aac: ['-c:a', 'aac', '-f', 'adts'],
}
