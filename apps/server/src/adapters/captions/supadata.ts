import { setTimeout as sleep } from 'node:timers/promises'
import type { VideoFailureCode } from '@recaps/contract/failures'
import { languageTag } from '@recaps/domain/captions/language-tag'
import { MAX_CAPTION_BYTES } from '@recaps/domain/captions/parse'
import { isVideoId, watchUrl } from '@recaps/domain/video-url'
import { Agent } from 'undici'
import { z } from 'zod'
import { ProviderError } from '../../errors.ts'
import type { Captions, CaptionTrack } from '../../ports/captions.ts'
import type { Clock } from '../../ports/clock.ts'
import { type OutboundFetch, type OutboundResponse, outboundFetch } from '../outbound/fetch.ts'
import { retryAfterMs } from '../outbound/retry-after.ts'
import { videoFailure } from '../youtube/failure.ts'
import { parseJson } from '../youtube/json.ts'
import { networkFailure } from '../youtube/refusals.ts'

export interface SupadataConfig {
  key: string
  /** Base URL without `/v1`. `https://api.supadata.ai` by default. */
  url?: string | undefined
  clock: Clock
  /** Delays between polls of a job; the last one repeats. */
  pollDelaysMs?: readonly number[]
  /** Time limit for one video, polling included. */
  deadlineMs?: number
  /** Time limit for one HTTP request. */
  requestDeadlineMs?: number
}

export const supadataName = 'supadata'
/** The time limit of `read`. A chain that contains this adapter needs at least as much. */
export const SUPADATA_DEADLINE_MS = 60_000

const DEFAULT_URL = 'https://api.supadata.ai'
const REQUEST_DEADLINE_MS = 30_000
const POLL_DELAYS_MS = [1_000, 2_000, 3_000, 4_000, 5_000]
const MAX_RETRY_AFTER_MS = 24 * 3_600_000
const MAX_MESSAGE_LENGTH = 200
/** The most cues that our parser accepts. Five MB may contain millions. */
const MAX_SEGMENTS = 100_000
/** With more malformed segments than this, the transcript would have holes. */
const MAX_MALFORMED_SHARE = 0.1

/**
 * Captions from the paid service Supadata (https://supadata.ai), which fetches them from YouTube over its own network.
 *
 * Protocol as of `@supadata/js` 1.4.0, docs.supadata.ai/get-transcript, docs.supadata.ai/errors/list and the OpenAPI file
 * of github.com/supadata-ai/supadata-docs:
 *
 * - `GET /v1/transcript?url=…&lang=en&text=false&mode=native` with the header `x-api-key`. 200 with
 *   `{ content: [{ text, offset, duration, lang }], lang, availableLangs }` in milliseconds, or 202 with `{ jobId }`.
 * - `GET /v1/transcript/{jobId}` with `status: queued | active | completed | failed`. The OpenAPI file puts `content` and
 *   `lang` next to `status`, the SDK and the guide put them into `result`; both are read here.
 * - Errors are `{ error, message, details, documentationUrl }`: 206 `transcript-unavailable` (users also report it with
 *   status 200), 400 `invalid-request`, 401 `unauthorized`, 402 `upgrade-required`, 403 `forbidden`, 404 `not-found`,
 *   429 `limit-exceeded` (request rate or monthly quota), 500 `internal-error`. `Retry-After` is not documented, but read.
 *
 * If there is no English track, Supadata answers with the first language that the video has.
 */
export const supadataCaptions = (config: SupadataConfig): Captions => {
  const { deadlineMs = SUPADATA_DEADLINE_MS } = config
  const send = openRequests(config)
  return {
    async read(videoId, { signal } = {}) {
      if (!isVideoId(videoId)) throw videoFailure(supadataName, 'invalid_id')
      const untilMs = performance.now() + deadlineMs
      // `native` only returns existing captions. For other videos we run our own speech to text.
      const query = new URLSearchParams({ url: watchUrl(videoId), lang: 'en', text: 'false', mode: 'native' })
      const answer = await send(`?${query}`, { untilMs, signal })
      const job = jobSchema.safeParse(answer)
      if (!job.success) return trackIn(answer)
      return trackIn(await pollJob(job.data.jobId, { send, untilMs, signal, config }))
    },
  }
}

interface Limits {
  /** On the clock of `performance.now()`. */
  untilMs: number
  signal: AbortSignal | undefined
}

/** Sends one request below `/v1/transcript` and returns its JSON. Throws `ProviderError`. */
type SendRequest = (path: string, limits: Limits) => Promise<unknown>

