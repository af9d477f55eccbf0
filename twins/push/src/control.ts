import type { Browser } from './browsers.ts'

/**
 * What a test in another process does: `POST /browsers` opens a browser and gives its id and subscription; `GET /browsers/ID` tells
 * what came to it. Null for anything else.
 */
export function controlOf(open: () => Browser) {
  const opened = new Map<string, Browser>()
  return (method: string | undefined, path: string): object | null => {
    if (method === 'POST' && path === '/browsers') {
      const id = String(opened.size + 1)
      const browser = open()
      opened.set(id, browser)
      return { id, subscription: browser.subscription }
    }
    const browser = method === 'GET' ? opened.get(/^\/browsers\/(\d+)$/.exec(path)?.[1] ?? '') : undefined
    return browser ? { arrived: browser.arrived } : null
  }
}
