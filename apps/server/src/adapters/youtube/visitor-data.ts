import { Constants } from 'youtubei.js'
import { z } from 'zod'
import type { Clock } from '../../ports/clock.ts'
import { OutboundError, type OutboundRequest } from '../outbound/fetch.ts'
import type { ClientIdentities, ClientIdentity } from './client-identities.ts'
import type { Route } from './gateway.ts'
import { httpRefusal } from './refusals.ts'
import { unlessAborted } from './unless-aborted.ts'

/**
 * Visitor data that YouTube issued to us, one value for each outbound route: a text of 30 to 600 characters that is sent with
 * every InnerTube request. Without it, or with data that YouTube did not issue, YouTube answers with a bot check.
 */
export interface VisitorDataCache {
  /**
   * The visitor data to send over a route: cached for six hours, otherwise newly fetched. Undefined if YouTube issues none;
   * then the next fetch is at least a minute later. Throws only the reason of the signal.
   */
  get(route: Route, signal?: AbortSignal): Promise<string | undefined>
  /** Stores the visitor data of an answer if none could be fetched. */
  store(route: Route, answer: unknown): void
  /** Deletes visitor data that was rejected, unless it has been replaced since. */
  delete(route: Route, refused: string | undefined): void
}

const CACHED_MS = 6 * 3_600_000
/** Time until the next fetch after a failed one. */
const RETRY_MS = 60_000
/** Short, because the request that needs the visitor data is waiting and may also succeed without it. */
const FETCH_MS = 3_000
const MAX_ANSWER_BYTES = 1024 * 1024

interface CacheEntry {
  fetched: Promise<string | undefined>
  /** Undefined while pending, and if YouTube issued none. */
  visitorData: string | undefined
  isPending: boolean
  untilMs: number
}

/** Fetches visitor data when a route first needs it. Concurrent callers share the request. */
export const createVisitorDataCache = ({
  clock,
  identities,
}: {
  clock: Clock
  identities: ClientIdentities
}): VisitorDataCache => {
  const cache = new WeakMap<Route, CacheEntry>()
  const msFromNow = (ms: number) => clock.now().getTime() + ms

  const renew = (route: Route): CacheEntry => {
    const entry: CacheEntry = {
      fetched: fetchVisitor(route, clock, identities).then(
        visitorData => {
          const validMs = visitorData === undefined ? RETRY_MS : CACHED_MS
          Object.assign(entry, { visitorData, isPending: false, untilMs: msFromNow(validMs) })
          return visitorData
        },
        error => {
          cache.delete(route)
          throw error
        },
      ),
      visitorData: undefined,
      isPending: true,
      untilMs: msFromNow(CACHED_MS),
    }
    cache.set(route, entry)
    return entry
  }

  return {
    async get(route, signal) {
      const cached = cache.get(route)
      const entry = cached !== undefined && cached.untilMs > msFromNow(0) ? cached : renew(route)
      return entry.isPending ? await unlessAborted(entry.fetched, signal) : entry.visitorData
    },
    store(route, answer) {
      const cached = cache.get(route)
      const visitorData = visitorIn(answer)
      if (cached === undefined || cached.isPending || cached.visitorData !== undefined || visitorData === undefined)
        return
      Object.assign(cached, { visitorData, untilMs: msFromNow(CACHED_MS) })
    },
    delete(route, refused) {
      if (refused !== undefined && cache.get(route)?.visitorData === refused) cache.delete(route)
    },
  }
}

/** Uses the dedicated endpoint, otherwise the configuration of YouTube's service worker. Undefined if both refuse. */
const fetchVisitor = async (route: Route, clock: Clock, identities: ClientIdentities): Promise<string | undefined> => {
  try {
    const web = await identities.get('WEB')
    return (await byInnertube(route, clock, web)) ?? (await byServiceWorker(route, clock, web))
  } catch (error) {
    // If one YouTube endpoint cannot be reached, the other cannot either.
    if (error instanceof OutboundError) return undefined
    throw error
  }
}

const { YT_BASE } = Constants.URLS

const byInnertube = async (route: Route, clock: Clock, web: ClientIdentity): Promise<string | undefined> => {
  const { version: clientVersion = '', userAgent = '' } = web
  const answer = await fetchText(route, clock, {
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
  return answer === undefined ? undefined : visitorIn(parseJson(answer))
}

const byServiceWorker = async (route: Route, clock: Clock, web: ClientIdentity): Promise<string | undefined> => {
  const headers = {
    accept: '*/*',
    'accept-language': 'en',
    referer: `${YT_BASE}/sw.js`,
    'user-agent': web.userAgent ?? '',
  }
  const answer = await fetchText(route, clock, { url: `${YT_BASE}/sw.js_data`, headers })
  // A long list without keys. Visitor data starts with the length of its eleven characters, "Cgs" or "Cgt" in base64.
  return /"(Cg[st][\w%=-]{20,600})"/.exec(answer ?? '')?.[1]
}

/** Returns the text of the answer; undefined if YouTube refuses. */
const fetchText = async (
  route: Route,
  clock: Clock,
  request: Pick<OutboundRequest, 'url' | 'method' | 'headers' | 'body'>,
): Promise<string | undefined> => {
  const answer = await route.fetch({ ...request, deadlineMs: FETCH_MS, maxBytes: MAX_ANSWER_BYTES })
  return httpRefusal('visitor', answer, clock.now()) === null ? Buffer.from(answer.body).toString('utf8') : undefined
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const withVisitor = z.object({ responseContext: z.object({ visitorData: z.string().min(10).max(600) }) })

const visitorIn = (answer: unknown): string | undefined =>
  withVisitor.safeParse(answer).data?.responseContext.visitorData
