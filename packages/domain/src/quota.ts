import { cheapestPlanWith, type Plan } from './plans.ts'

/** A calendar month in UTC, `2026-11`. */
export type Month = string

export const monthOf = (at: Date): Month => at.toISOString().slice(0, 7)

/** The first instant of the following month: when the count starts again. */
export const monthResetsAt = (at: Date): Date => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1))

/** How many cancelled summaries give their place back in one month. Each may have cost requests to YouTube. */
export const cancelRefundsPerMonth = 10

export interface MonthlyUse {
  used: number
  limit: number
  remaining: number
  resetsAt: Date
}

export const monthlyUse = (plan: Plan, used: number, at: Date): MonthlyUse => ({
  used,
  limit: plan.summariesPerMonth,
  remaining: Math.max(0, plan.summariesPerMonth - used),
  resetsAt: monthResetsAt(at),
})

/** The sentence for a spent month, naming the plan that lifts the limit where there is one. */
export function monthlyLimitSentence(plan: Plan): string {
  const next = cheapestPlanWith(other => other.summariesPerMonth > plan.summariesPerMonth)
  const spent = `You have used all ${plan.summariesPerMonth} of your summaries for this month.`
  return next ? `${spent} The ${next.title} plan has ${next.summariesPerMonth} a month.` : spent
}

/** How many popular summaries of others may still be opened this month. */
export const communityReads = (plan: Plan, used: number) => ({
  used,
  limit: plan.communityReadsPerMonth,
  remaining: Math.max(0, plan.communityReadsPerMonth - used),
})

/** The same for community reads: what is used up, and which plan lifts it. */
export function communityLimitSentence(plan: Plan): string {
  const next = cheapestPlanWith(other => other.communityReadsPerMonth > plan.communityReadsPerMonth)
  const spent = `You have used all ${plan.communityReadsPerMonth} of your community reads for this month.`
  return next ? `${spent} The ${next.title} plan has ${next.communityReadsPerMonth} a month.` : spent
}

/** The sentence for who may not ask the video, naming the plan from which on it may be asked. */
export function aiInteractionSentence(): string {
  const next = cheapestPlanWith(plan => plan.aiInteraction)
  return `Asking the video is not in your plan.${next ? ` It is in ${next.title} and above.` : ''}`
}
