/** A page in a phone app that follows the cross-origin rules of web views (fetch.spec.whatwg.org). */
export interface Phone {
  /** Like `fetch` in a page: sends preflights and no cookies, and exposes only the headers that the server allows. */
  fetch: typeof fetch
  /** Like `<img>` and `<audio>`: requests have no origin, and each response must allow other origins to embed it. */
  show(url: string, headers?: Record<string, string>): Promise<Response>
}

export function phoneAt(origin: string): Phone {
  return {
    async fetch(input, init = {}) {
      const url = String(input)
      const requestHeaders = new Headers(init.headers)
      const method = init.method ?? 'GET'
      const unsafe = [...requestHeaders].filter(([name, value]) => !isSafelisted(name, value)).map(([name]) => name)
      if (!simpleMethods.includes(method) || unsafe.length > 0) await preflight(url, method, unsafe)
      const answer = await fetch(url, {
        ...init,
        redirect: 'manual',
        headers: { ...entries(requestHeaders), Origin: origin },
      })
      if (answer.status >= 300 && answer.status < 400)
        throw refused(`${url} redirects, after which the origin of the page is null`)
      checkAllowed(url, answer.headers)
      // Without it, the browser may reuse the cached response of an <img>, which allows no origin.
      if (!listIn(answer.headers.get('vary')).includes('origin')) throw refused(`${url} lacks Vary: Origin`)
      return readable(answer)
    },

    async show(url, headers = {}) {
      const answer = await fetch(url, { redirect: 'manual', headers: { ...headers, 'Sec-Fetch-Site': 'cross-site' } })
      const policy = answer.headers.get('cross-origin-resource-policy')
      if (policy !== null && policy !== 'cross-origin') throw refused(`${url} is ${policy} only`)
      return answer
    },
  }

  async function preflight(url: string, method: string, headers: string[]): Promise<void> {
    const answer = await fetch(url, {
      method: 'OPTIONS',
      headers: {
        Origin: origin,
        'Access-Control-Request-Method': method,
        ...(headers.length > 0 ? { 'Access-Control-Request-Headers': headers.sort().join(',') } : {}),
      },
    })
    if (!answer.ok) throw refused(`the preflight of ${url} got ${answer.status}`)
    checkAllowed(url, answer.headers)
    const allowed = (name: string) => listIn(answer.headers.get(name))
    if (!simpleMethods.includes(method) && !allowed('access-control-allow-methods').includes(method.toLowerCase()))
      throw refused(`${method} is not allowed at ${url}`)
    const missing = headers.filter(name => !allowed('access-control-allow-headers').includes(name))
    if (missing.length > 0) throw refused(`${missing} may not be sent to ${url}`)
  }

  /** The contract's client always sends credentials, so `*` is not enough. */
  function checkAllowed(url: string, headers: Headers): void {
    if (headers.get('access-control-allow-origin') !== origin) throw refused(`${url} does not allow ${origin}`)
    if (headers.get('access-control-allow-credentials') !== 'true') throw refused(`${url} allows no credentials`)
  }
}

const simpleMethods = ['GET', 'HEAD', 'POST']
const simpleTypes = /^(text\/plain|multipart\/form-data|application\/x-www-form-urlencoded)\b/

/** `Range` is only on newer lists: older web views send a preflight for it. */
const isSafelisted = (name: string, value: string): boolean =>
  ['accept', 'accept-language', 'content-language'].includes(name) ||
  (name === 'content-type' && simpleTypes.test(value))

const alwaysReadable = ['cache-control', 'content-language', 'content-type', 'expires', 'last-modified', 'pragma']

function readable(answer: Response): Response {
  const exposed = [...alwaysReadable, ...listIn(answer.headers.get('access-control-expose-headers'))]
  const { status, statusText } = answer
  const headers = [...answer.headers].filter(([name]) => exposed.includes(name))
  // Node cancels an unread body when the response that it came in is garbage-collected.
  const body = answer.body?.pipeThrough(new TransformStream()) ?? null
  return new Response(body, { status, statusText, headers })
}

const listIn = (header: string | null): string[] => (header ?? '').toLowerCase().split(/\s*,\s*/)
const entries = (headers: Headers): Record<string, string> => Object.fromEntries(headers)
const refused = (why: string) => new TypeError(`Failed to fetch: ${why}`)
