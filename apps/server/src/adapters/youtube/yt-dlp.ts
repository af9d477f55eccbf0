import { spawn } from 'node:child_process'
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { VideoFailureCode } from '@recaps/contract/failures'
import { isVideoId, watchUrl } from '@recaps/domain/video-url'
import { z } from 'zod'
import type { ProviderError } from '../../errors.ts'
import { videoFailure } from './failure.ts'
import { codeForMessage } from './playability.ts'

export const ytDlpName = 'yt-dlp'
const MAX_OUTPUT_BYTES = 16 * 1024 * 1024
const VERSION_MS = 20_000

export interface YtDlpProgram {
  path: string
  /** The proxy that yt-dlp itself should use for the next run. */
  proxy?: () => string | undefined
  /** A cookie file in Netscape format. It is copied for each run, because yt-dlp writes to it. */
  cookies?: string | undefined
  /** Additional arguments set by the operator. */
  args?: readonly string[] | undefined
}

export interface YtDlpRequest {
  videoId: string
  deadlineMs: number
  signal?: AbortSignal | undefined
}

/** The program yt-dlp (github.com/yt-dlp/yt-dlp), set up once. */
export interface YtDlp {
  /** Runs yt-dlp for a video and returns its output. Throws the failure that its error messages indicate. */
  run(args: readonly string[], request: YtDlpRequest): Promise<string>
  /** Metadata of a video as JSON, cached for a minute. */
  info(request: Omit<YtDlpRequest, 'deadlineMs'>): Promise<unknown>
  /** For example `2026.10.26`; null if the program does not start. */
  version(): Promise<string | null>
  /** Whether it uses the cookies of an account and can therefore see more than we can. */
  hasCookies: boolean
}

const INFO_MS = 30_000
const CACHED_MS = 60_000

export function openYtDlp(program: YtDlpProgram): YtDlp {
  let version: Promise<string | null> | undefined
  const versionOf = () => {
    version ??= versionIn(program)
    return version
  }
  const cache = new Map<string, Promise<unknown>>()

  async function runFor(args: readonly string[], request: YtDlpRequest): Promise<Omit<Outcome, 'code'>> {
    const { videoId, deadlineMs, signal } = request
    if (!isVideoId(videoId)) throw videoFailure(ytDlpName, 'invalid_id')
    const cookies = await copyOfCookies(program)
    try {
      const all = [
        ...args,
        ...defaultArgs,
        ...runtimeFor(await versionOf()),
        ...(cookies ? ['--cookies', cookies.file] : []),
        ...(program.args ?? []),
        '--',
        watchUrl(videoId),
      ]
      const { code, ...result } = await run(program, all, deadlineMs, signal)
      if (code !== 0) throw failureOf(result)
      return result
    } finally {
      await cookies?.remove()
    }
  }

  async function fetchInfo(request: Omit<YtDlpRequest, 'deadlineMs'>): Promise<unknown> {
    const args = ['--dump-single-json', '--skip-download', '--ignore-no-formats-error']
    const result = await runFor(args, { ...request, deadlineMs: INFO_MS })
    const info = jsonIn(result.output)
    // Even if YouTube refused the video, yt-dlp exits with 0 and only prints a warning.
    const found = foundSchema.safeParse(info)
    if (found.success && isEmpty(found.data) && result.errorOutput.trim() !== '') {
      const refused = failureOf(result)
      const isAboutVideo = !['network', 'parse_changed'].includes(refused.code)
      if (isAboutVideo || found.data.live_status == null) throw refused
    }
    return info
  }

  return {
    run: async (args, request) => (await runFor(args, request)).output,
    info(request) {
      const { videoId } = request
      const cached = cache.get(videoId)
      if (cached) return cached
      const pending = fetchInfo(request)
      // Failures are not cached: the next try may succeed.
      pending.then(
        () => {
          cache.set(videoId, pending)
          setTimeout(() => cache.delete(videoId), CACHED_MS).unref()
        },
        () => {},
      )
      return pending
    },
    version: versionOf,
    hasCookies: program.cookies !== undefined,
  }
}

const defaultArgs = ['--no-playlist', '--ignore-config', '--no-cache-dir', '--socket-timeout', '10']

/** Since this version yt-dlp needs a JavaScript runtime for some clients, and only finds Deno automatically. */
const firstWithRuntimes = '2025.11.12'
const oldestNode = 22

/** Uses our own Node as its runtime if both are new enough. */
const runtimeFor = (version: string | null): string[] =>
  version !== null && version >= firstWithRuntimes && Number.parseInt(process.versions.node, 10) >= oldestNode
    ? ['--js-runtimes', `node:${process.execPath}`]
    : []

/** For example `2026.10.26`, or `2026.10.26.232959` of a nightly build. */
const versionPattern = /^\d{4}\.\d\d\.\d\d/

async function versionIn(program: YtDlpProgram): Promise<string | null> {
  const { output } = await run({ path: program.path }, ['--ignore-config', '--version'], VERSION_MS).catch(() => ({
    output: '',
  }))
  const version = output.trim()
  return versionPattern.test(version) ? version : null
}

