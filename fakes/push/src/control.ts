import type { Browser } from './browsers.ts'
import type { Phone } from './phones.ts'

/**
 * HTTP control for tests in another process: `POST /browsers` opens a browser and returns its id and subscription, `POST /phones` adds a
 * phone and returns its id and token; `GET /browsers/ID` and `GET /phones/ID` return the received messages; `DELETE /phones/TOKEN`
 * unregisters the token at Firebase. Null for any other request.
 */
export function createControl(openBrowser: () => Browser, openPhone: () => Phone) {
  const browsers = new Map<string, Browser>()
  const phones = new Map<string, Phone>()

  return (method: string | undefined, path: string): object | null => {
    const [, kind, id = ''] = /^\/(browsers|phones)(?:\/([\w:-]+))?$/.exec(path) ?? []
    if (method === 'POST' && kind === 'browsers') {
      const browser = openBrowser()
      return { id: addTo(browsers, browser), subscription: browser.subscription }
    }
    if (method === 'POST' && kind === 'phones') {
      const phone = openPhone()
      return { id: addTo(phones, phone), token: phone.token }
    }
    if (method === 'DELETE' && kind === 'phones') {
      for (const phone of phones.values()) if (phone.token === id) phone.uninstall()
      return {}
    }
    const device = method === 'GET' ? (kind === 'phones' ? phones : browsers).get(id) : undefined
    return device ? { arrived: device.arrived } : null
  }
}

function addTo<T>(devices: Map<string, T>, device: T): string {
  const id = String(devices.size + 1)
  devices.set(id, device)
  return id
}
