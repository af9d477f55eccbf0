/** What a browser keeps and follows, without pages: cookies of each host, redirects, and the forms of the sign-in fakes. */
export interface Browser {
  /** Follows a link and every redirect after it, until an address that is not http, a page, or `until` fits. */
  open(url: string, until?: RegExp): Promise<Arrival>
  /** Chooses a person on the page of a sign-in fake, or declines; ends as `open` does. */
  choose(page: Arrival, choice: { person: string } | { decline: 'yes' }, until?: RegExp): Promise<Arrival>
  /** Calls the API as a page of this browser does: with its cookies. */
  call(url: string, init?: RequestInit): Promise<Response>
  /** Value by `host/path name`. */
  cookies: Map<string, string>
  /** The forms that pages had it post, in order. */
  posted: URLSearchParams[]
}

export interface Arrival {
  url: string
  status: number
  text: string
  headers: Headers
}

let networks = 0

export function newBrowser(): Browser {
  // Cookies belong to hosts and paths, whatever the port; the fakes are on another host name than the product.
  const cookies = new Map<string, string>()
  const posted: URLSearchParams[] = []
  const network = `10.${200 + Math.floor(++networks / 250)}.${networks % 250}.1`

  async function call(url: string, init: RequestInit = {}): Promise<Response> {
    const { hostname, pathname } = new URL(url)
    const mine = [...cookies].filter(([key]) => `${hostname}${pathname}`.startsWith(key.split(' ')[0] ?? ''))
    const answer = await fetch(url, {
      redirect: 'manual',
      ...init,
      headers: {
        Cookie: mine.map(([key, value]) => `${key.split(' ')[1]}=${value}`).join('; '),
        'X-Forwarded-For': network,
        ...Object.fromEntries(new Headers(init.headers)),
      },
    })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      const key = `${hostname}${/;\s*path=([^;]*)/i.exec(line)?.[1] ?? '/'} ${name}`
      if (/max-age=0|expires=thu, 01 jan 1970/i.test(line)) cookies.delete(key)
      else cookies.set(key, value)
    }
    return answer
  }

  async function go(url: string, init: RequestInit, until: RegExp | undefined): Promise<Arrival> {
    const answer = await call(url, init)
    const text = await answer.text()
    const to = answer.headers.get('location')
    const here = { url, status: answer.status, text, headers: answer.headers }
    if (to) {
      const next = new URL(to, url).href
      if (until?.test(next) || !next.startsWith('http')) return { ...here, url: next }
      return await go(next, navigation, until)
    }
    // A page that posts itself on, as Apple's does; it comes from another site, so Lax cookies stay behind.
    const action = text.includes('document.forms[0].submit') && /<form method="post" action="([^"]+)"/.exec(text)?.[1]
    if (!action) return here
    const fields = [...text.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(
      ([, name = '', value = '']) => [name, plain(value)] as const,
    )
    const body = new URLSearchParams(Object.fromEntries(fields))
    posted.push(body)
    return await go(plain(action), { method: 'POST', body, headers: { Cookie: '' } }, until)
  }

  return {
    cookies,
    posted,
    call,
    open: (url, until) => go(url, navigation, until),
    choose: (page, choice, until) => go(page.url, { method: 'POST', body: new URLSearchParams({ ...choice }) }, until),
  }
}

const navigation: RequestInit = { headers: { Accept: 'text/html,*/*;q=0.8', 'Sec-Fetch-Mode': 'navigate' } }

const plain = (text: string): string =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
