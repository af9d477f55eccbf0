import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { ProviderError } from '../../errors.ts'

export const sampleRate = 16_000
/** The longest sound that is listened to. */
export const longestMs = 12 * 3600 * 1000

/** How pieces are sent: `mp3` of 32 kbit/s, or `wav` for recognisers that read nothing else. */
export type PieceForm = 'mp3' | 'wav'

/** The program that reads any sound and writes the few forms that recognisers take. */
export interface Ffmpeg {
  /** The samples of the first sound in a file as 16-bit mono at `sampleRate`, a little beyond `longestMs` at most. */
  decode(file: string, options: { signal: AbortSignal }): AsyncIterable<Buffer>
  encode(samples: Buffer, file: string, form: PieceForm, options: { signal: AbortSignal }): Promise<void>
}

/** Twelve hours take a few minutes; whatever takes this long was made to. */
const decodeWithinMs = 3600_000
const encodeWithinMs = 120_000

export const ffmpegAt = (path: string): Ffmpeg => ({
  async *decode(file, { signal }) {
    const run = start(path, [...asInput, '-i', `file:${file}`, ...asSamples, 'pipe:1'], signal, decodeWithinMs)
    let bytes = 0
    try {
      for await (const chunk of run.child.stdout as AsyncIterable<Buffer>) {
        bytes += chunk.byteLength
        yield chunk
      }
      // What there is of a file that breaks off is listened to.
      if ((await run.ended()) !== 0 && bytes === 0) throw unreadable(run.complaint())
    } finally {
      run.child.kill('SIGKILL')
    }
    if (bytes === 0) throw unreadable(run.complaint())
  },

  async encode(samples, file, form, { signal }) {
    const args = [
      '-f',
      's16le',
      '-ar',
      String(sampleRate),
      '-ac',
      '1',
      '-i',
      'pipe:0',
      ...written[form],
      `file:${file}`,
    ]
    const run = start(path, [...quietly, '-protocol_whitelist', 'file,pipe', ...args], signal, encodeWithinMs)
    run.child.stdin?.on('error', () => {}).end(samples)
    if ((await run.ended()) !== 0)
      throw new ProviderError({
        provider,
        code: 'transcription_failed',
        retryable: false,
        detail: `cannot write ${form}: ${run.complaint()}`,
      })
  },
})

const provider = 'ffmpeg'
const quietly = ['-nostdin', '-hide_banner', '-loglevel', 'error', '-y']

/**
 * Only containers that hold their sound themselves: a playlist or an edit list would have other files read, of this machine
 * or from elsewhere. And only decoders of sound, so that the pictures of a film are never looked at.
 */
const containers = 'mov,mp4,m4a,3gp,3g2,mj2,mp3,matroska,webm,ogg,wav,flac,aac'
const codecs =
  'aac,aac_latm,mp3,mp3float,opus,libopus,vorbis,flac,alac,pcm_s16le,pcm_s24le,pcm_s32le,pcm_f32le,pcm_u8,pcm_s16be,pcm_s24be,pcm_alaw,pcm_mulaw'
const asInput = [
  ...quietly,
  '-protocol_whitelist',
  'file,pipe',
  '-format_whitelist',
  containers,
  '-codec_whitelist',
  codecs,
  '-t',
  String(longestMs / 1000 + 60),
]
const asSamples = ['-map', '0:a:0', '-vn', '-sn', '-dn', '-ac', '1', '-ar', String(sampleRate), '-f', 's16le']

const written: Record<PieceForm, string[]> = {
  // Exact to the bit, so that the same sound gives the same bytes after a restart.
  mp3: ['-fflags', '+bitexact', '-flags', '+bitexact', '-c:a', 'libmp3lame', '-b:a', '32k', '-f', 'mp3'],
  wav: ['-fflags', '+bitexact', '-flags', '+bitexact', '-c:a', 'pcm_s16le', '-f', 'wav'],
}

const unreadable = (detail: string): ProviderError =>
  new ProviderError({ provider, code: 'sound_unreadable', retryable: false, detail })

/** Runs it without a shell, with nothing of our environment, and never beyond its time. `ended` throws the reason of the signal. */
function start(path: string, args: string[], signal: AbortSignal, withinMs: number) {
  signal.throwIfAborted()
  const deadline = AbortSignal.timeout(withinMs)
  const child: ChildProcess = spawn(path, args, {
    cwd: tmpdir(),
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', LANG: 'C.UTF-8' },
    stdio: ['pipe', 'pipe', 'pipe'],
    signal: AbortSignal.any([signal, deadline]),
    killSignal: 'SIGKILL',
  })
  let complaint = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    if (complaint.length < 600) complaint += chunk.toString('utf8')
  })
  let broken: Error | undefined
  child.on('error', error => {
    broken = error
  })
  const closed = once(child, 'close').catch(() => [])
  return {
    child,
    complaint: () => complaint.trim().slice(0, 300),
    async ended(): Promise<number | null> {
      await closed
      signal.throwIfAborted()
      if (deadline.aborted) throw unreadable(`took longer than ${withinMs / 1000} s`)
      if (broken)
        throw new ProviderError({ provider, code: 'transcription_failed', retryable: false, detail: broken.message })
      return child.exitCode
    },
  }
}
