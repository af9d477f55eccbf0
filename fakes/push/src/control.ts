import type { Browser } from './browsers.ts'
import type { Phone } from './phones.ts'

/**
 * What a test in another process does: `POST /browsers` opens a browser and gives its id and subscription, `POST /phones` a phone
 * and gives its id and token; `GET /browsers/ID` and `GET /phones/ID` tell what came to it; `DELETE /phones/TOKEN` has Firebase
 * forget a token. Null for anything else.
 */
export function controlOf(openBrowser: () => Browser, openPhone: () => Phone) {
  const browsers = new Map<string, Browser>()
  const phones = new Map<string, Phone>()

  return (method: string | undefined, path: string): object | null => {
    const [, kind, id = ''] = /^\/(browsers|phones)(?:\/([\w:-]+))?$/.exec(path) ?? []
    if (method === 'POST' && kind === 'browsers') {
      const browser = openBrowser()
      return { id: placed(browsers, browser), subscription: browser.subscription }
    }
    if (method === 'POST' && kind === 'phones') {
      const phone = openPhone()
      return { id: placed(phones, phone), token: phone.token }
    }
    if (method === 'DELETE' && kind === 'phones') {
      for (const phone of phones.values()) if (phone.token === id) phone.uninstall()
      return {}
    }
    const asked = method === 'GET' ? (kind === 'phones' ? phones : browsers).get(id) : undefined
    return asked ? { arrived: asked.arrived } : null
  }
}

function placed<T>(all: Map<string, T>, one: T): string {
  const id = String(all.size + 1)
  all.set(id, one)
  return id
}
