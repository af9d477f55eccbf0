import type { ReactNode } from 'react'
import type { PhoneStore } from '../../subscriptions/phone-store.ts'

/** Actions for a plan from the phone's app store. Empty in browsers; phone builds use `phone/StoreSteps.tsx` instead. */
export const StoreSteps = (_: { store: PhoneStore }): ReactNode => null

/** Note on a plan that the app store didn't sell. Only shown in phone builds. */
export const ByCardNote = (): ReactNode => null
