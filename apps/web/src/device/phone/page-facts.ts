import * as browsers from '../page-facts.ts'
import { serverOrigin } from './address.ts'
import { App, beside, Preferences } from './plugins.ts'

/**
 * What the service says of itself, so that it can be changed without another upload to the stores. Its address and the
 * ids that the build has are none of it; nor is the address of the video player, which the page's own policy names.
 */
const said = [
  'product-name',
  'support-email',
  'default-plan',
  'sign-in',
  'native-sign-in',
  'third-parties',
  'demo',
  'demo-login',
] as const
type Said = Partial<Record<string, string>>

/** Also after a log-out: it is nothing of anybody's. */
export const factsKey = 'installation'
const patienceMs = 15_000
const againMs = 30_000

let facts: Said = {}

/** What the service last said, before what the build knew. */
export const pageFact: typeof browsers.pageFact = name => facts[name] || browsers.pageFact(name)

export const isDemo = (): boolean => pageFact('demo') === 'true'

/** Call before the app starts: the first page says what the service said at the last start. */
export async function readFacts(): Promise<void> {
  const { value } = await Preferences.get({ key: factsKey })
  if (value !== null) facts = knownOf(JSON.parse(value))
}

/**
 * Asks the service anew, beside the start, until it has answered: again after a while, and at once when a network comes or the
 * app is looked at again. `onNews` where it says another thing than before.
 */
export async function learnFacts(onNews: () => void): Promise<void> {
  let again = () => {}
  addEventListener('online', () => again())
  beside(App.addListener('resume', () => again()))
  while (!(await hasLearnt(onNews)))
    await new Promise<void>(resolve => {
      again = resolve
      setTimeout(resolve, againMs)
    })
}

async function hasLearnt(onNews: () => void): Promise<boolean> {
  try {
    const answer = await fetch(`${serverOrigin()}/api/installation`, { signal: AbortSignal.timeout(patienceMs) })
    if (!answer.ok) throw new Error(`The answer was ${answer.status}`)
    const news = knownOf(await answer.json())
    const value = JSON.stringify(news)
    if (value === JSON.stringify(facts)) return true
    facts = news
    beside(Preferences.set({ key: factsKey, value }))
    onNews()
    return true
  } catch (error) {
    // As without a network: what it said before holds.
    console.warn('The service did not say what it is:', error)
    return false
  }
}

/** Of whatever came: the facts that are texts. */
function knownOf(answer: unknown): Said {
  const given = Object(answer) as Record<string, unknown>
  return Object.fromEntries(said.flatMap(name => (typeof given[name] === 'string' ? [[name, given[name]]] : [])))
}

;({ pageFact, isDemo }) satisfies typeof browsers
