import { useSyncExternalStore } from 'react'
import { useSession } from '../../api/ConnectionContext.tsx'
import { type Analytics, type Consent, getAnalytics, usesPlausible } from '../../device/analytics.ts'
import { useDevice } from '../../device/DeviceContext.tsx'
import { texts } from './texts.ts'

export function useConsent(): [Consent, Analytics] {
  const analytics = getAnalytics(useDevice().storage)
  // Logging out clears the answer, so this must re-render when the session changes.
  useSession()
  return [useSyncExternalStore(analytics.subscribe, analytics.consent, analytics.consent), analytics]
}

export const analyticsServiceName = (): string => (usesPlausible() ? texts.plausible : texts.other)
