import { cheapestPlanWith, type Frequency, type Plan, plans } from './plans.ts'

/** The parts of a schedule that a plan limits. */
export interface ScheduleRequest {
  channelIds: readonly string[]
  frequency: Frequency
}

export type ScheduleLimitReason = 'too_many_channels' | 'frequency_not_in_plan'

/**
 * Returns why the plan does not allow the schedule, or null. After a downgrade, users may keep and reduce what they had, and
 * change everything else.
 */
export function checkScheduleLimits(
  plan: Plan,
  requested: ScheduleRequest,
  current: ScheduleRequest | null = null,
): ScheduleLimitReason | null {
  const addsChannels = requested.channelIds.some(id => !current?.channelIds.includes(id))
  if (addsChannels && requested.channelIds.length > plan.channelLimit) return 'too_many_channels'
  const changesFrequency = requested.frequency !== current?.frequency
  return changesFrequency && !plan.allowedFrequencies.includes(requested.frequency) ? 'frequency_not_in_plan' : null
}

/**
 * Returns the removed channels that may be restored even if the schedule exceeds the plan: those removed since a new channel
 * was last added. So a schedule never gets larger than it once was.
 */
export function restorableChannels(
  requested: readonly string[],
  current: readonly string[],
  removed: readonly string[],
): string[] {
  const known = [...current, ...removed]
  return requested.every(id => known.includes(id)) ? known.filter(id => !requested.includes(id)) : []
}

/** The sentence for the user. Names the cheapest plan that allows the schedule, if there is one. */
export function scheduleLimitSentence(refusal: ScheduleLimitReason, plan: Plan, requested: ScheduleRequest): string {
  if (refusal === 'frequency_not_in_plan') {
    const upgrade = cheapestPlanWith(other => other.allowedFrequencies.includes(requested.frequency))
    const notIncluded = `Your plan doesn’t include ${frequencyNames[requested.frequency]} schedules.`
    return upgrade ? `${notIncluded} The ${upgrade.title} plan does.` : notIncluded
  }
  const count = requested.channelIds.length
  const maxChannels = Math.max(...plans.map(other => other.channelLimit))
  const upgrade = cheapestPlanWith(other => other.channelLimit >= count)
  const overLimit = `Your plan allows up to ${channels(plan.channelLimit)}, but you chose ${count}.`
  return upgrade
    ? `${overLimit} The ${upgrade.title} plan allows ${channels(upgrade.channelLimit)}.`
    : `${overLimit} No plan allows more than ${channels(maxChannels)}.`
}

/** Adjectives for sentences. */
export const frequencyNames: Record<Frequency, string> = {
  daily: 'daily',
  alternate_days: 'every-other-day',
  weekly: 'weekly',
  biweekly: 'fortnightly',
  monthly: 'monthly',
}

const channels = (count: number): string => (count === 1 ? '1 channel' : `${count} channels`)

/** A start may be this far in the past, because forms stay open and clocks differ. */
const maxLateMs = 5 * 60 * 1000
const maxAheadMs = 366 * 24 * 3600 * 1000

export type StartDateProblem = 'start_in_past' | 'start_too_late'

export function checkStartDate(start: Date, now: Date): StartDateProblem | null {
  const aheadMs = start.getTime() - now.getTime()
  if (aheadMs < -maxLateMs) return 'start_in_past'
  return aheadMs > maxAheadMs ? 'start_too_late' : null
}

/** Start of a schedule if the user has not chosen one: in one hour. */
export const defaultStart = (now: Date): Date => new Date(now.getTime() + 3600 * 1000)
export const defaultFrequency = 'monthly' satisfies Frequency
