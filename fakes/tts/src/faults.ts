/** What goes wrong in place of the right answer, and how often; without `times` it goes on until it is cleared. */
export type Fault =
  /** The connection is cut before anything is answered. */
  (
    | { kind: 'refuse' }
    /** No answer at all; the connection stays open. */
    | { kind: 'hang' }
    /** `retryAfter`: in seconds, told as a number or as a date. */
    | { kind: 'status'; status: number; retryAfter?: { seconds: number; as: 'seconds' | 'date' } }
    /** 200 and bytes that mean nothing under the right name. */
    | { kind: 'malformed' }
    /** 200 and an answer of another form: Ogg, JSON without the sound. */
    | { kind: 'wrong_form' }
    /** The connection breaks half-way. */
    | { kind: 'truncated' }
    /** The sound is cut off in the middle, and nothing says so. */
    | { kind: 'cut_short' }
    /** The answer comes in drops, for ever. */
    | { kind: 'drip' }
    /** 200 and nothing. */
    | { kind: 'empty' }
    /** Ten times as long as it should be. */
    | { kind: 'too_long' }
    /** As long as it should be, and nothing is heard. */
    | { kind: 'silence' }
    /** The page of a proxy, as 200. */
    | { kind: 'html' }
    /** Not a fault for who reads it well: a WAV whose sizes are 0xFFFFFFFF, as servers that stream write them, whatever was asked for. */
    | { kind: 'wav' }
  ) & { times?: number /** Calls that go well before. */; after?: number }

export function faultRegister() {
  let laid: { fault: Fault; left: number; spared: number }[] = []
  return {
    /** The one laid last wins. Returns what takes it away. */
    lay(fault: Fault): () => void {
      const entry = { fault, left: fault.times ?? Number.POSITIVE_INFINITY, spared: fault.after ?? 0 }
      laid.unshift(entry)
      return () => {
        laid = laid.filter(other => other !== entry)
      }
    },
    clear() {
      laid = []
    },
    /** The fault on this request, counted as used. */
    take(): Fault | undefined {
      const entry = laid.find(({ left }) => left > 0)
      if (!entry) return undefined
      if (entry.spared > 0) {
        entry.spared -= 1
        return undefined
      }
      entry.left -= 1
      return entry.fault
    },
  }
}

export const oggBytes = Buffer.from(`OggS\u0000\u0002${'\u00ff\u00fb\u0090d'.repeat(400)}`, 'latin1')

export const page = '<!DOCTYPE html><html><body><h1>502 Bad Gateway</h1></body></html>'

/** The sound with what this fault does to it. */
export function spoiled(pcm: Int16Array, fault: Fault | undefined): Int16Array {
  if (fault?.kind === 'silence') return new Int16Array(pcm.length)
  if (fault?.kind === 'cut_short') return pcm.slice(0, Math.floor(pcm.length / 4))
  if (fault?.kind !== 'too_long') return pcm
  const long = new Int16Array(pcm.length * 10)
  for (let copy = 0; copy < 10; copy++) long.set(pcm, copy * pcm.length)
  return long
}

/** As a server writes it that streams: the sizes are not known when they are written. */
export function streamedWav(pcm: Int16Array, sampleRate: number): Buffer {
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(0xffff_ffff, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(sampleRate, 24)
  head.writeUInt32LE(sampleRate * 2, 28)
  head.writeUInt16LE(2, 32)
  head.writeUInt16LE(16, 34)
  head.write('data', 36)
  head.writeUInt32LE(0xffff_ffff, 40)
  return Buffer.concat([head, bytesOf(pcm)])
}

export const bytesOf = (pcm: Int16Array): Buffer => Buffer.from(pcm.buffer, pcm.byteOffset, pcm.byteLength)
