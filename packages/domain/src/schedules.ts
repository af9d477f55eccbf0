import { cheapestPlanWith, type Frequency, type Plan, plans } from './plans.ts'

/** What a plan has a say in. */
export interface ScheduleWish {
  channelIds: readonly string[]
  frequency: Frequency
}

export type ScheduleRefusal = 'too_many_channels' | 'frequency_not_in_plan'

/**
 * Why the plan does not allow it, or null. What somebody has already is not taken away by a smaller plan: they may keep and
 * reduce it, and change whatever else there is to change.
 */
export function refuseSchedule(
  plan: Plan,
  wanted: ScheduleWish,
  held: ScheduleWish | null = null,
): ScheduleRefusal | null {
  const isMore = wanted.channelIds.some(id => !held?.channelIds.includes(id))
  if (isMore && wanted.channelIds.length > plan.channelLimit) return 'too_many_channels'
  const isOther = wanted.frequency !== held?.frequency
  return isOther && !plan.allowedFrequencies.includes(wanted.frequency) ? 'frequency_not_in_plan' : null
}

/**
 * What may come back to a schedule as what it holds may stay: all that was removed from it since another channel joined. So
 * it never comes to more than it once was.
 */
export function removedAfter(wanted: readonly string[], held: readonly string[], removed: readonly string[]): string[] {
  const known = [...held, ...removed]
  return wanted.every(id => known.includes(id)) ? known.filter(id => !wanted.includes(id)) : []
}

/** The sentence for it, naming the plan that opens what is wanted where there is one. */
export function scheduleRefusalSentence(refusal: ScheduleRefusal, plan: Plan, wanted: ScheduleWish): string {
  if (refusal === 'frequency_not_in_plan') {
    const opened = cheapestPlanWith(other => other.allowedFrequencies.includes(wanted.frequency))
    const closed = `Your plan does not include ${frequencyNames[wanted.frequency]} schedules.`
    return opened ? `${closed} The ${opened.title} plan does.` : closed
  }
  const count = wanted.channelIds.length
  const most = Math.max(...plans.map(other => other.channelLimit))
  const opened = cheapestPlanWith(other => other.channelLimit >= count)
  const full = `Your plan follows at most ${channels(plan.channelLimit)}, and this would be ${count}.`
  return opened
    ? `${full} The ${opened.title} plan follows ${channels(opened.channelLimit)}.`
    : `${full} No plan follows more than ${channels(most)}.`
}

/** As they are said in a sentence. */
export const frequencyNames: Record<Frequency, string> = {
  daily: 'daily',
  alternate_days: 'every-other-day',
  weekly: 'weekly',
  biweekly: 'fortnightly',
  monthly: 'monthly',
}

const channels = (count: number): string => (count === 1 ? '1 channel' : `${count} channels`)

/** A start may have passed by so much: forms stay open, and clocks differ. */
const lateByMs = 5 * 60 * 1000
const aheadByMs = 366 * 24 * 3600 * 1000

export type StartRefusal = 'start_in_past' | 'start_too_late'

export function refuseStart(start: Date, now: Date): StartRefusal | null {
  const aheadMs = start.getTime() - now.getTime()
  if (aheadMs < -lateByMs) return 'start_in_past'
  return aheadMs > aheadByMs ? 'start_too_late' : null
}

/** When a schedule begins for which nothing was chosen: an hour from now. */
export const defaultStart = (now: Date): Date => new Date(now.getTime() + 3600 * 1000)
export const defaultFrequency = 'monthly' satisfies Frequency