const openRequests = ({
  key,
  url = DEFAULT_URL,
  clock,
  requestDeadlineMs = REQUEST_DEADLINE_MS,
}: SupadataConfig): SendRequest => {
  const fetch: OutboundFetch = outboundFetch(new Agent({ connect: { timeout: 10_000 } }))
  const base = `${url.replace(/\/+$/, '')}/v1/transcript`
  return async (path, { untilMs, signal }) => {
    // Undici quotes a header value that it rejects in its error message.
    if (!/^[\x21-\x7e]+$/.test(key)) throw videoFailure(supadataName, ACCOUNT_REFUSED, { detail: 'malformed API key' })
    // Timers may fire a millisecond early.
    const remainingMs = Math.max(1, Math.ceil(untilMs - performance.now()) + 1)
    const answer = await fetch({
      url: `${base}${path}`,
      headers: { accept: 'application/json', 'x-api-key': key },
      signal,
      deadlineMs: Math.min(requestDeadlineMs, remainingMs),
      maxBytes: MAX_CAPTION_BYTES,
    }).catch(error => {
      throw networkFailure(supadataName, error)
    })
    const body = parseJson(answer.body)
    const error = errorIn(body)
    if (answer.status !== 200 && answer.status !== 202) throw serviceFailure(error, { answer, key, now: clock.now() })
    const isFailed = jobStatusSchema.safeParse(body).data?.status === 'failed'
    if (error !== null || isFailed) throw new RequestRefused(error, key)
    return body
  }
}

interface ServiceError {
  code: string
  message: string
}

/** The error of an answer: at the top of the body, or nested in `error` for a failed job. */
const errorIn = (body: unknown): ServiceError | null => {
  const flat = flatErrorSchema.safeParse(body).data
  const found = flat ?? nestedErrorSchema.safeParse(body).data?.error
  return found ? { code: found.error, message: found.details ?? found.message ?? '' } : null
}

/**
 * The key or the plan is refused, or Supadata itself has no access. Neither YouTube nor the video is to blame, and no failure
 * code fits exactly. This one says, correctly, that this server was not given the captions, and unlike `network` and
 * `rate_limited` it is not retried for hours. In a chain, the user sees the failure of YouTube itself.
 */
const ACCOUNT_REFUSED = 'po_token_required'

const codesOfErrors: Readonly<Record<string, VideoFailureCode>> = {
  'transcript-unavailable': 'no_captions',
  'not-found': 'not_found',
  unauthorized: ACCOUNT_REFUSED,
  'upgrade-required': ACCOUNT_REFUSED,
  forbidden: ACCOUNT_REFUSED,
  'limit-exceeded': 'rate_limited',
  'internal-error': 'network',
  'invalid-request': 'parse_changed',
}

/** 404 is missing on purpose: without `not-found` in the body it means that the configured URL is wrong, not the video id. */
const codesOfStatuses: Readonly<Record<number, VideoFailureCode>> = {
  206: 'no_captions',
  401: ACCOUNT_REFUSED,
  402: ACCOUNT_REFUSED,
  403: ACCOUNT_REFUSED,
}

const codeOf = (status: number, error: ServiceError | null): VideoFailureCode => {
  if (status === 429) return 'rate_limited'
  if (status >= 500) return 'network'
  const known = error !== null && Object.hasOwn(codesOfErrors, error.code) ? codesOfErrors[error.code] : undefined
  return known ?? codesOfStatuses[status] ?? 'parse_changed'
}

const serviceFailure = (
  error: ServiceError | null,
  { answer, key, now }: { answer: OutboundResponse; key: string; now: Date },
): ProviderError => {
  const waitMs = retryAfterMs(answer.headers.get('retry-after'), now)
  return videoFailure(supadataName, codeOf(answer.status, error), {
    detail: detailOf(`HTTP ${answer.status}`, error, key),
    retryAt: waitMs === null ? undefined : new Date(now.getTime() + Math.min(waitMs, MAX_RETRY_AFTER_MS)),
  })
}

/** A failure in an answer of status 200: of the request itself, or of its job, for which no further poll helps. */
class RequestRefused extends ProviderError {
  constructor(error: ServiceError | null, key: string) {
    const code = error === null ? 'network' : codeOf(200, error)
    super(videoFailure(supadataName, code, { detail: detailOf('HTTP 200', error, key) }))
  }
}

/** One line for the operator. The service might quote the key. */
const detailOf = (context: string, error: ServiceError | null, key: string): string => {
  if (error === null) return context
  const message = `${error.code}: ${error.message}`.replaceAll(key, '[key]').replace(/[\p{C}\s]+/gu, ' ')
  return `${context} ${message.slice(0, MAX_MESSAGE_LENGTH)}`
}

interface PollOptions extends Limits {
  send: SendRequest
  config: SupadataConfig
}

