import { type Bitrate, openEncoder } from '../mp3/encoder.ts'
import { type Chapter, id3Tag, type Tags } from '../mp3/id3.ts'
import { infoFrame } from '../mp3/info-frame.ts'
import { createLimiter } from '../sound/limiter.ts'
import { createLoudnessMeter } from '../sound/loudness.ts'
import { createResampler } from '../sound/resample.ts'

export type MasterJob = {
  /** `at` in samples at `OUTPUT_RATE`; `pcm` at its own `sampleRate`. */
  clips: { at: number; pcm: Int16Array<ArrayBuffer>; sampleRate: number }[]
  length: number
  bitrateKbps: Bitrate
  targetLufs: number
  tags: Tags
  chapters: Chapter[]
}

export type MasterResult = { mp3: Uint8Array<ArrayBuffer>; loudnessLufs: number }

export const OUTPUT_RATE = 48_000
const SILENCE_RATE = 16_000
const CEILING = 10 ** (-2 / 20)
/** Anything that needs more gain than this is not speech; amplifying it would only produce loud noise. */
const MAX_GAIN = 10 ** (36 / 20)

/** Encodes a timeline as MP3: even loudness, no peak above −2 dBFS, exact length. */
export async function master(job: MasterJob): Promise<MasterResult> {
  const gain = chooseGain(job)
  const limiter = createLimiter(OUTPUT_RATE, CEILING)
  const meter = createLoudnessMeter(OUTPUT_RATE)
  const encoder = await openEncoder(OUTPUT_RATE, job.bitrateKbps)

  const encoded: Uint8Array[] = []
  const finish = (samples: Float32Array) => {
    meter.add(samples)
    encoded.push(encoder.encode(samples))
  }
  for (const block of blocks(job, OUTPUT_RATE)) finish(limiter.push(amplify(block, gain)))
  finish(limiter.finish())
  encoded.push(encoder.finish())

  const frames = Buffer.concat(encoded)
  const mp3 = new Uint8Array(
    Buffer.concat([id3Tag(job.tags, job.chapters), infoFrame(frames, job.length, job.bitrateKbps), frames]),
  )
  return { mp3, loudnessLufs: meter.lufs() }
}

/**
 * The gain that brings the mix to the target loudness. Measured at the clips' own rate (the highest of them): same result as at the
 * output rate, for a third of the work. If the limiter has to act, one correction makes up for the loudness it removes.
 */
function chooseGain(job: MasterJob): number {
  const rate = job.clips.reduce((highest, clip) => Math.max(highest, clip.sampleRate), 0) || SILENCE_RATE
  const meter = createLoudnessMeter(rate)
  let peak = 0
  for (const block of blocks(job, rate)) {
    meter.add(block)
    for (let i = 0; i < block.length; i++) peak = Math.max(peak, Math.abs(block[i]!))
  }
  if (meter.lufs() === Number.NEGATIVE_INFINITY) return 1
  const gain = Math.min(MAX_GAIN, 10 ** ((job.targetLufs - meter.lufs()) / 20))
  if (peak * gain <= CEILING) return gain

  const limited = createLoudnessMeter(rate)
  const limiter = createLimiter(rate, CEILING)
  for (const block of blocks(job, rate)) limited.add(limiter.push(amplify(block, gain)))
  return Math.min(MAX_GAIN, gain * 10 ** ((job.targetLufs - limited.lufs()) / 20))
}

/** The timeline at the given sample rate, in alternating blocks of silence and speech. */
function* blocks({ clips, length }: MasterJob, rate: number): Generator<Float32Array<ArrayBuffer>> {
  const resamplers = new Map<number, ReturnType<typeof createResampler>>()
  const resample = (pcm: Int16Array, from: number) => {
    const resampler = resamplers.get(from) ?? createResampler(from, rate)
    resamplers.set(from, resampler)
    return resampler(pcm)
  }
  const total = Math.round((length * rate) / OUTPUT_RATE)
  let position = 0
  for (const { at, pcm, sampleRate } of clips) {
    yield new Float32Array(Math.max(0, Math.round((at * rate) / OUTPUT_RATE) - position))
    const speech = resample(pcm, sampleRate)
    yield speech
    position = Math.round((at * rate) / OUTPUT_RATE) + speech.length
  }
  yield new Float32Array(Math.max(0, total - position))
}

function amplify(samples: Float32Array<ArrayBuffer>, gain: number): Float32Array<ArrayBuffer> {
  for (let i = 0; i < samples.length; i++) samples[i]! *= gain
  return samples
}
