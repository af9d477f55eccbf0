/** A fault of the service; `times` limits how many requests fail, by default all until it is removed. */
export type Fault =
  /** The connection is closed before any answer. */
  (
    | { kind: 'refuse' }
    /** No answer; the connection stays open. */
    | { kind: 'hang' }
    /** `retryAfter` is sent as a number of seconds or as a date. */
    | { kind: 'status'; status: number; retryAfter?: { seconds: number; as: 'seconds' | 'date' } }
    /** 200 with the right content type and meaningless bytes. */
    | { kind: 'malformed' }
    /** 200 with an unexpected format: Ogg, or JSON without audio. */
    | { kind: 'wrong_form' }
    /** The connection is closed in the middle of the answer. */
    | { kind: 'truncated' }
    /** The audio ends after a quarter, in an otherwise valid answer. */
    | { kind: 'cut_short' }
    /** The answer arrives one byte at a time, without end. */
    | { kind: 'drip' }
    /** 200 with an empty body. */
    | { kind: 'empty' }
    /** Audio ten times as repeated as it should be. */
    | { kind: 'too_long' }
    /** Silence of the right duration. */
    | { kind: 'silence' }
    /** 200 with an HTML page, as proxies send. */
    | { kind: 'html' }
    /** Always a WAV with sizes of 0xFFFFFFFF, as streaming servers write them. A robust client can read it. */
    | { kind: 'wav' }
  ) & { times?: number /** Number of calls that succeed first. */; after?: number }

export function createFaultRegistry() {
  let injected: { fault: Fault; remaining: number; skips: number }[] = []
  return {
    /** Injects a fault and returns a function that removes it. The fault injected last wins. */
    inject(fault: Fault): () => void {
      const entry = { fault, remaining: fault.times ?? Number.POSITIVE_INFINITY, skips: fault.after ?? 0 }
      injected.unshift(entry)
      return () => {
        injected = injected.filter(other => other !== entry)
      }
    },
    clear() {
      injected = []
    },
    /** Returns the fault of this request and counts it as used. */
    take(): Fault | undefined {
      const entry = injected.find(({ remaining }) => remaining > 0)
      if (!entry) return undefined
      if (entry.skips > 0) {
        entry.skips -= 1
        return undefined
      }
      entry.remaining -= 1
      return entry.fault
    },
  }
}

export const oggBytes = Buffer.from(`OggS\u0000\u0002${'\u00ff\u00fb\u0090d'.repeat(400)}`, 'latin1')

export const proxyErrorPage = '<!DOCTYPE html><html><body><h1>502 Bad Gateway</h1></body></html>'

/** The audio as this fault changes it. */
export function applyAudioFault(pcm: Int16Array, fault: Fault | undefined): Int16Array {
  if (fault?.kind === 'silence') return new Int16Array(pcm.length)
  if (fault?.kind === 'cut_short') return pcm.slice(0, Math.floor(pcm.length / 4))
  if (fault?.kind !== 'too_long') return pcm
  const repeated = new Int16Array(pcm.length * 10)
  for (let copy = 0; copy < 10; copy++) repeated.set(pcm, copy * pcm.length)
  return repeated
}

/** A WAV as streaming servers write it: the sizes are unknown when the header is written. */
export function streamedWav(pcm: Int16Array, sampleRate: number): Buffer {
  const header = Buffer.alloc(44)
  header.write('RIFF', 0)
  header.writeUInt32LE(0xffff_ffff, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(sampleRate, 24)
  header.writeUInt32LE(sampleRate * 2, 28)
  header.writeUInt16LE(2, 32)
  header.writeUInt16LE(16, 34)
  header.write('data', 36)
  header.writeUInt32LE(0xffff_ffff, 40)
  return Buffer.concat([header, toBytes(pcm)])
}

export const toBytes = (pcm: Int16Array): Buffer => Buffer.from(pcm.buffer, pcm.byteOffset, pcm.byteLength)
