import { Agent } from 'undici'
import type { Analytics, Visit } from '../../ports/analytics.ts'
import { outboundFetch } from '../outbound/fetch.ts'

export interface PlausibleConfig {
  /** The server's base address. */
  url: string
  /** The site's name there. */
  domain: string
  /** Time for one event. */
  deadlineMs?: number
  /** Most events on their way at the same time. */
  mostAtOnce?: number
}

const usualDeadlineMs = 3_000
const usuallyAtOnce = 16
/** It answers with a word; whoever sends more is something else. */
const maxBytes = 4 * 1024

/**
 * Counts at Plausible, or at a server that speaks its protocol (plausible.io/docs/events-api). It tells visitors of one day apart by
 * browser and address, so that those of one network with the same browser are one to it.
 */
export function plausible({
  url,
  domain,
  deadlineMs = usualDeadlineMs,
  mostAtOnce = usuallyAtOnce,
}: PlausibleConfig): Analytics {
  const fetch = outboundFetch(new Agent())
  let onTheirWay = 0

  return {
    async count(visit) {
      if (onTheirWay >= mostAtOnce) return 'dropped'
      onTheirWay++
      try {
        const { headers, body } = eventOf(visit, domain)
        const { status } = await fetch({ url: `${url}/api/event`, method: 'POST', headers, body, deadlineMs, maxBytes })
        return status >= 200 && status < 300 ? 'taken' : 'failed'
      } catch {
        return 'failed'
      } finally {
        onTheirWay--
      }
    },
  }
}

const eventOf = ({ url, step, network, userAgent }: Visit, domain: string) => ({
  headers: {
    'content-type': 'application/json',
    'user-agent': userAgent,
    ...(network ? { 'x-forwarded-for': network } : {}),
  },
  body: JSON.stringify({ name: step ?? 'pageview', url, domain }),
})
