import type { MonthlyUseResponse, Schedule } from '@recaps/contract'
import type { Use } from '@recaps/domain/billing'

/** What somebody makes of their plan. Early in a month what the channels bring says more than what was used so far. */
export const useOfPlan = (month: MonthlyUseResponse, schedule: Schedule | null | undefined): Use => ({
  channels: schedule?.channelList.length ?? 0,
  frequency: schedule?.frequency ?? null,
  summariesThisMonth: Math.max(month.used, schedule?.forecastPerMonth ?? 0),
  readsThisMonth: month.communityReads.used,
})
