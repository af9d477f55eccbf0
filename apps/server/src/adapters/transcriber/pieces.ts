import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { ProviderError } from '../../errors.ts'
import type { AudioInput } from '../../ports/transcriber.ts'
import { type Ffmpeg, maxAudioMs, type PieceFormat, sampleRate } from './ffmpeg.ts'
import { findCut, maxPieceSamples } from './find-cut.ts'

const pieceSchema = z.object({
  file: z.string().regex(/^\d{4}\.(mp3|wav)$/),
  hash: z.string(),
  startMs: z.number(),
  lengthMs: z.number(),
  /** How much of its beginning repeats the end of the previous piece. */
  overlapMs: z.number(),
})
export type AudioPiece = z.infer<typeof pieceSchema>
const planSchema = z.object({ pieces: z.array(pieceSchema) })

/**
 * Fetches audio and cuts it into pieces, as files in `folder`. If an earlier run has cut it, returns the pieces of that run, so that a
 * restarted job neither fetches nor cuts again.
 */
export async function cutIntoPieces(
  audio: AudioInput,
  { folder, ffmpeg, format, signal }: { folder: string; ffmpeg: Ffmpeg; format: PieceFormat; signal: AbortSignal },
): Promise<AudioPiece[]> {
  const existing = await readPlan(folder, format)
  if (existing) return existing
  await mkdir(folder, { recursive: true })
  const file = path.join(folder, 'sound')
  await audio.download(file, { signal })
  const pieces: AudioPiece[] = []
  for await (const { samples, start, overlap } of cutSamples(ffmpeg.decode(file, { signal }))) {
    if ((start + samples.length) * msPerSample > maxAudioMs + 1000) throw tooLong()
    const name = `${String(pieces.length).padStart(4, '0')}.${format}`
    const bytes = Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength)
    await ffmpeg.encode(bytes, path.join(folder, name), format, { signal })
    pieces.push({
      file: name,
      hash: createHash('sha256').update(bytes).digest('hex'),
      startMs: Math.round(start * msPerSample),
      lengthMs: Math.round(samples.length * msPerSample),
      overlapMs: Math.round(overlap * msPerSample),
    })
  }
  const draft = path.join(folder, 'plan.part')
  await writeFile(draft, JSON.stringify({ pieces }))
  await rename(draft, planFile(folder, format))
  await rm(file, { force: true })
  return pieces
}

const msPerSample = 1000 / sampleRate
const planFile = (folder: string, format: PieceFormat): string => path.join(folder, `${format}.json`)
const tooLong = () => new ProviderError({ provider: 'ffmpeg', code: 'too_long', retryable: false })

/** The pieces cut by an earlier run; null if there was none or it did not finish. */
export async function readPlan(folder: string, format: PieceFormat): Promise<AudioPiece[] | null> {
  try {
    return planSchema.parse(JSON.parse(await readFile(planFile(folder, format), 'utf8'))).pieces
  } catch {
    return null
  }
}

interface CutPiece {
  samples: Int16Array
  /** Offset in the audio, in samples. */
  start: number
  /** How many of its samples are also in the previous piece. */
  overlap: number
}

/** Cuts a stream of samples with one piece in memory at a time. */
export async function* cutSamples(chunks: AsyncIterable<Buffer>): AsyncGenerator<CutPiece> {
  const buffer = Buffer.alloc(maxPieceSamples * 2)
  const samples = new Int16Array(buffer.buffer, buffer.byteOffset, maxPieceSamples)
  let [filled, start, overlap] = [0, 0, 0]
  for await (const chunk of chunks) {
    for (let offset = 0; offset < chunk.byteLength; ) {
      const copied = chunk.copy(buffer, filled, offset)
      offset += copied
      filled += copied
      if (filled < buffer.byteLength) continue
      const { end, next } = findCut(samples)
      yield { samples: samples.slice(0, end), start, overlap }
      buffer.copyWithin(0, next * 2)
      filled -= next * 2
      start += next
      overlap = end - next
    }
  }
  // An odd byte at the end is half a sample.
  const rest = filled >> 1
  if (rest > overlap) yield { samples: samples.slice(0, rest), start, overlap }
}
