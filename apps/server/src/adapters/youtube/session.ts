import { Innertube, Log } from 'youtubei.js'
import { z } from 'zod'
import type { Clock } from '../../ports/clock.ts'
import type { PlayerClient } from './clients.ts'
import { videoFailure } from './failure.ts'
import type { Route } from './gateway.ts'
import { networkFailure, refusalOf } from './refusals.ts'

export interface InnertubeCall {
  /** Path under `/youtubei/v1`, with its query. */
  endpoint: string
  args: object
  /** Absent: WEB, as the library signs its searches. */
  client?: PlayerClient
  route: Route
  /** Who is named in failures. */
  provider: string
  /** Statuses that mean here that the thing asked for does not exist. */
  missingOn?: readonly number[]
  signal?: AbortSignal
  /** Time for the request, 8 s unless told otherwise. */
  requestMs?: number
}

/** Asks InnerTube and gives the JSON it answered. Throws `ProviderError`, or the reason of the signal. */
export interface InnertubeSession {
  ask(call: InnertubeCall): Promise<unknown>
  /** Forgets who we said we are, after YouTube has asked whether we are a robot. */
  renew(): void
}

const MAX_ANSWER_BYTES = 8 * 1024 * 1024

/**
 * One visitor to YouTube. The library signs the requests (context, headers, versions); nothing is fetched to begin with,
 * none of YouTube's JavaScript is run, and each call has its own transport, so that it can be stopped.
 */
export const innertubeSession = ({ clock }: { clock: Clock }): InnertubeSession => {
  Log.setLevel(Log.Level.NONE)
  let visitor: { visitor_data: string; user_agent: string } | undefined

  return {
    async ask({ endpoint, args, client, route, provider, missingOn = [], signal, requestMs = 8_000 }) {
      const innertube = await Innertube.create({
        ...visitor,
        lang: 'en',
        location: 'US',
        retrieve_player: false,
        generate_session_locally: true,
        retrieve_innertube_config: false,
        enable_session_cache: false,
        fetch: (input, init) => transport(input, init),
      })
      const { visitorData, userAgent } = innertube.session.context.client
      visitor ??= { visitor_data: visitorData ?? '', user_agent: userAgent ?? '' }
      try {
        const { data } = await innertube.actions.execute(endpoint, { ...args, client: client?.name })
        return data
      } catch (cause) {
        if (!(cause instanceof SyntaxError)) throw cause
        throw videoFailure(provider, 'parse_changed', { detail: 'not JSON', cause })
      }

      async function transport(input: string | URL | Request, init?: RequestInit): Promise<Response> {
        const headers = new Headers(init?.headers)
        let body = typeof init?.body === 'string' ? init.body : ''
        if (client?.version !== undefined) {
          body = withClientVersion(body, client.version)
          headers.set('x-youtube-client-version', client.version)
        }
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
        if (missingOn.includes(answer.status)) throw videoFailure(provider, 'not_found')
        const refusal = refusalOf(provider, answer, clock.now())
        if (refusal !== null) throw refusal
        return new Response(Buffer.from(answer.body))
      }
    },
    renew() {
      visitor = undefined
    },
  }
}

const requestBody = z.looseObject({ context: z.looseObject({ client: z.looseObject({}) }) })

const withClientVersion = (text: string, clientVersion: string): string => {
  const body = requestBody.parse(JSON.parse(text))
  return JSON.stringify({ ...body, context: { ...body.context, client: { ...body.context.client, clientVersion } } })
}
