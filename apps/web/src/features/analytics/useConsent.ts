import { useSyncExternalStore } from 'react'
import { useSession } from '../../api/ConnectionContext.tsx'
import { type Analytics, analyticsOf, type Consent, isCountedByPlausible } from '../../device/analytics.ts'
import { useDevice } from '../../device/DeviceContext.tsx'
import { texts } from './texts.ts'

export function useConsent(): [Consent, Analytics] {
  const analytics = analyticsOf(useDevice().storage)
  // Logging out clears the answer, so this must re-render when the session changes.
  useSession()
  return [useSyncExternalStore(analytics.subscribe, analytics.consent, analytics.consent), analytics]
}

export const counter = (): string => (isCountedByPlausible() ? texts.plausible : texts.other)
