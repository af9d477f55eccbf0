import { spawn } from 'node:child_process'
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { VideoFailureCode } from '@recaps/contract/failures'
import { isVideoId, watchUrl } from '@recaps/domain/video-url'
import { z } from 'zod'
import type { ProviderError } from '../../errors.ts'
import { videoFailure } from './failure.ts'
import { codeOfWords } from './playability.ts'

export const ytDlpName = 'yt-dlp'
const MAX_OUTPUT_BYTES = 16 * 1024 * 1024
const VERSION_MS = 20_000

export interface YtDlpProgram {
  /** Where the program lies. */
  path: string
  /** The proxy that the program itself is to use at this moment. */
  proxy?: () => string | undefined
  /** A file of cookies in Netscape's format; it is copied for each run, because the program writes to it. */
  cookies?: string | undefined
  /** More arguments, as the operator has set them. */
  args?: readonly string[] | undefined
}

export interface YtDlpQuestion {
  videoId: string
  deadlineMs: number
  signal?: AbortSignal | undefined
}

/** The program yt-dlp (github.com/yt-dlp/yt-dlp), set up once. */
export interface YtDlp {
  /** What it prints about a video; throws the failure that its complaint means. */
  ask(args: readonly string[], question: YtDlpQuestion): Promise<string>
  /** What it tells of a video as JSON, the same to everybody who asks within a minute. */
  info(question: Omit<YtDlpQuestion, 'deadlineMs'>): Promise<unknown>
  /** Such as `2026.10.26`; null when the program does not start. */
  version(): Promise<string | null>
  /** Whether it asks with somebody's cookies, and so sees more than we do. */
  hasCookies: boolean
}

const INFO_MS = 30_000
const KEPT_MS = 60_000

export function openYtDlp(program: YtDlpProgram): YtDlp {
  let version: Promise<string | null> | undefined
  const versionOf = () => {
    version ??= versionIn(program)
    return version
  }
  const kept = new Map<string, Promise<unknown>>()

  async function askProgram(args: readonly string[], question: YtDlpQuestion): Promise<Omit<Outcome, 'code'>> {
    const { videoId, deadlineMs, signal } = question
    if (!isVideoId(videoId)) throw videoFailure(ytDlpName, 'invalid_id')
    const cookies = await copyOfCookies(program)
    try {
      const all = [
        ...args,
        ...always,
        ...runtimeFor(await versionOf()),
        ...(cookies ? ['--cookies', cookies.file] : []),
        ...(program.args ?? []),
        '--',
        watchUrl(videoId),
      ]
      const { code, ...said } = await run(program, all, deadlineMs, signal)
      if (code !== 0) throw failureOf(said)
      return said
    } finally {
      await cookies?.remove()
    }
  }

  async function askInfo(question: Omit<YtDlpQuestion, 'deadlineMs'>): Promise<unknown> {
    const args = ['--dump-single-json', '--skip-download', '--ignore-no-formats-error']
    const said = await askProgram(args, { ...question, deadlineMs: INFO_MS })
    const told = jsonIn(said.output)
    // It ends well also where YouTube has refused the video, and only warns of that.
    const found = foundSchema.safeParse(told)
    if (found.success && isEmpty(found.data) && said.complaint.trim() !== '') {
      const refused = failureOf(said)
      const isAboutVideo = !['network', 'parse_changed'].includes(refused.code)
      if (isAboutVideo || found.data.live_status == null) throw refused
    }
    return told
  }

  return {
    ask: async (args, question) => (await askProgram(args, question)).output,
    info(question) {
      const { videoId } = question
      const known = kept.get(videoId)
      if (known) return known
      const asked = askInfo(question)
      // Only what was told is kept: a failure says nothing about the next try.
      asked.then(
        () => {
          kept.set(videoId, asked)
          setTimeout(() => kept.delete(videoId), KEPT_MS).unref()
        },
        () => {},
      )
      return asked
    },
    version: versionOf,
    hasCookies: program.cookies !== undefined,
  }
}

const always = ['--no-playlist', '--ignore-config', '--no-cache-dir', '--socket-timeout', '10']

/** Since this version the program needs a JavaScript runtime for some clients, and finds only Deno by itself. */
const firstWithRuntimes = '2025.11.12'
const oldestNode = 22

/** Our own Node is its runtime, where both are new enough. */
const runtimeFor = (version: string | null): string[] =>
  version !== null && version >= firstWithRuntimes && Number.parseInt(process.versions.node, 10) >= oldestNode
    ? ['--js-runtimes', `node:${process.execPath}`]
    : []

/** For example `2026.10.26`, or `2026.10.26.232959` of a nightly build. */
const versionForm = /^\d{4}\.\d\d\.\d\d/

async function versionIn(program: YtDlpProgram): Promise<string | null> {
  const { output } = await run({ path: program.path }, ['--ignore-config', '--version'], VERSION_MS).catch(() => ({
    output: '',
  }))
  const version = output.trim()
  return versionForm.test(version) ? version : null
}

/** How old a version is, whole days; the program is named after its date. */
export function ageInDays(version: string, now: Date): number {
  const [year, month, day] = version.split('.').map(Number) as [number, number, number]
  return Math.floor((now.getTime() - Date.UTC(year, month - 1, day)) / (24 * 3600_000))
}

/** YouTube changes so often that an older program fails more and more; it warns of itself after 90 days. */
export const oldFromDays = 60

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
    throw videoFailure(ytDlpName, 'parse_changed', { detail: `the cookies at ${cookies} cannot be read`, cause })
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
  /** Null where no client was told anything of the video. */
  live_status: z.string().nullish(),
  formats: z.unknown().array().nullish(),
  subtitles: z.record(z.string(), z.unknown()).nullish(),
  automatic_captions: z.record(z.string(), z.unknown()).nullish(),
})

const isEmpty = ({ formats, subtitles, automatic_captions: automatic }: z.infer<typeof foundSchema>): boolean =>
  !formats?.length && Object.keys({ ...subtitles, ...automatic }).length === 0

/**
 * What it complains of last counts, because before that it warns of what it tried in vain. Pages that it could not load are
 * only of interest where there is nothing else.
 */
function failureOf({ complaint }: Pick<Outcome, 'complaint'>): ProviderError {
  const lines = complaint.split('\n').filter(line => /^(ERROR|WARNING):/.test(line))
  const codes = lines.map(codeOfComplaint)
  const telling = codes.findLastIndex(code => code !== undefined && code !== 'network')
  const at = telling < 0 ? codes.indexOf('network') : telling
  const words = (lines[at] ?? complaint.slice(-300)).slice(0, 300).trim()
  return videoFailure(ytDlpName, codes[at] ?? 'parse_changed', { detail: words })
}

const codeOfComplaint = (words: string): VideoFailureCode | undefined => {
  if (/HTTP Error 429|Too Many Requests/i.test(words)) return 'rate_limited'
  if (/cookies are no longer valid/i.test(words)) return 'bot_check'
  const code = codeOfWords(words)
  if (code !== undefined) return code
  return /unable to (?:download|connect)|timed? ?out|urlopen error|connection|HTTP Error 5/i.test(words)
    ? 'network'
    : undefined
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
