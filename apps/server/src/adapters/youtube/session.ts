import type { FailureCode } from '@recaps/contract/failures'
import { Innertube, Log } from 'youtubei.js'
import { z } from 'zod'
import { ProviderError } from '../../errors.ts'
import type { Clock } from '../../ports/clock.ts'
import type { PlayerClient } from './clients.ts'
import { videoFailure } from './failure.ts'
import type { Route } from './gateway.ts'
import type { ClientIdentities } from './identities.ts'
import { isFailedPrecondition, networkFailure, refusalOf } from './refusals.ts'
import { issuedVisitors } from './visitors.ts'

export interface InnertubeCall {
  /** Path under `/youtubei/v1`, with its query. */
  endpoint: string
  args: object
  /** Absent: WEB, as the library signs its searches. */
  client?: PlayerClient
  route: Route
  /** Who is named in failures. */
  provider: string
  /** Statuses that mean here that the thing asked for does not exist, unless the body says that the client is too old. */
  missingOn?: readonly number[]
  /** Called before each request of it; what it throws is thrown in place of asking. */
  beforeRequest?: () => Promise<void>
  /** Whether an answer that came with status 200 refuses the visitor. */
  refusesVisitor?: (answer: unknown) => boolean
  signal?: AbortSignal
  /** Time for one request, 8 s unless told otherwise. */
  requestMs?: number
}

/**
 * Asks InnerTube and gives the JSON it answered. When YouTube refuses the visitor data, asks once more with newly issued
 * data. Throws `ProviderError`, or the reason of the signal.
 */
export interface InnertubeSession {
  ask(call: InnertubeCall): Promise<unknown>
}

const MAX_ANSWER_BYTES = 8 * 1024 * 1024

/** Refusals that may end with other visitor data: YouTube counts requests and suspects robots by visitor. */
export const isVisitorRefused = (code: FailureCode | undefined): boolean =>
  code === 'bot_check' || code === 'rate_limited'

export interface InnertubeSessionDeps {
  clock: Clock
  identities: ClientIdentities
}

/**
 * The library signs the requests (context, headers, versions) for visitor data that YouTube has issued; none of YouTube's
 * JavaScript is run, and each call has its own transport, so that it can be stopped.
 */
export const innertubeSession = ({ clock, identities }: InnertubeSessionDeps): InnertubeSession => {
  Log.setLevel(Log.Level.NONE)
  const visitors = issuedVisitors({ clock, identities })

  const send = async (call: InnertubeCall, visitorData: string | undefined): Promise<unknown> => {
    const { endpoint, args, client, route, provider, missingOn = [], signal, requestMs = 8_000 } = call
    const { id, version, ...facts } = await identities.of(client?.name ?? 'WEB')
    const innertube = await Innertube.create({
      ...(visitorData === undefined ? {} : { visitor_data: visitorData }),
      lang: 'en',
      location: 'US',
      retrieve_player: false,
      // The library fetches nothing by itself. The visitor data that it would invent is replaced in the transport.
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
        // The library writes it in a way that YouTube's own app does not.
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
      if (missingOn.includes(answer.status) && !isFailedPrecondition(answer)) throw videoFailure(provider, 'not_found')
      const refusal = refusalOf(provider, answer, clock.now())
      if (refusal !== null) throw refusal
      return new Response(Buffer.from(answer.body))
    }
  }

  /** Sends one request. Tells whether YouTube refused its visitor data; `result` returns the answer or throws the error. */
  const attempt = async (call: InnertubeCall, visitorData: string | undefined) => {
    await call.beforeRequest?.()
    try {
      const answer = await send(call, visitorData)
      visitors.offer(call.route, answer)
      return { isRefused: call.refusesVisitor?.(answer) ?? false, result: () => answer }
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      const result = () => {
        throw error
      }
      return { isRefused: isVisitorRefused(error.code), result }
    }
  }

  return {
    async ask(call) {
      const { route, signal } = call
      const visitorData = await visitors.of(route, signal)
      const { isRefused, result } = await attempt(call, visitorData)
      if (!isRefused) return result()
      visitors.drop(route, visitorData)
      const another = await visitors.of(route, signal)
      const isAnother = another !== undefined && another !== visitorData
      return isAnother ? (await attempt(call, another)).result() : result()
    },
  }
}

const requestBody = z.looseObject({ context: z.looseObject({ client: z.looseObject({}) }) })

/** Changes the client that a request names; what is undefined is left out. */
const withClient = (text: string, changes: Record<string, string | undefined>): string => {
  const body = requestBody.parse(JSON.parse(text))
  return JSON.stringify({ ...body, context: { ...body.context, client: { ...body.context.client, ...changes } } })
}
