import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { ProviderError } from '../../errors.ts'

export const sampleRate = 16_000
/** Longer audio is rejected. */
export const maxAudioMs = 12 * 3600 * 1000

/** Format of the pieces: `mp3` with 32 kbit/s, or `wav` for recognisers that read only this. */
export type PieceFormat = 'mp3' | 'wav'

/** Decodes audio files and encodes pieces of them for recognisers. */
export interface Ffmpeg {
  /** Yields the first audio track of a file as 16-bit mono at `sampleRate`, truncated slightly beyond `maxAudioMs`. */
  decode(file: string, options: { signal: AbortSignal }): AsyncIterable<Buffer>
  encode(samples: Buffer, file: string, format: PieceFormat, options: { signal: AbortSignal }): Promise<void>
}

/** Twelve hours take a few minutes. Only a malicious file takes longer than this. */
const decodeLimitMs = 3600_000
const encodeLimitMs = 120_000

export const ffmpegAt = (path: string): Ffmpeg => ({
  async *decode(file, { signal }) {
    const run = startFfmpeg(path, [...inputArgs, '-i', `file:${file}`, ...sampleArgs, 'pipe:1'], signal, decodeLimitMs)
    let bytes = 0
    try {
      for await (const chunk of run.child.stdout as AsyncIterable<Buffer>) {
        bytes += chunk.byteLength
        yield chunk
      }
      // A truncated file is decoded as far as possible.
      if ((await run.exitCode()) !== 0 && bytes === 0) throw unreadable(run.errorOutput())
    } finally {
      run.child.kill('SIGKILL')
    }
    if (bytes === 0) throw unreadable(run.errorOutput())
  },

  async encode(samples, file, format, { signal }) {
    const args = [
      '-f',
      's16le',
      '-ar',
      String(sampleRate),
      '-ac',
      '1',
      '-i',
      'pipe:0',
      ...encoderArgs[format],
      `file:${file}`,
    ]
    const run = startFfmpeg(path, [...commonArgs, '-protocol_whitelist', 'file,pipe', ...args], signal, encodeLimitMs)
    run.child.stdin?.on('error', () => {}).end(samples)
    if ((await run.exitCode()) !== 0)
      throw new ProviderError({
        provider,
        code: 'transcription_failed',
        retryable: false,
        detail: `cannot encode ${format}: ${run.errorOutput()}`,
      })
  },
})

const provider = 'ffmpeg'
const commonArgs = ['-nostdin', '-hide_banner', '-loglevel', 'error', '-y']

/**
 * Only containers that include their audio: a playlist or an edit list would make ffmpeg read other files, local or remote.
 * And only audio decoders, so that no video is ever decoded.
 */
const containers = 'mov,mp4,m4a,3gp,3g2,mj2,mp3,matroska,webm,ogg,wav,flac,aac'
const codecs =
  'aac,aac_latm,mp3,mp3float,opus,libopus,vorbis,flac,alac,pcm_s16le,pcm_s24le,pcm_s32le,pcm_f32le,pcm_u8,pcm_s16be,pcm_s24be,pcm_alaw,pcm_mulaw'
const inputArgs = [
  ...commonArgs,
  '-protocol_whitelist',
  'file,pipe',
  '-format_whitelist',
  containers,
  '-codec_whitelist',
  codecs,
  '-t',
  String(maxAudioMs / 1000 + 60),
]
const sampleArgs = ['-map', '0:a:0', '-vn', '-sn', '-dn', '-ac', '1', '-ar', String(sampleRate), '-f', 's16le']

const encoderArgs: Record<PieceFormat, string[]> = {
  // Bit-exact, so that the same samples give the same bytes after a restart.
  mp3: ['-fflags', '+bitexact', '-flags', '+bitexact', '-c:a', 'libmp3lame', '-b:a', '32k', '-f', 'mp3'],
  wav: ['-fflags', '+bitexact', '-flags', '+bitexact', '-c:a', 'pcm_s16le', '-f', 'wav'],
}

const unreadable = (detail: string): ProviderError =>
  new ProviderError({ provider, code: 'sound_unreadable', retryable: false, detail })

/** Runs ffmpeg without a shell, without our environment variables, and with a time limit. `exitCode` throws the signal's abort reason. */
function startFfmpeg(path: string, args: string[], signal: AbortSignal, limitMs: number) {
  signal.throwIfAborted()
  const deadline = AbortSignal.timeout(limitMs)
  const child: ChildProcess = spawn(path, args, {
    cwd: tmpdir(),
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', LANG: 'C.UTF-8' },
    stdio: ['pipe', 'pipe', 'pipe'],
    signal: AbortSignal.any([signal, deadline]),
    killSignal: 'SIGKILL',
  })
  let stderr = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    if (stderr.length < 600) stderr += chunk.toString('utf8')
  })
  let startError: Error | undefined
  child.on('error', error => {
    startError = error
  })
  const closed = once(child, 'close').catch(() => [])
  return {
    child,
    errorOutput: () => stderr.trim().slice(0, 300),
    async exitCode(): Promise<number | null> {
      await closed
      signal.throwIfAborted()
      if (deadline.aborted) throw unreadable(`took longer than ${limitMs / 1000} s`)
      if (startError)
        throw new ProviderError({
          provider,
          code: 'transcription_failed',
          retryable: false,
          detail: startError.message,
        })
      return child.exitCode
    },
  }
}
