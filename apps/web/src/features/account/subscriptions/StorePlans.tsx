import type { MonthlyUseResponse, PlanResponse } from '@recaps/contract'
import type { BuyablePlanId } from '@recaps/domain/billing'
import type { ReactNode } from 'react'
import type { Standing } from '../../subscriptions/standing.ts'
import type { StoreHere } from '../../subscriptions/store-here.ts'
import type { Choice } from './PlanCard.tsx'

export interface Props {
  store: StoreHere
  counts: PlanResponse
  month: MonthlyUseResponse
  standing: Standing
  /** The plan that lifts the limit somebody came from. */
  chosen: string | null
  /** The plan that is being bought. */
  wish: BuyablePlanId | null
  onAct(choice: Choice): void
  onClose(): void
}

/** The plans as the store of a phone sells them: only there (`phone/StorePlans.tsx`). */
export const StorePlans = (_: Props): ReactNode => null
