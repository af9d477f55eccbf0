import { useSyncExternalStore } from 'react'
import { useSession } from '../../api/ConnectionContext.tsx'
import { type Analytics, analyticsOf, type Consent, isCountedByPlausible } from '../../device/analytics.ts'
import { useDevice } from '../../device/DeviceContext.tsx'
import { texts } from './texts.ts'

export function useConsent(): [Consent, Analytics] {
  const analytics = analyticsOf(useDevice().storage)
  // The end of a session forgets the answer; whoever looks is to see that.
  useSession()
  return [useSyncExternalStore(analytics.subscribe, analytics.consent, analytics.consent), analytics]
}

export const counter = (): string => (isCountedByPlausible() ? texts.plausible : texts.other)
