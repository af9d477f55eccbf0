import { createHash } from 'node:crypto'
import type { SpeakOptions, SpokenSentence, Voice } from './spoken-sentence.ts'
import { spokenText } from './text/speech-plan.ts'

/**
 * Keeps what was said, so that a job that was killed says little twice. About 32 kB per second of speech; of no use after the audio is made.
 * A cache that throws fails the production: hide failures inside it if it may fail.
 */
export type SentenceCache = {
  get(key: string): Promise<Uint8Array | undefined>
  put(key: string, bytes: Uint8Array): Promise<void>
}

/** The same voice, answered from the cache where it can be. For one production: it keeps what it said until it is let go. */
export function rememberingVoice(voice: Voice, cache: SentenceCache): Voice {
  const underWay = new Map<string, Promise<SpokenSentence>>()

  async function rememberOrSpeak(
    key: string,
    text: string,
    options: SpeakOptions | undefined,
  ): Promise<SpokenSentence> {
    const known = await cache.get(key)
    const remembered = known && unpack(known)
    if (remembered?.text === text) return remembered
    let kept: Promise<void> | undefined
    const keep = (said: SpokenSentence) => {
      kept ??= cache.put(key, pack(said))
      return kept
    }
    const said = await voice.speak(text, { ...options, keep })
    await keep(said)
    return said
  }

  return {
    id: voice.id,
    speak(text, options) {
      // With the spoken text, so that a reader taught something new is heard at once.
      const key = createHash('sha256')
        .update(`${voice.id}\n${spokenText(text)}\n${text}`)
        .digest('hex')
      // A sentence that stands twice in a script is said once, also when both are asked for at the same time.
      const speaking = underWay.get(key) ?? rememberOrSpeak(key, text, options)
      underWay.set(key, speaking)
      return speaking
    },
  }
}

type Packed = Omit<SpokenSentence, 'pcm'> & { samples: number }

/** Layout: length of the JSON (4 bytes, little endian), the JSON, which counts the samples, a byte of filling if needed, 16-bit samples. */
export function pack({ pcm, ...rest }: SpokenSentence): Uint8Array<ArrayBuffer> {
  const json = new TextEncoder().encode(JSON.stringify({ ...rest, samples: pcm.length } satisfies Packed))
  const start = samplesStart(json.length)
  const bytes = new Uint8Array(start + pcm.byteLength)
  new DataView(bytes.buffer).setUint32(0, json.length, true)
  bytes.set(json, 4)
  new Int16Array(bytes.buffer, start).set(pcm)
  return bytes
}

/** Undefined for bytes that are damaged or cut off. */
export function unpack(bytes: Uint8Array): SpokenSentence | undefined {
  try {
    // `slice` of a Buffer would be no copy, and its memory may hold more.
    const own = new Uint8Array(bytes)
    const jsonLength = new DataView(own.buffer).getUint32(0, true)
    const { samples, ...rest }: Packed = JSON.parse(new TextDecoder().decode(own.subarray(4, 4 + jsonLength)))
    const pcm = new Int16Array(own.buffer.slice(samplesStart(jsonLength)))
    return pcm.length === samples ? { ...rest, pcm } : undefined
  } catch {
    return undefined
  }
}

function samplesStart(jsonLength: number): number {
  return Math.ceil((4 + jsonLength) / 2) * 2
}
