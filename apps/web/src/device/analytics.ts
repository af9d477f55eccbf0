import type { CountedStep, PageKind } from '@recaps/domain/analytics'
import { pageFact } from './page-facts.ts'
import { type DeviceStorage, withFallback } from './storage.ts'

/** Only `yes` allows counting. `never`: the browser opts out for the user (Global Privacy Control). */
export type Consent = 'yes' | 'no' | 'unasked' | 'never'

export interface Visit {
  page: PageKind
  step?: CountedStep
}

/** Counts page visits and steps in this browser, if the user agrees. */
export interface Analytics {
  consent(): Consent
  subscribe(listener: () => void): () => void
  setConsent(isAllowed: boolean): void
  /** Calls `send` if the user has agreed. Errors are ignored. */
  count(visited: Visit, send: (visited: Visit) => Promise<unknown>): void
}

const instances = new WeakMap<DeviceStorage, Analytics>()

/** One instance per storage, so that every component sees the user's answer. */
export function getAnalytics(storage: DeviceStorage): Analytics {
  const analytics = instances.get(storage) ?? createAnalytics(storage)
  instances.set(storage, analytics)
  return analytics
}

function createAnalytics(storage: DeviceStorage): Analytics {
  const listeners = new Set<() => void>()
  // Asks only once per page load. An answer that was cleared by a logout or could not be stored counts as no.
  let isAnswered = false

  /** Not cached: another tab may store an answer, and a logout clears it. */
  const consent = (): Consent => {
    if (hasPrivacyControl()) return 'never'
    const stored = withFallback(() => storage.get('analytics'), null)
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
    setConsent(isAllowed) {
      isAnswered = true
      withFallback(() => storage.set('analytics', isAllowed ? 'yes' : 'no'), undefined)
      for (const listener of listeners) listener()
    },
    count(visited, send) {
      if (consent() === 'yes') void send(visited).catch(() => {})
    },
  }
}

const hasPrivacyControl = (): boolean => (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true

/** Whether visits are counted by Plausible's own service instead of the operator's endpoint. */
export const usesPlausible = (): boolean => (pageFact('third-parties') ?? '').includes('counting:plausible')
