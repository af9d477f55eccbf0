import type { VideoFailureCode } from '@recaps/contract/failures'
import { z } from 'zod'
import type { Clock } from '../../ports/clock.ts'
import { videoFailure } from './failure.ts'
import type { Route } from './gateway.ts'
import { parseJson } from './json.ts'
import { httpRefusal, networkFailure } from './refusals.ts'

export interface DataApiConfig {
  key: string
  /** Default: `https://www.googleapis.com`. */
  baseUrl?: string
  route: Pick<Route, 'fetch'>
  clock: Clock
}

/** Queries one resource of the YouTube Data API v3 (developers.google.com/youtube/v3/docs) and returns its JSON. */
export type QueryDataApi = (
  resource: 'videos' | 'channels' | 'search' | 'playlistItems',
  query: Record<string, string>,
  signal?: AbortSignal,
) => Promise<unknown>

export const dataApiName = 'dataApi'
const DEADLINE_MS = 8_000
const MAX_BYTES = 4 * 1024 * 1024

/** Sends the key in a header, so that logged URLs do not contain it. Throws `ProviderError`. */
export const createDataApiQuery =
  ({ key, baseUrl = 'https://www.googleapis.com', route, clock }: DataApiConfig): QueryDataApi =>
  async (resource, query, signal) => {
    const url = `${baseUrl.replace(/\/+$/, '')}/youtube/v3/${resource}?${new URLSearchParams(query)}`
    const headers = { accept: 'application/json', 'x-goog-api-key': key }
    const answer = await route
      .fetch({ url, headers, signal, deadlineMs: DEADLINE_MS, maxBytes: MAX_BYTES })
      .catch(error => {
        throw networkFailure(dataApiName, error)
      })
    const body = parseJson(answer.body)
    const reason = failedSchema.safeParse(body).data?.error.errors[0]?.reason
    if (reason !== undefined) {
      throw videoFailure(dataApiName, codeOf(reason), { detail: reason })
    }
    const refusal = httpRefusal(dataApiName, answer, clock.now())
    if (refusal !== null) throw refusal
    return body
  }

const codeOf = (reason: string): VideoFailureCode => {
  if (/quota|rateLimit|dailyLimit/i.test(reason)) return 'rate_limited'
  return /NotFound$/.test(reason) ? 'not_found' : 'parse_changed'
}

/** Validates an answer against `schema`. Throws `parse_changed` if it does not match. */
export const readDataApi = <T>(schema: z.ZodType<T>, body: unknown): T => {
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  throw videoFailure(dataApiName, 'parse_changed', { detail: 'unexpected format', cause: parsed.error })
}

const failedSchema = z.object({ error: z.object({ errors: z.object({ reason: z.string() }).array() }) })
