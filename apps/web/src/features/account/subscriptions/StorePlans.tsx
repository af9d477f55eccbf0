import type { MonthlyUsageResponse, PlanResponse } from '@recaps/contract'
import type { BuyablePlanId } from '@recaps/domain/billing'
import type { ReactNode } from 'react'
import type { PhoneStore } from '../../subscriptions/phone-store.ts'
import type { PlanStatus } from '../../subscriptions/plan-status.ts'
import type { PlanChoice } from './PlanCard.tsx'

export interface Props {
  store: PhoneStore
  activePlan: PlanResponse
  month: MonthlyUsageResponse
  planStatus: PlanStatus
  /** Id of the plan to highlight, from the link that led here. */
  chosen: string | null
  /** The plan whose purchase sheet is open. */
  planToBuy: BuyablePlanId | null
  onChoose(choice: PlanChoice): void
  onClose(): void
}

/** Plans sold by the phone's app store. Empty in browsers; phone builds use `phone/StorePlans.tsx` instead. */
export const StorePlans = (_: Props): ReactNode => null
