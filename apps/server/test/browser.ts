/** A browser without rendering: keeps cookies per host, follows redirects, and submits the forms of the sign-in fakes. */
export interface Browser {
  /** Follows a link and its redirects to a page, an address that is not HTTP, or an address that matches `until`. */
  open(url: string, until?: RegExp): Promise<LoadedPage>
  /** Picks a person on a page of a sign-in fake, or declines. Resolves as `open` does. */
  choose(page: LoadedPage, choice: { person: string } | { decline: 'yes' }, until?: RegExp): Promise<LoadedPage>
  /** Calls the API like a page in this browser, with its cookies. */
  call(url: string, init?: RequestInit): Promise<Response>
  /** Cookie values by `host/path name`. */
  cookies: Map<string, string>
  /** The forms that pages made it post, in order. */
  posted: URLSearchParams[]
}

export interface LoadedPage {
  url: string
  status: number
  text: string
  headers: Headers
}

let networks = 0

export function newBrowser(): Browser {
  // Cookies are bound to hosts and paths, not to ports. The fakes have another host name than the product.
  const cookies = new Map<string, string>()
  const posted: URLSearchParams[] = []
  const network = `10.${200 + Math.floor(++networks / 250)}.${networks % 250}.1`

  async function call(url: string, init: RequestInit = {}): Promise<Response> {
    const { hostname, pathname } = new URL(url)
    const matching = [...cookies].filter(([key]) => `${hostname}${pathname}`.startsWith(key.split(' ')[0] ?? ''))
    const answer = await fetch(url, {
      redirect: 'manual',
      ...init,
      headers: {
        Cookie: matching.map(([key, value]) => `${key.split(' ')[1]}=${value}`).join('; '),
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

  async function visit(url: string, init: RequestInit, until: RegExp | undefined): Promise<LoadedPage> {
    const answer = await call(url, init)
    const text = await answer.text()
    const to = answer.headers.get('location')
    const here = { url, status: answer.status, text, headers: answer.headers }
    if (to) {
      const next = new URL(to, url).href
      if (until?.test(next) || !next.startsWith('http')) return { ...here, url: next }
      return await visit(next, navigation, until)
    }
    // A page that submits its own form, like Apple's. It comes from another site, so SameSite=Lax cookies are not sent.
    const action = text.includes('document.forms[0].submit') && /<form method="post" action="([^"]+)"/.exec(text)?.[1]
    if (!action) return here
    const fields = [...text.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(
      ([, name = '', value = '']) => [name, unescapeHtml(value)] as const,
    )
    const body = new URLSearchParams(Object.fromEntries(fields))
    posted.push(body)
    return await visit(unescapeHtml(action), { method: 'POST', body, headers: { Cookie: '' } }, until)
  }

  return {
    cookies,
    posted,
    call,
    open: (url, until) => visit(url, navigation, until),
    choose: (page, choice, until) =>
      visit(page.url, { method: 'POST', body: new URLSearchParams({ ...choice }) }, until),
  }
}

const navigation: RequestInit = { headers: { Accept: 'text/html,*/*;q=0.8', 'Sec-Fetch-Mode': 'navigate' } }

const unescapeHtml = (text: string): string =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
