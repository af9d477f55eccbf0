import type { ReactNode } from 'react'
import type { StoreHere } from '../../subscriptions/store-here.ts'

/** What is done about a plan from the store of a phone: only there (`phone/StoreSteps.tsx`). */
export const StoreSteps = (_: { store: StoreHere }): ReactNode => null

/** Where a plan is changed that the store did not sell. */
export const ByCardNote = (): ReactNode => null
