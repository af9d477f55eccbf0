import { createHash } from 'node:crypto'
import type { SpeakOptions, SpokenSentence, Voice } from './spoken-sentence.ts'
import { spokenText } from './text/speech-plan.ts'

/**
 * Stores spoken sentences so that a job that was killed can resume. About 32 kB per second of speech; can be deleted once the audio exists.
 * An error thrown by the cache fails the whole audio. A cache that may fail should swallow its own errors.
 */
export type SentenceCache = {
  get(key: string): Promise<Uint8Array | undefined>
  put(key: string, bytes: Uint8Array): Promise<void>
}

/** Wraps a voice with the cache. Create one per audio: it holds every sentence in memory until it is garbage-collected. */
export function createCachedVoice(voice: Voice, cache: SentenceCache): Voice {
  const pending = new Map<string, Promise<SpokenSentence>>()

  async function loadOrSpeak(key: string, text: string, options: SpeakOptions | undefined): Promise<SpokenSentence> {
    const bytes = await cache.get(key)
    const cached = bytes && unpack(bytes)
    if (cached?.text === text) return cached
    let saving: Promise<void> | undefined
    const save = (spoken: SpokenSentence) => {
      saving ??= cache.put(key, pack(spoken))
      return saving
    }
    const spoken = await voice.speak(text, { ...options, save })
    await save(spoken)
    return spoken
  }

  return {
    id: voice.id,
    speak(text, options) {
      // Includes the spoken text: when the text normalisation changes, old entries no longer match.
      const key = createHash('sha256')
        .update(`${voice.id}\n${spokenText(text)}\n${text}`)
        .digest('hex')
      // A sentence that occurs twice in a script is spoken once, even if both are requested at the same time.
      const sentence = pending.get(key) ?? loadOrSpeak(key, text, options)
      pending.set(key, sentence)
      return sentence
    },
  }
}

type Packed = Omit<SpokenSentence, 'pcm'> & { samples: number }

/** Layout: JSON length (4 bytes, little endian), JSON with the sample count, a padding byte if needed, 16-bit samples. */
export function pack({ pcm, ...rest }: SpokenSentence): Uint8Array<ArrayBuffer> {
  const json = new TextEncoder().encode(JSON.stringify({ ...rest, samples: pcm.length } satisfies Packed))
  const start = samplesStart(json.length)
  const bytes = new Uint8Array(start + pcm.byteLength)
  new DataView(bytes.buffer).setUint32(0, json.length, true)
  bytes.set(json, 4)
  new Int16Array(bytes.buffer, start).set(pcm)
  return bytes
}

/** Undefined if the bytes are damaged or truncated. */
export function unpack(bytes: Uint8Array): SpokenSentence | undefined {
  try {
    // `slice` of a Buffer does not copy, and its ArrayBuffer may be larger.
    const copy = new Uint8Array(bytes)
    const jsonLength = new DataView(copy.buffer).getUint32(0, true)
    const { samples, ...rest }: Packed = JSON.parse(new TextDecoder().decode(copy.subarray(4, 4 + jsonLength)))
    const pcm = new Int16Array(copy.buffer.slice(samplesStart(jsonLength)))
    return pcm.length === samples ? { ...rest, pcm } : undefined
  } catch {
    return undefined
  }
}

function samplesStart(jsonLength: number): number {
  return Math.ceil((4 + jsonLength) / 2) * 2
}