/** Age of a version in whole days; versions are named after their release date. */
export function ageInDays(version: string, now: Date): number {
  const [year, month, day] = version.split('.').map(Number) as [number, number, number]
  return Math.floor((now.getTime() - Date.UTC(year, month - 1, day)) / (24 * 3600_000))
}

/** YouTube changes so often that older versions fail more and more. yt-dlp itself warns after 90 days. */
export const outdatedFromDays = 60

async function copyOfCookies({ cookies }: YtDlpProgram): Promise<{ file: string; remove(): Promise<void> } | null> {
  if (cookies === undefined) return null
  const folder = await mkdtemp(path.join(tmpdir(), 'recaps-cookies-'))
  const remove = () => rm(folder, { recursive: true, force: true })
  const file = path.join(folder, 'cookies.txt')
  try {
    await copyFile(cookies, file)
    return { file, remove }
  } catch (cause) {
    await remove()
    throw videoFailure(ytDlpName, 'parse_changed', { detail: `cannot read the cookie file ${cookies}`, cause })
  }
}

function jsonIn(output: string): unknown {
  try {
    return JSON.parse(output)
  } catch (cause) {
    throw videoFailure(ytDlpName, 'parse_changed', { detail: 'not JSON', cause })
  }
}

const foundSchema = z.object({
  /** Null if no client got any data of the video. */
  live_status: z.string().nullish(),
  formats: z.unknown().array().nullish(),
  subtitles: z.record(z.string(), z.unknown()).nullish(),
  automatic_captions: z.record(z.string(), z.unknown()).nullish(),
})

const isEmpty = ({ formats, subtitles, automatic_captions: automatic }: z.infer<typeof foundSchema>): boolean =>
  !formats?.length && Object.keys({ ...subtitles, ...automatic }).length === 0

/**
 * The last message counts, because the messages before it are about attempts that yt-dlp has repeated. Network errors count only
 * if there is no other message.
 */
function failureOf({ errorOutput }: Pick<Outcome, 'errorOutput'>): ProviderError {
  const lines = errorOutput.split('\n').filter(line => /^(ERROR|WARNING):/.test(line))
  const codes = lines.map(codeOfMessage)
  const last = codes.findLastIndex(code => code !== undefined && code !== 'network')
  const at = last < 0 ? codes.indexOf('network') : last
  const message = (lines[at] ?? errorOutput.slice(-300)).slice(0, 300).trim()
  return videoFailure(ytDlpName, codes[at] ?? 'parse_changed', { detail: message })
}

const codeOfMessage = (message: string): VideoFailureCode | undefined => {
  if (/HTTP Error 429|Too Many Requests/i.test(message)) return 'rate_limited'
  if (/cookies are no longer valid/i.test(message)) return 'bot_check'
  const code = codeForMessage(message)
  if (code !== undefined) return code
  return /unable to (?:download|connect)|timed? ?out|urlopen error|connection|HTTP Error 5/i.test(message)
    ? 'network'
    : undefined
}

interface Outcome {
  code: number | null
  output: string
  errorOutput: string
}

/**
 * Runs a program without a shell and with a minimal environment in place of ours, and kills it at the deadline. The proxy URL may
 * contain a password, so it is passed in the environment: every user of the machine can read command lines.
 */
const run = (
  { path, proxy }: YtDlpProgram,
  args: string[],
  deadlineMs: number,
  signal?: AbortSignal,
): Promise<Outcome> =>
  new Promise((resolve, reject) => {
    const deadline = AbortSignal.timeout(deadlineMs)
    const proxyUrl = proxy?.()
    const child = spawn(path, args, {
      cwd: tmpdir(),
      env: {
        PATH: '/usr/local/bin:/usr/bin:/bin',
        LANG: 'C.UTF-8',
        ...(proxyUrl ? { http_proxy: proxyUrl, https_proxy: proxyUrl } : {}),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
      signal: signal === undefined ? deadline : AbortSignal.any([signal, deadline]),
      killSignal: 'SIGKILL',
    })
    const output: Buffer[] = []
    const errorOutput: Buffer[] = []
    let size = 0
    const collect = (chunks: Buffer[]) => (chunk: Buffer) => {
      size += chunk.byteLength
      if (size <= MAX_OUTPUT_BYTES) chunks.push(chunk)
      else child.kill('SIGKILL')
    }
    child.stdout.on('data', collect(output))
    child.stderr.on('data', collect(errorOutput))
    child.once('error', cause => {
      if (signal?.aborted) reject(signal.reason)
      else if (deadline.aborted)
        reject(videoFailure(ytDlpName, 'network', { detail: `did not finish within ${deadlineMs} ms`, cause }))
      else reject(videoFailure(ytDlpName, 'parse_changed', { detail: 'does not start', cause }))
    })
    child.once('close', code => {
      resolve({
        code,
        output: Buffer.concat(output).toString('utf8'),
        errorOutput: Buffer.concat(errorOutput).toString('utf8'),
      })
    })
  })
