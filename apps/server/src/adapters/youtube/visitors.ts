import { Constants } from 'youtubei.js'
import { z } from 'zod'
import type { Clock } from '../../ports/clock.ts'
import { OutboundError, type OutboundRequest } from '../outbound/fetch.ts'
import type { Route } from './gateway.ts'
import type { ClientIdentities, ClientIdentity } from './identities.ts'
import { refusalOf } from './refusals.ts'
import { unlessAborted } from './unless-aborted.ts'

/**
 * The visitor data that YouTube has issued to us, one for each outbound route: text of 30 to 600 characters that every
 * InnerTube request carries. To requests without it, or with data that YouTube did not issue, YouTube answers with a bot check.
 */
export interface Visitors {
  /**
   * The visitor data to send over a route: what was issued within six hours, else newly fetched. Undefined when YouTube does
   * not issue any; then nobody asks again for a minute. Throws only the reason of the signal.
   */
  of(route: Route, signal?: AbortSignal): Promise<string | undefined>
  /** Takes visitor data that an answer carries, where none could be fetched. */
  offer(route: Route, answer: unknown): void
  /** Forgets visitor data that was refused. What was fetched since then stays. */
  drop(route: Route, refused: string | undefined): void
}

const KEPT_MS = 6 * 3_600_000
/** How long nobody asks again after a failed fetch. */
const WITHOUT_MS = 60_000
/** Short: the request that needs the visitor data waits meanwhile, and can try its luck without. */
const FETCH_MS = 3_000
const MAX_ANSWER_BYTES = 1024 * 1024

interface Kept {
  fetched: Promise<string | undefined>
  /** What was fetched; undefined until then, and when nothing was issued. */
  visitorData: string | undefined
  isPending: boolean
  untilMs: number
}

/** Fetches visitor data when a route first needs it. Everybody who needs it meanwhile waits for the same request. */
export const issuedVisitors = ({ clock, identities }: { clock: Clock; identities: ClientIdentities }): Visitors => {
  const kept = new WeakMap<Route, Kept>()
  const inMs = (ms: number) => clock.now().getTime() + ms

  const renew = (route: Route): Kept => {
    const entry: Kept = {
      fetched: fetchVisitor(route, clock, identities).then(
        visitorData => {
          const keptMs = visitorData === undefined ? WITHOUT_MS : KEPT_MS
          Object.assign(entry, { visitorData, isPending: false, untilMs: inMs(keptMs) })
          return visitorData
        },
        error => {
          kept.delete(route)
          throw error
        },
      ),
      visitorData: undefined,
      isPending: true,
      untilMs: inMs(KEPT_MS),
    }
    kept.set(route, entry)
    return entry
  }

  return {
    async of(route, signal) {
      const known = kept.get(route)
      const entry = known !== undefined && known.untilMs > inMs(0) ? known : renew(route)
      return entry.isPending ? await unlessAborted(entry.fetched, signal) : entry.visitorData
    },
    offer(route, answer) {
      const known = kept.get(route)
      const visitorData = visitorIn(answer)
      if (known === undefined || known.isPending || known.visitorData !== undefined || visitorData === undefined) return
      Object.assign(known, { visitorData, untilMs: inMs(KEPT_MS) })
    },
    drop(route, refused) {
      if (refused !== undefined && kept.get(route)?.visitorData === refused) kept.delete(route)
    },
  }
}

/** From the address made for it, else from the configuration of the page's service worker. Undefined when both refuse. */
const fetchVisitor = async (route: Route, clock: Clock, identities: ClientIdentities): Promise<string | undefined> => {
  try {
    const web = await identities.of('WEB')
    return (await byInnertube(route, clock, web)) ?? (await byServiceWorker(route, clock, web))
  } catch (error) {
    // Where one address of YouTube cannot be reached, the other cannot either.
    if (error instanceof OutboundError) return undefined
    throw error
  }
}

const { YT_BASE } = Constants.URLS

const byInnertube = async (route: Route, clock: Clock, web: ClientIdentity): Promise<string | undefined> => {
  const { version: clientVersion = '', userAgent = '' } = web
  const answer = await ask(route, clock, {
    url: `${YT_BASE}/youtubei/v1/visitor_id?prettyPrint=false`,
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      origin: YT_BASE,
      'user-agent': userAgent,
      'x-youtube-client-version': clientVersion,
    },
    body: JSON.stringify({ context: { client: { clientName: 'WEB', clientVersion, hl: 'en', gl: 'US' } } }),
  })
  return answer === undefined ? undefined : visitorIn(jsonOf(answer))
}

const byServiceWorker = async (route: Route, clock: Clock, web: ClientIdentity): Promise<string | undefined> => {
  const headers = {
    accept: '*/*',
    'accept-language': 'en',
    referer: `${YT_BASE}/sw.js`,
    'user-agent': web.userAgent ?? '',
  }
  const answer = await ask(route, clock, { url: `${YT_BASE}/sw.js_data`, headers })
  // A long list without names. Visitor data begins with the length of its eleven letters, which base64 writes as "Cgs" or "Cgt".
  return /"(Cg[st][\w%=-]{20,600})"/.exec(answer ?? '')?.[1]
}

/** The text of the answer; undefined for a refusal. */
const ask = async (
  route: Route,
  clock: Clock,
  request: Pick<OutboundRequest, 'url' | 'method' | 'headers' | 'body'>,
): Promise<string | undefined> => {
  const answer = await route.fetch({ ...request, deadlineMs: FETCH_MS, maxBytes: MAX_ANSWER_BYTES })
  return refusalOf('visitor', answer, clock.now()) === null ? Buffer.from(answer.body).toString('utf8') : undefined
}

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const withVisitor = z.object({ responseContext: z.object({ visitorData: z.string().min(10).max(600) }) })

const visitorIn = (answer: unknown): string | undefined =>
  withVisitor.safeParse(answer).data?.responseContext.visitorData
