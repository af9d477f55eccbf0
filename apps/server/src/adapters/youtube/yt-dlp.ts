import { spawn } from 'node:child_process'
import { tmpdir } from 'node:os'
import type { VideoFailureCode } from '@recaps/contract/failures'
import { isVideoId, watchUrl } from '@recaps/domain/video-url'
import { videoFailure } from './failure.ts'
import { codeOfWords } from './playability.ts'

export const ytDlpName = 'yt-dlp'
const MAX_OUTPUT_BYTES = 16 * 1024 * 1024

export interface YtDlpProgram {
  /** Where the program lies. */
  path: string
  /** The proxy that the program itself is to use at this moment. */
  proxy?: () => string | undefined
}

/** Asks yt-dlp (github.com/yt-dlp/yt-dlp) about a video; what it prints, or the failure that its complaint means. */
export async function askYtDlp(
  program: YtDlpProgram,
  args: readonly string[],
  { videoId, deadlineMs, signal }: { videoId: string; deadlineMs: number; signal?: AbortSignal | undefined },
): Promise<string> {
  if (!isVideoId(videoId)) throw videoFailure(ytDlpName, 'invalid_id')
  const always = ['--no-playlist', '--ignore-config', '--no-cache-dir', '--no-warnings', '--socket-timeout', '10']
  const { code, output, complaint } = await run(
    program,
    [...args, ...always, '--', watchUrl(videoId)],
    deadlineMs,
    signal,
  )
  if (code === 0) return output
  const words = complaint.slice(-300)
  throw videoFailure(ytDlpName, codeOfWords(words) ?? codeOfComplaint(words), { detail: words.trim() })
}

const codeOfComplaint = (words: string): VideoFailureCode => {
  if (/HTTP Error 429|Too Many Requests/i.test(words)) return 'rate_limited'
  return /unable to (?:download|connect)|timed? ?out|urlopen error|connection/i.test(words)
    ? 'network'
    : 'parse_changed'
}

interface Outcome {
  code: number | null
  output: string
  complaint: string
}

/**
 * Runs a program without a shell, with nothing of our environment but its search path, and never beyond its deadline. The
 * proxy, which may hold a password, is told by the environment: everybody on the machine can read a command line.
 */
const run = (
  { path, proxy }: YtDlpProgram,
  args: string[],
  deadlineMs: number,
  signal?: AbortSignal,
): Promise<Outcome> =>
  new Promise((resolve, reject) => {
    const deadline = AbortSignal.timeout(deadlineMs)
    const by = proxy?.()
    const child = spawn(path, args, {
      cwd: tmpdir(),
      env: {
        PATH: '/usr/local/bin:/usr/bin:/bin',
        LANG: 'C.UTF-8',
        ...(by ? { http_proxy: by, https_proxy: by } : {}),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
      signal: signal === undefined ? deadline : AbortSignal.any([signal, deadline]),
      killSignal: 'SIGKILL',
    })
    const output: Buffer[] = []
    const complaint: Buffer[] = []
    let size = 0
    const collect = (chunks: Buffer[]) => (chunk: Buffer) => {
      size += chunk.byteLength
      if (size <= MAX_OUTPUT_BYTES) chunks.push(chunk)
      else child.kill('SIGKILL')
    }
    child.stdout.on('data', collect(output))
    child.stderr.on('data', collect(complaint))
    child.once('error', cause => {
      if (signal?.aborted) reject(signal.reason)
      else if (deadline.aborted) reject(videoFailure(ytDlpName, 'network', { detail: 'took too long', cause }))
      else reject(videoFailure(ytDlpName, 'parse_changed', { detail: 'cannot be started', cause }))
    })
    child.once('close', code => {
      resolve({
        code,
        output: Buffer.concat(output).toString('utf8'),
        complaint: Buffer.concat(complaint).toString('utf8'),
      })
    })
  })
