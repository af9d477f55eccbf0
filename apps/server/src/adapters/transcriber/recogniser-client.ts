import { setTimeout as pause } from 'node:timers/promises'
import { Agent } from 'undici'
import { ProviderError } from '../../errors.ts'
import { OutboundError, type OutboundResponse, outboundFetch } from '../outbound/fetch.ts'
import { InvalidTranscriptError, type PieceTranscript, parseTranscript } from './parse-transcript.ts'
import type { EncodedPiece, RecogniserConfig } from './recogniser.ts'

/** Pauses before retries, unless the server requests longer ones. */
const defaultPausesMs = [1_000, 5_000, 20_000]
/** For a longer pause the whole job is postponed. */
const maxPauseMs = 60_000
/** When a failed job may retry if the server names no time. */
const defaultRetryMs = 60_000
/** Ten minutes of timed words are a few hundred KB. */
const maxResponseBytes = 16 * 2 ** 20

/** Returns a function that sends one piece to a recogniser, with retries. */
export function createRecogniserClient(provider: string, address: string, config: RecogniserConfig) {
  const { key, timeoutMs, clock, pausesMs = defaultPausesMs } = config
  const nowMs = () => clock.now().getTime()
  // Without these settings the client gives up after five minutes.
  const fetch = outboundFetch(new Agent({ headersTimeout: 0, bodyTimeout: 0, connect: { timeout: 10_000 } }))

  async function callOnce(form: FormData, { lengthMs }: EncodedPiece, signal: AbortSignal): Promise<PieceTranscript> {
    const encoded = new Response(form)
    const response = await fetch({
      url: address,
      method: 'POST',
      headers: {
        'content-type': encoded.headers.get('content-type') ?? '',
        ...(key ? { authorization: `Bearer ${key}` } : {}),
      },
      body: new Uint8Array(await encoded.arrayBuffer()),
      signal,
      deadlineMs: timeoutMs,
      maxBytes: maxResponseBytes,
    })
    const rejection = rejectionOf(response, nowMs())
    if (rejection) throw transcriptionFailed(provider, rejection)
    return parseTranscript(response.body, lengthMs)
  }

  return async (
    fields: Record<string, string | string[]>,
    file: { name: string; type: string },
    piece: EncodedPiece,
    { signal }: { signal: AbortSignal },
  ): Promise<PieceTranscript> => {
    for (let tries = 0; ; tries++) {
      try {
        return await callOnce(formOf(fields, file, piece), piece, signal)
      } catch (error) {
        signal.throwIfAborted()
        const failure = failureOf(provider, error)
        const requestedPauseMs = (failure.retryAt?.getTime() ?? 0) - nowMs()
        const pauseMs = Math.max(pausesMs[tries] ?? 0, requestedPauseMs)
        if (!failure.retryable || pausesMs[tries] === undefined || pauseMs > maxPauseMs)
          throw withRetryTime(failure, nowMs())
        await pause(pauseMs, undefined, { signal }).catch(() => signal.throwIfAborted())
      }
    }
  }
}

/** Sets when the job may try again. */
const withRetryTime = (
  { provider, code, retryable, retryAt, detail, providerMessage, cause }: ProviderError,
  nowMs: number,
): ProviderError =>
  new ProviderError({
    provider,
    code,
    retryable,
    detail,
    providerMessage,
    cause,
    ...(retryable ? { retryAt: retryAt ?? new Date(nowMs + defaultRetryMs) } : {}),
  })

function formOf(
  fields: Record<string, string | string[]>,
  { name, type }: { name: string; type: string },
  { bytes }: EncodedPiece,
): FormData {
  const form = new FormData()
  for (const [field, values] of Object.entries(fields)) for (const value of [values].flat()) form.append(field, value)
  form.append('file', new Blob([new Uint8Array(bytes)], { type }), name)
  return form
}

interface Rejection {
  retryable: boolean
  detail: string
  /** Not for the log: some servers quote part of a wrong key. */
  providerMessage?: string
  retryAt?: Date
}

function rejectionOf({ status, headers, body }: OutboundResponse, nowMs: number): Rejection | null {
  if (status === 200) return null
  const providerMessage = Buffer.from(body.subarray(0, 200)).toString('utf8').replace(/\s+/g, ' ')
  const retryable = status === 408 || status === 429 || status >= 500
  const retryAt = retryAfter(headers.get('retry-after'), nowMs)
  return { retryable, detail: `HTTP ${status}`, providerMessage, ...(retryable && retryAt ? { retryAt } : {}) }
}

/** The header has seconds or a date. */
function retryAfter(header: string | null, nowMs: number): Date | undefined {
  if (header === null) return undefined
  const retryAtMs = /^\d{1,6}$/.test(header.trim()) ? nowMs + Number(header) * 1000 : Date.parse(header)
  return Number.isNaN(retryAtMs) || retryAtMs < nowMs ? undefined : new Date(retryAtMs)
}

const transcriptionFailed = (provider: string, rejection: Rejection & { cause?: unknown }): ProviderError =>
  new ProviderError({ provider, code: 'transcription_failed', ...rejection })

function failureOf(provider: string, error: unknown): ProviderError {
  if (error instanceof ProviderError) return error
  if (error instanceof InvalidTranscriptError)
    return transcriptionFailed(provider, { retryable: true, detail: error.message, cause: error })
  if (!(error instanceof OutboundError)) throw error
  return transcriptionFailed(provider, { retryable: error.reason !== 'too_large', detail: error.message, cause: error })
}
