import * as browsers from '../page-facts.ts'
import { App, inBackground, Preferences } from './plugins.ts'
import { serverOrigin } from './server-url.ts'

/**
 * Facts fetched from the server, so that they can change without an app release. Not among them: the server's address and the
 * provider ids, which are set at build time, and the video player's address, which the page's CSP fixes.
 */
const fetchedFacts = [
  'product-name',
  'support-email',
  'default-plan',
  'sign-in',
  'native-sign-in',
  'third-parties',
  'demo',
  'demo-login',
] as const
type Facts = Partial<Record<string, string>>

/** Preferences key. Kept after a logout, because the facts are not personal. */
export const factsKey = 'installation'
const timeoutMs = 15_000
const retryMs = 30_000

let facts: Facts = {}

/** Facts from the server take precedence over those from the build. */
export const pageFact: typeof browsers.pageFact = name => facts[name] || browsers.pageFact(name)

export const isDemo = (): boolean => pageFact('demo') === 'true'

/** Loads the facts stored at the last start, so that the first page can show them. Call before the app starts. */
export async function loadFacts(): Promise<void> {
  const { value } = await Preferences.get({ key: factsKey })
  if (value !== null) facts = parseFacts(JSON.parse(value))
}

/**
 * Fetches the facts from the server until it succeeds: every 30 s, and at once when the network comes back or the app is
 * resumed. Calls `onChange` if they differ from the stored ones.
 */
export async function fetchFacts(onChange: () => void): Promise<void> {
  let retryNow = () => {}
  addEventListener('online', () => retryNow())
  inBackground(App.addListener('resume', () => retryNow()))
  while (!(await tryFetchFacts(onChange)))
    await new Promise<void>(resolve => {
      retryNow = resolve
      setTimeout(resolve, retryMs)
    })
}

async function tryFetchFacts(onChange: () => void): Promise<boolean> {
  try {
    const response = await fetch(`${serverOrigin()}/api/installation`, { signal: AbortSignal.timeout(timeoutMs) })
    if (!response.ok) throw new Error(`Status ${response.status}`)
    const fetched = parseFacts(await response.json())
    const value = JSON.stringify(fetched)
    if (value === JSON.stringify(facts)) return true
    facts = fetched
    inBackground(Preferences.set({ key: factsKey, value }))
    onChange()
    return true
  } catch (error) {
    // The previous facts stay in use.
    console.warn('Could not fetch installation facts:', error)
    return false
  }
}

/** Keeps the known facts that are strings. */
function parseFacts(body: unknown): Facts {
  const values = Object(body) as Record<string, unknown>
  return Object.fromEntries(
    fetchedFacts.flatMap(name => (typeof values[name] === 'string' ? [[name, values[name]]] : [])),
  )
}

;({ pageFact, isDemo }) satisfies typeof browsers
