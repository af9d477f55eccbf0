import { setTimeout as pause } from 'node:timers/promises'
import { Agent } from 'undici'
import { ProviderError } from '../../errors.ts'
import { type OutboundAnswer, OutboundError, outboundFetch } from '../outbound/fetch.ts'
import { type HeardPiece, readAnswer, WrongForm } from './answer.ts'
import type { RecogniserConfig, SoundPiece } from './recogniser.ts'

/** A server that is overloaded is asked again after these pauses, or after the one it asks for. */
const usualPausesMs = [1_000, 5_000, 20_000]
/** A job does not wait longer than this for one answer: it is put off, and says so. */
const longestPauseMs = 60_000
/** Who does not say when to come back is asked again after so long. */
const restMs = 60_000
/** Ten minutes of words with their instants are a few hundred KB. */
const mostBytes = 16 * 2 ** 20

/** Asks one recogniser about pieces, as often as makes sense. */
export function asking(provider: string, address: string, config: RecogniserConfig) {
  const { key, timeoutMs, clock, pausesMs = usualPausesMs } = config
  const nowMs = () => clock.now().getTime()
  // The usual patience of the client ends after five minutes.
  const fetch = outboundFetch(new Agent({ headersTimeout: 0, bodyTimeout: 0, connect: { timeout: 10_000 } }))

  async function once(form: FormData, { lengthMs }: SoundPiece, signal: AbortSignal): Promise<HeardPiece> {
    const sent = new Response(form)
    const answer = await fetch({
      url: address,
      method: 'POST',
      headers: {
        'content-type': sent.headers.get('content-type') ?? '',
        ...(key ? { authorization: `Bearer ${key}` } : {}),
      },
      body: new Uint8Array(await sent.arrayBuffer()),
      signal,
      deadlineMs: timeoutMs,
      maxBytes: mostBytes,
    })
    const refusal = refusalOf(answer, nowMs())
    if (refusal) throw refused(provider, refusal)
    return readAnswer(answer.body, lengthMs)
  }

  return async (
    fields: Record<string, string | string[]>,
    file: { name: string; type: string },
    piece: SoundPiece,
    { signal }: { signal: AbortSignal },
  ): Promise<HeardPiece> => {
    for (let tries = 0; ; tries++) {
      try {
        return await once(formOf(fields, file, piece), piece, signal)
      } catch (error) {
        signal.throwIfAborted()
        const failure = failureOf(provider, error)
        const askedForMs = (failure.retryAt?.getTime() ?? 0) - nowMs()
        const pauseMs = Math.max(pausesMs[tries] ?? 0, askedForMs)
        if (!failure.retryable || pausesMs[tries] === undefined || pauseMs > longestPauseMs) throw put(failure, nowMs())
        await pause(pauseMs, undefined, { signal }).catch(() => signal.throwIfAborted())
      }
    }
  }
}

/** Tried often enough: whoever waits for it is told until when. */
const put = (
  { provider, code, retryable, retryAt, detail, said, cause }: ProviderError,
  nowMs: number,
): ProviderError =>
  new ProviderError({
    provider,
    code,
    retryable,
    detail,
    said,
    cause,
    ...(retryable ? { retryAt: retryAt ?? new Date(nowMs + restMs) } : {}),
  })

function formOf(
  fields: Record<string, string | string[]>,
  { name, type }: { name: string; type: string },
  { bytes }: SoundPiece,
): FormData {
  const form = new FormData()
  for (const [field, values] of Object.entries(fields)) for (const value of [values].flat()) form.append(field, value)
  form.append('file', new Blob([new Uint8Array(bytes)], { type }), name)
  return form
}

interface Refusal {
  retryable: boolean
  detail: string
  /** Some repeat a part of the key that they refuse. */
  said?: string
  retryAt?: Date
}

function refusalOf({ status, headers, body }: OutboundAnswer, nowMs: number): Refusal | null {
  if (status === 200) return null
  const said = Buffer.from(body.subarray(0, 200)).toString('utf8').replace(/\s+/g, ' ')
  const retryable = status === 408 || status === 429 || status >= 500
  const retryAt = retryAfter(headers.get('retry-after'), nowMs)
  return { retryable, detail: `HTTP ${status}`, said, ...(retryable && retryAt ? { retryAt } : {}) }
}

/** Seconds, or a date. */
function retryAfter(told: string | null, nowMs: number): Date | undefined {
  if (told === null) return undefined
  const at = /^\d{1,6}$/.test(told.trim()) ? nowMs + Number(told) * 1000 : Date.parse(told)
  return Number.isNaN(at) || at < nowMs ? undefined : new Date(at)
}

const refused = (provider: string, refusal: Refusal & { cause?: unknown }): ProviderError =>
  new ProviderError({ provider, code: 'transcription_failed', ...refusal })

function failureOf(provider: string, error: unknown): ProviderError {
  if (error instanceof ProviderError) return error
  if (error instanceof WrongForm) return refused(provider, { retryable: true, detail: error.message, cause: error })
  if (!(error instanceof OutboundError)) throw error
  return refused(provider, { retryable: error.reason !== 'too_large', detail: error.message, cause: error })
}
