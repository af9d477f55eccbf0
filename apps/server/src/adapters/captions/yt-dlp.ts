import { spawn } from 'node:child_process'
import { tmpdir } from 'node:os'
import type { VideoFailureCode } from '@recaps/contract/failures'
import { chooseCaptionTrack } from '@recaps/domain/caption-track'
import { MAX_CAPTION_BYTES } from '@recaps/domain/captions/parse'
import { isVideoId, watchUrl } from '@recaps/domain/video-url'
import { z } from 'zod'
import type { Captions, CaptionTrack } from '../../ports/captions.ts'
import type { Clock } from '../../ports/clock.ts'
import { videoFailure } from '../youtube/failure.ts'
import type { Route } from '../youtube/gateway.ts'
import { codeOfWords } from '../youtube/playability.ts'
import { networkFailure, refusalOf } from '../youtube/refusals.ts'
import { looksLikeCaptions } from './sniff.ts'

const provider = 'yt-dlp'
const RUN_DEADLINE_MS = 30_000
const FETCH_DEADLINE_MS = 8_000
const MAX_OUTPUT_BYTES = 16 * 1024 * 1024

export interface YtDlpConfig {
  /** Where the program lies. */
  path: string
  route: Route
  clock: Clock
  /** The proxy the program itself uses. */
  proxy?: string
}

/**
 * Captions by way of yt-dlp (github.com/yt-dlp/yt-dlp), which is often mended sooner than we are. The program only tells
 * where the tracks are; the track itself comes over our own way out, with its limits.
 */
export const ytDlpCaptions = (config: YtDlpConfig): Captions => ({
  async read(videoId, { signal } = {}) {
    if (!isVideoId(videoId)) throw videoFailure(provider, 'invalid_id')
    const told = infoSchema.safeParse(await askProgram(config, videoId, signal))
    if (!told.success) throw videoFailure(provider, 'parse_changed', { cause: told.error })
    const track = chooseTrack(told.data)
    if (track === null) throw videoFailure(provider, 'no_captions')
    return { kind: track.kind, language: track.language, body: await fetchTrack(config, track.url, signal), provider }
  },
})

const formatsSchema = z.record(z.string(), z.object({ ext: z.string(), url: z.string() }).array()).default({})
const infoSchema = z.object({
  language: z.string().nullish(),
  subtitles: formatsSchema,
  automatic_captions: formatsSchema,
})
type Info = z.infer<typeof infoSchema>
type Choice = Pick<CaptionTrack, 'kind' | 'language'> & { url: string }

/** Automatic tracks are listed with all their translations; the spoken language is the one marked `-orig`. */
const chooseTrack = ({ language, subtitles, automatic_captions: automatic }: Info): Choice | null => {
  const marked = Object.keys(automatic).find(name => name.endsWith('-orig'))
  const spoken = marked?.replace(/-orig$/, '') ?? language ?? Object.keys(automatic)[0]
  const heard = marked ?? spoken ?? ''
  const choices = [
    ...Object.entries(subtitles).map(([name, formats]) => choice('manual', name, formats)),
    choice('auto', heard, automatic[heard] ?? []),
  ].filter(one => one !== null)
  return chooseCaptionTrack(choices, spoken)
}

const choice = (kind: CaptionTrack['kind'], name: string, formats: Info['subtitles'][string]): Choice | null => {
  const format = ['json3', 'srv1', 'vtt'].flatMap(ext => formats.filter(one => one.ext === ext))[0]
  return format === undefined ? null : { kind, language: name.replace(/-orig$/, ''), url: format.url }
}

const fetchTrack = async ({ route, clock }: YtDlpConfig, url: string, signal?: AbortSignal): Promise<Uint8Array> => {
  const isYoutube = URL.canParse(url) && /(?:^|\.)youtube\.com$/.test(new URL(url).hostname)
  if (!isYoutube) throw videoFailure(provider, 'parse_changed', { detail: 'track outside of YouTube' })
  const answer = await route
    .fetch({ url, signal, deadlineMs: FETCH_DEADLINE_MS, maxBytes: MAX_CAPTION_BYTES })
    .catch(error => {
      throw networkFailure(provider, error)
    })
  const refusal = refusalOf(provider, answer, clock.now())
  if (refusal !== null) throw refusal
  if (answer.body.byteLength === 0) throw videoFailure(provider, 'po_token_required')
  if (!looksLikeCaptions(answer.body)) throw videoFailure(provider, 'parse_changed', { detail: 'no captions' })
  return answer.body
}

const askProgram = async ({ path, proxy }: YtDlpConfig, videoId: string, signal?: AbortSignal): Promise<unknown> => {
  const args = [
    '--dump-single-json',
    '--skip-download',
    '--ignore-no-formats-error',
    '--no-playlist',
    '--ignore-config',
  ]
  args.push('--no-cache-dir', '--no-warnings', '--socket-timeout', '10')
  const { code, output, complaint } = await run(path, [...args, '--', watchUrl(videoId)], proxy, signal)
  if (code !== 0) {
    const words = complaint.slice(-300)
    throw videoFailure(provider, codeOfWords(words) ?? codeOfComplaint(words), { detail: words.trim() })
  }
  try {
    return JSON.parse(output)
  } catch (cause) {
    throw videoFailure(provider, 'parse_changed', { detail: 'not JSON', cause })
  }
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
const run = (path: string, args: string[], proxy?: string, signal?: AbortSignal): Promise<Outcome> =>
  new Promise((resolve, reject) => {
    const deadline = AbortSignal.timeout(RUN_DEADLINE_MS)
    const child = spawn(path, args, {
      cwd: tmpdir(),
      env: {
        PATH: '/usr/local/bin:/usr/bin:/bin',
        LANG: 'C.UTF-8',
        ...(proxy ? { http_proxy: proxy, https_proxy: proxy } : {}),
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
      else if (deadline.aborted) reject(videoFailure(provider, 'network', { detail: 'took too long', cause }))
      else reject(videoFailure(provider, 'parse_changed', { detail: 'cannot be started', cause }))
    })
    child.once('close', code => {
      resolve({
        code,
        output: Buffer.concat(output).toString('utf8'),
        complaint: Buffer.concat(complaint).toString('utf8'),
      })
    })
  })
