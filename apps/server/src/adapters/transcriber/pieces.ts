import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { ProviderError } from '../../errors.ts'
import type { Sound } from '../../ports/transcriber.ts'
import { cutOf, longestPiece } from './cutting.ts'
import { type Ffmpeg, longestMs, type PieceForm, sampleRate } from './ffmpeg.ts'

const piece = z.object({
  file: z.string().regex(/^\d{4}\.(mp3|wav)$/),
  hash: z.string(),
  startMs: z.number(),
  lengthMs: z.number(),
  /** How much of its beginning is the end of the piece before. */
  overlapMs: z.number(),
})
export type Piece = z.infer<typeof piece>
const plan = z.object({ pieces: z.array(piece) })

/**
 * The pieces of a sound, as files in `folder`. What was cut once is found there again: a job that died in the middle of
 * listening neither fetches nor cuts its sound anew.
 */
export async function piecesOf(
  sound: Sound,
  { folder, ffmpeg, form, signal }: { folder: string; ffmpeg: Ffmpeg; form: PieceForm; signal: AbortSignal },
): Promise<Piece[]> {
  const known = await readPlan(folder, form)
  if (known) return known
  await mkdir(folder, { recursive: true })
  const file = path.join(folder, 'sound')
  await sound.bring(file, { signal })
  const pieces: Piece[] = []
  for await (const { samples, start, overlap } of cut(ffmpeg.decode(file, { signal }))) {
    if ((start + samples.length) * msPerSample > longestMs + 1000) throw tooLong()
    const name = `${String(pieces.length).padStart(4, '0')}.${form}`
    const bytes = Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength)
    await ffmpeg.encode(bytes, path.join(folder, name), form, { signal })
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
  await rename(draft, planIn(folder, form))
  await rm(file, { force: true })
  return pieces
}

const msPerSample = 1000 / sampleRate
const planIn = (folder: string, form: PieceForm): string => path.join(folder, `${form}.json`)
const tooLong = () => new ProviderError({ provider: 'ffmpeg', code: 'too_long', retryable: false })

/** Of a sound that was cut; null when it was not, or not whole. */
export async function readPlan(folder: string, form: PieceForm): Promise<Piece[] | null> {
  try {
    return plan.parse(JSON.parse(await readFile(planIn(folder, form), 'utf8'))).pieces
  } catch {
    return null
  }
}

interface CutPiece {
  samples: Int16Array
  /** Both in samples: where it begins in the sound, and how much of it the piece before has too. */
  start: number
  overlap: number
}

/** Cuts samples as they come, one piece in memory at a time. */
export async function* cut(chunks: AsyncIterable<Buffer>): AsyncGenerator<CutPiece> {
  const buffer = Buffer.alloc(longestPiece * 2)
  const samples = new Int16Array(buffer.buffer, buffer.byteOffset, longestPiece)
  let [filled, start, overlap] = [0, 0, 0]
  for await (const chunk of chunks) {
    for (let read = 0; read < chunk.byteLength; ) {
      const taken = chunk.copy(buffer, filled, read)
      read += taken
      filled += taken
      if (filled < buffer.byteLength) continue
      const { end, next } = cutOf(samples)
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
