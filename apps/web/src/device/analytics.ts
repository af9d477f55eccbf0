import type { CountedStep, PageKind } from '@recaps/domain/analytics'
import { pageFact } from './page-facts.ts'
import { type DeviceStorage, leniently } from './storage.ts'

/** Nothing but `yes` lets anything be counted. `never`: the browser says no for its user (Global Privacy Control). */
export type Consent = 'yes' | 'no' | 'unasked' | 'never'

export interface Visited {
  page: PageKind
  step?: CountedStep
}

/** What is opened and done here, for whoever counts it, if its user lets them. */
export interface Analytics {
  consent(): Consent
  subscribe(listener: () => void): () => void
  answer(isAllowed: boolean): void
  /** Passes it on by `send` after a yes, and not before. What becomes of it is nobody's concern. */
  count(visited: Visited, send: (visited: Visited) => Promise<unknown>): void
}

const known = new WeakMap<DeviceStorage, Analytics>()

/** One for each storage, so that all who ask and show hear of an answer. */
export function analyticsOf(storage: DeviceStorage): Analytics {
  const analytics = known.get(storage) ?? createAnalytics(storage)
  known.set(storage, analytics)
  return analytics
}

function createAnalytics(storage: DeviceStorage): Analytics {
  const listeners = new Set<() => void>()
  // Whoever has answered is not asked again by the same page. What was forgotten with a log-out, or could not be kept, is a no.
  let isAnswered = false

  /** Read anew each time: another tab may have answered, and a log-out has cleared it. */
  const consent = (): Consent => {
    if (saysNever()) return 'never'
    const stored = leniently(() => storage.get('analytics'), null)
    if (stored === 'yes' || stored === 'no') return stored
    return isAnswered ? 'no' : 'unasked'
  }

  return {
    consent,
    subscribe(listener) {
      listeners.add(listener)
      addEventListener('storage', listener)
      return () => {
        listeners.delete(listener)
        removeEventListener('storage', listener)
      }
    },
    answer(isAllowed) {
      isAnswered = true
      leniently(() => storage.set('analytics', isAllowed ? 'yes' : 'no'), undefined)
      for (const listener of listeners) listener()
    },
    count(visited, send) {
      if (consent() === 'yes') void send(visited).catch(() => {})
    },
  }
}

const saysNever = (): boolean => (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true

/** Whether the counting is done by Plausible itself, and not at an address of the operator's own choice. */
export const isCountedByPlausible = (): boolean => (pageFact('third-parties') ?? '').includes('counting:plausible')
