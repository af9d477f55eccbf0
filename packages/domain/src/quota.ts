import { cheapestPlanWith, type Plan } from './plans.ts'

/** A calendar month in UTC, `2026-11`. */
export type Month = string

export const toMonth = (at: Date): Month => at.toISOString().slice(0, 7)

/** Start of the next month, when the usage count resets. */
export const monthResetsAt = (at: Date): Date => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1))

/** Number of cancelled summaries that are refunded per month. Limited because each may have cost requests to YouTube. */
export const cancelRefundsPerMonth = 10

export interface MonthlyUsage {
  used: number
  limit: number
  remaining: number
  resetsAt: Date
}

export const calculateMonthlyUsage = (plan: Plan, used: number, at: Date): MonthlyUsage => ({
  used,
  limit: plan.summariesPerMonth,
  remaining: Math.max(0, plan.summariesPerMonth - used),
  resetsAt: monthResetsAt(at),
})

/** The sentence for a used-up monthly quota. Names the cheapest plan with a higher limit, if there is one. */
export function monthlyLimitSentence(plan: Plan): string {
  const next = cheapestPlanWith(other => other.summariesPerMonth > plan.summariesPerMonth)
  const usedUp = `You have used all ${plan.summariesPerMonth} of your summaries for this month.`
  return next ? `${usedUp} The ${next.title} plan has ${next.summariesPerMonth} a month.` : usedUp
}

/** Popular summaries of other users opened this month, and how many more the plan allows. */
export const communityReads = (plan: Plan, used: number) => ({
  used,
  limit: plan.communityReadsPerMonth,
  remaining: Math.max(0, plan.communityReadsPerMonth - used),
})

/** Like `monthlyLimitSentence`, for community reads. */
export function communityLimitSentence(plan: Plan): string {
  const next = cheapestPlanWith(other => other.communityReadsPerMonth > plan.communityReadsPerMonth)
  const usedUp = `You have used all ${plan.communityReadsPerMonth} of your community reads for this month.`
  return next ? `${usedUp} The ${next.title} plan has ${next.communityReadsPerMonth} a month.` : usedUp
}

/** The sentence for users whose plan does not include asking the video. Names the cheapest plan that does. */
export function aiInteractionSentence(): string {
  const next = cheapestPlanWith(plan => plan.aiInteraction)
  return `Asking the video isn’t in your plan.${next ? ` It’s available with ${next.title} and above.` : ''}`
}
