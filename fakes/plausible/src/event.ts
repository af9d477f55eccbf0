import type { IncomingHttpHeaders } from 'node:http'

/** An accepted event, with its raw request. */
export interface CountedEvent {
  name: string
  url: string
  domain: string
  /** Raw request body. */
  body: string
  headers: IncomingHttpHeaders
}

type ParsedEvent = { kind: 'event'; event: CountedEvent } | { kind: 'wrong'; errors: Record<string, string[]> }

const longestName = 120
const longestUrl = 2_000

/** Parses an event as Plausible does: long or short field names; unknown fields are ignored. */
export function parseEvent(body: string, headers: IncomingHttpHeaders): ParsedEvent {
  const fields = fieldsOf(body)
  const [name, url] = [fields.name ?? fields.n, fields.url ?? fields.u]
  const domain = fields.domain ?? fields.d
  const errors = {
    ...(isText(name, longestName) ? {} : { event_name: ["can't be blank"] }),
    ...(isText(url, longestUrl) && URL.canParse(url) ? {} : { url: ['is invalid'] }),
    ...(isText(domain, longestUrl) ? {} : { domain: ["can't be blank"] }),
  }
  if (Object.keys(errors).length > 0) return { kind: 'wrong', errors }
  return {
    kind: 'event',
    event: { ...({ name, url, domain } as Pick<CountedEvent, 'name' | 'url' | 'domain'>), body, headers },
  }
}

function fieldsOf(body: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(body))
  } catch {
    return {}
  }
}

const isText = (value: unknown, longest: number): value is string =>
  typeof value === 'string' && value.trim() !== '' && value.length <= longest
