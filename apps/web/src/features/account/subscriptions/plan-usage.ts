import type { MonthlyUsageResponse, Schedule } from '@recaps/contract'
import type { PlanUsage } from '@recaps/domain/billing'

/** The user's plan usage. Early in the month, the schedule's forecast is a better estimate than the quota used so far. */
export const planUsage = (month: MonthlyUsageResponse, schedule: Schedule | null | undefined): PlanUsage => ({
  channels: schedule?.channelList.length ?? 0,
  frequency: schedule?.frequency ?? null,
  summariesThisMonth: Math.max(month.used, schedule?.forecastPerMonth ?? 0),
  readsThisMonth: month.communityReads.used,
})