/** Polls until the job has ended. Returns the transcript, not yet validated. */
const pollJob = async (jobId: string, { send, untilMs, signal, config }: PollOptions): Promise<unknown> => {
  const { clock, pollDelaysMs = POLL_DELAYS_MS } = config
  let lastFailure: ProviderError | undefined
  for (let polls = 0; ; polls++) {
    const usualMs = pollDelaysMs[Math.min(polls, pollDelaysMs.length - 1)] ?? 0
    const requestedMs = (lastFailure?.retryAt?.getTime() ?? 0) - clock.now().getTime()
    const delayMs = Math.max(usualMs, requestedMs)
    if (performance.now() + delayMs >= untilMs) {
      throw lastFailure ?? videoFailure(supadataName, 'network', { detail: 'job not completed in time' })
    }
    await sleep(delayMs, undefined, { signal }).catch(() => signal?.throwIfAborted())
    try {
      const body = await send(`/${jobId}`, { untilMs, signal })
      const job = jobStatusSchema.safeParse(body)
      if (!job.success) throw unexpectedFormat(job.error)
      lastFailure = undefined
      if (job.data.status === 'completed') return job.data.result ?? body
    } catch (error) {
      const failure = pollFailure(error)
      // A poll that was cut short by our own deadline says less than the failure before it.
      const isCutShort = performance.now() >= untilMs
      lastFailure = isCutShort ? (lastFailure ?? failure) : failure
    }
  }
}

/** A failed poll does not end the job, which is already paid for. Throws the failures that do end it. */
const pollFailure = (error: unknown): ProviderError => {
  if (!(error instanceof ProviderError) || error instanceof RequestRefused) throw error
  // Here the job is missing, not the video.
  if (error.code === 'not_found') throw videoFailure(supadataName, 'network', { detail: error.detail, cause: error })
  if (error.code !== 'network' && error.code !== 'rate_limited') throw error
  return error
}

const trackIn = (body: unknown): CaptionTrack => {
  const transcript = transcriptSchema.safeParse(body)
  if (!transcript.success) throw unexpectedFormat(transcript.error)
  const { content, lang } = transcript.data
  if (content.length > MAX_SEGMENTS) {
    throw videoFailure(supadataName, 'parse_changed', { detail: `more than ${MAX_SEGMENTS} segments` })
  }
  const segments = content.flatMap(piece => segmentSchema.safeParse(piece).data ?? [])
  if (content.length - segments.length > content.length * MAX_MALFORMED_SHARE) {
    throw videoFailure(supadataName, 'parse_changed', {
      detail: `${content.length - segments.length} of ${content.length} segments are malformed`,
    })
  }
  if (segments.every(({ text }) => text.trim() === '')) throw videoFailure(supadataName, 'no_captions')
  const json3 = Buffer.from(JSON.stringify({ wireMagic: 'pb3', events: segments.toSorted(byOffset).map(eventOf) }))
  if (json3.byteLength > MAX_CAPTION_BYTES) {
    throw videoFailure(supadataName, 'parse_changed', { detail: `more than ${MAX_CAPTION_BYTES} bytes` })
  }
  return {
    // Supadata does not say who wrote a track. `manual` would promise punctuation and names that may not be there.
    kind: 'auto',
    language: languageTag(lang) ?? 'und',
    body: json3,
    provider: supadataName,
  }
}

const unexpectedFormat = (cause: unknown): ProviderError =>
  videoFailure(supadataName, 'parse_changed', { detail: 'unexpected format', cause })

const byOffset = (one: Segment, other: Segment): number => one.offset - other.offset

/** `JSON.stringify` leaves some control characters and line separators as they are, which our parser cannot handle. */
const eventOf = ({ text, offset, duration }: Segment) => ({
  tStartMs: Math.round(offset),
  dDurationMs: Math.round(duration),
  segs: [{ utf8: text.replace(/(?!\n)[\p{Cc}\u2028\u2029]/gu, ' ') }],
})

/** The id becomes part of a URL. Supadata's are UUIDs. */
const jobSchema = z.object({ jobId: z.string().regex(/^[\w-]{1,128}$/) })
const jobStatusSchema = z.object({
  status: z.enum(['queued', 'active', 'completed', 'failed']),
  result: z.unknown().optional(),
})
const transcriptSchema = z.object({ content: z.unknown().array(), lang: z.string().optional().catch(undefined) })
const segmentSchema = z.object({
  text: z.string(),
  offset: z.number().nonnegative(),
  duration: z.number().nonnegative().catch(0),
})
type Segment = z.infer<typeof segmentSchema>

const flatErrorSchema = z.object({
  error: z.string(),
  message: z.string().optional().catch(undefined),
  details: z.string().optional().catch(undefined),
})
const nestedErrorSchema = z.object({ error: flatErrorSchema })
