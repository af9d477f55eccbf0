import { Agent } from 'undici'
import type { Analytics, Visit } from '../../ports/analytics.ts'
import { outboundFetch } from '../outbound/fetch.ts'

export interface PlausibleConfig {
  /** Base URL of the server. */
  url: string
  /** Site name at Plausible. */
  domain: string
  /** Timeout of one event. */
  deadlineMs?: number
  /** Maximum number of events in flight; more are dropped. */
  maxConcurrent?: number
}

const defaultDeadlineMs = 3_000
const defaultConcurrency = 16
/** Plausible responds with a single word. */
const maxBytes = 4 * 1024

/**
 * Sends events to Plausible or a server with the same API (plausible.io/docs/events-api). Plausible identifies a day's visitors by user
 * agent and IP address. We send only the network address, so users with the same browser in one network count as one visitor.
 */
export function plausibleAnalytics({
  url,
  domain,
  deadlineMs = defaultDeadlineMs,
  maxConcurrent = defaultConcurrency,
}: PlausibleConfig): Analytics {
  const fetch = outboundFetch(new Agent())
  let inFlight = 0

  return {
    async count(visit) {
      if (inFlight >= maxConcurrent) return 'dropped'
      inFlight++
      try {
        const { headers, body } = eventFor(visit, domain)
        const { status } = await fetch({ url: `${url}/api/event`, method: 'POST', headers, body, deadlineMs, maxBytes })
        return status >= 200 && status < 300 ? 'taken' : 'failed'
      } catch {
        return 'failed'
      } finally {
        inFlight--
      }
    },
  }
}

const eventFor = ({ url, step, network, userAgent }: Visit, domain: string) => ({
  headers: {
    'content-type': 'application/json',
    'user-agent': userAgent,
    ...(network ? { 'x-forwarded-for': network } : {}),
  },
  body: JSON.stringify({ name: step ?? 'pageview', url, domain }),
})
