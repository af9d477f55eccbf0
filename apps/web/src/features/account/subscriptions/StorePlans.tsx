import type { MonthlyUseResponse, PlanResponse } from '@recaps/contract'
import type { BuyablePlanId } from '@recaps/domain/billing'
import type { ReactNode } from 'react'
import type { Standing } from '../../subscriptions/standing.ts'
import type { StoreHere } from '../../subscriptions/store-here.ts'
import type { Choice } from './PlanCard.tsx'

export interface Props {
  store: StoreHere
  activePlan: PlanResponse
  month: MonthlyUseResponse
  planStatus: Standing
  /** Id of the plan to highlight, from the link that led here. */
  chosen: string | null
  /** The plan whose purchase sheet is open. */
  planToBuy: BuyablePlanId | null
  onChoose(choice: Choice): void
  onClose(): void
}

/** Plans sold by the phone's app store. Empty in browsers; phone builds use `phone/StorePlans.tsx` instead. */
export const StorePlans = (_: Props): ReactNode => null
