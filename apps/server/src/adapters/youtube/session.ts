import type { FailureCode } from '@recaps/contract/failures'
import { Innertube, Log } from 'youtubei.js'
import { z } from 'zod'
import { ProviderError } from '../../errors.ts'
import type { Clock } from '../../ports/clock.ts'
import type { ClientIdentities } from './client-identities.ts'
import type { PlayerClient } from './clients.ts'
import { videoFailure } from './failure.ts'
import type { Route } from './gateway.ts'
import { httpRefusal, isFailedPrecondition, networkFailure } from './refusals.ts'
import { createVisitorDataCache } from './visitor-data.ts'

export interface InnertubeCall {
  /** Path under `/youtubei/v1`, with its query. */
  endpoint: string
  args: object
  /** Default: WEB, as the library uses it for searches. */
  client?: PlayerClient
  route: Route
  provider: string
  /** HTTP statuses that mean "not found" here, unless the body says that the client is outdated. */
  notFoundStatuses?: readonly number[]
  /** Called before each request. If it throws, the request is not sent. */
  beforeRequest?: () => Promise<void>
  /** Whether an answer with status 200 rejects the visitor data. */
  rejectsVisitorData?: (answer: unknown) => boolean
  signal?: AbortSignal
  /** Time limit for one request, 8 s by default. */
  requestMs?: number
}

/**
 * Sends a request to InnerTube and returns the JSON of the answer. If YouTube rejects the visitor data, retries once with newly
 * issued data. Throws `ProviderError`, or the reason of the signal.
 */
export interface InnertubeSession {
  request(call: InnertubeCall): Promise<unknown>
}

const MAX_ANSWER_BYTES = 8 * 1024 * 1024

/** Failures that new visitor data may solve: YouTube counts requests and detects bots by visitor. */
export const isVisitorDataRejected = (code: FailureCode | undefined): boolean =>
  code === 'bot_check' || code === 'rate_limited'

export interface InnertubeSessionDeps {
  clock: Clock
  identities: ClientIdentities
}

/**
 * The library builds the requests (context, headers, versions) with visitor data that YouTube issued. None of YouTube's
 * JavaScript is run, and each call has its own transport, so that it can be aborted.
 */
export const innertubeSession = ({ clock, identities }: InnertubeSessionDeps): InnertubeSession => {
  Log.setLevel(Log.Level.NONE)
  const visitors = createVisitorDataCache({ clock, identities })

  const send = async (call: InnertubeCall, visitorData: string | undefined): Promise<unknown> => {
    const { endpoint, args, client, route, provider, notFoundStatuses = [], signal, requestMs = 8_000 } = call
    const { id, version, ...facts } = await identities.get(client?.name ?? 'WEB')
    const innertube = await Innertube.create({
      ...(visitorData === undefined ? {} : { visitor_data: visitorData }),
      lang: 'en',
      location: 'US',
      retrieve_player: false,
      // The library must not fetch anything itself. The visitor data that it makes up is replaced in the transport.
      generate_session_locally: true,
      retrieve_innertube_config: false,
      enable_session_cache: false,
      fetch: (input, init) => transport(input, init),
    })
    try {
      const { data } = await innertube.actions.execute(endpoint, { ...args, client: client?.name })
      return data
    } catch (cause) {
      if (!(cause instanceof SyntaxError)) throw cause
      throw videoFailure(provider, 'parse_changed', { detail: 'not JSON', cause })
    }

    async function transport(input: string | URL | Request, init?: RequestInit): Promise<Response> {
      const headers = new Headers(init?.headers)
      const body = withClient(typeof init?.body === 'string' ? init.body : '{}', {
        visitorData,
        ...facts,
        ...(version === undefined ? {} : { clientVersion: version }),
        // The library spells it differently from YouTube's own app.
        ...(client?.name === 'IOS' ? { clientName: 'IOS' } : {}),
      })
      if (visitorData === undefined) headers.delete('x-goog-visitor-id')
      if (facts.userAgent !== undefined) headers.set('user-agent', facts.userAgent)
      if (version !== undefined) headers.set('x-youtube-client-version', version)
      if (id !== undefined) headers.set('x-youtube-client-name', id)
      const url = input instanceof Request ? input.url : String(input)
      const answer = await route
        .fetch({
          url,
          method: 'POST',
          headers: Object.fromEntries(headers),
          body,
          signal,
          deadlineMs: requestMs,
          maxBytes: MAX_ANSWER_BYTES,
        })
        .catch(error => {
          throw networkFailure(provider, error)
        })
      if (notFoundStatuses.includes(answer.status) && !isFailedPrecondition(answer))
        throw videoFailure(provider, 'not_found')
      const refusal = httpRefusal(provider, answer, clock.now())
      if (refusal !== null) throw refusal
      return new Response(Buffer.from(answer.body))
    }
  }

  /** Sends one request. `isRefused`: YouTube rejected its visitor data. `result` returns the answer or throws the error. */
  const attempt = async (call: InnertubeCall, visitorData: string | undefined) => {
    await call.beforeRequest?.()
    try {
      const answer = await send(call, visitorData)
      visitors.store(call.route, answer)
      return { isRefused: call.rejectsVisitorData?.(answer) ?? false, result: () => answer }
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      const result = () => {
        throw error
      }
      return { isRefused: isVisitorDataRejected(error.code), result }
    }
  }

  return {
    async request(call) {
      const { route, signal } = call
      const visitorData = await visitors.get(route, signal)
      const { isRefused, result } = await attempt(call, visitorData)
      if (!isRefused) return result()
      visitors.delete(route, visitorData)
      const renewed = await visitors.get(route, signal)
      const isRenewed = renewed !== undefined && renewed !== visitorData
      return isRenewed ? (await attempt(call, renewed)).result() : result()
    },
  }
}

const requestBody = z.looseObject({ context: z.looseObject({ client: z.looseObject({}) }) })

/** Overrides fields of the client in a request body; undefined removes a field. */
const withClient = (text: string, changes: Record<string, string | undefined>): string => {
  const body = requestBody.parse(JSON.parse(text))
  return JSON.stringify({ ...body, context: { ...body.context, client: { ...body.context.client, ...changes } } })
}
