import type { ChannelState, Run } from '@recaps/contract'
import { cheapestPlanWith, type PlanId } from '@recaps/domain/plans'
import { serverTime } from '../../../device/server-clock.ts'
import { recentDate, recentDay, sinceDay } from '../dates.ts'
import { texts } from './texts.ts'

/** `Yesterday at 8:00 AM: 4 summaries, 1 couldn’t be summarized, emailed`. */
export const describeRun = (run: Run, zone: string, now = serverTime()): string =>
  `${recentDate(run.dueAt, zone, now)}: ${resultText(run)}`

function resultText({ outcome, summarised, failed, listed, mail }: Run): string {
  const { result } = texts
  if (outcome === 'disabled') return result.disabled
  if (outcome === 'not_confirmed') return result.notConfirmed
  if (outcome === 'frequency_not_in_plan') return result.frequencyNotInPlan
  const counts = [
    summarised > 0 && result.summarised(summarised),
    failed > 0 && result.failed(failed),
    listed > 0 && result.listed(listed),
  ].filter(Boolean)
  return [...(counts.length > 0 ? counts : [result.nothingNew]), result.mail[mail]].filter(Boolean).join(', ')
}

export interface ChannelHealthText {
  tone: 'plain' | 'good' | 'warning'
  text: string
  /** The plan that allows enough channels, if the channel is paused because of the current plan. */
  largerPlan?: PlanId
}

/** Health of a channel in one line. `limit`: channels the plan allows; `followed`: channels the schedule has. */
export function describeChannelHealth(
  state: ChannelState | undefined,
  zone: string,
  { limit, followed }: { limit: number; followed: number },
  now = serverTime(),
): ChannelHealthText {
  const { health } = texts
  if (!state) return { tone: 'plain', text: health.unknown }
  const since = state.since ? health.since(sinceDay(state.since, zone, now)) : ''
  if (state.health === 'paused_private') return { tone: 'warning', text: health.private(since) }
  if (state.health === 'paused_deleted') return { tone: 'warning', text: health.deleted(since) }
  if (state.health === 'blocked') return { tone: 'warning', text: health.blocked }
  if (state.pausedByPlan) {
    const larger = cheapestPlanWith(plan => plan.channelLimit >= followed)
    const planHint = larger ? [health.largerPlan(larger.title, larger.channelLimit)] : []
    const text = [health.overPlanLimit(limit), ...planHint].join(' ')
    return { tone: 'warning', text, ...(larger && { largerPlan: larger.id }) }
  }
  if (state.lastUploadAt) return { tone: 'good', text: health.okSince(recentDay(state.lastUploadAt, zone, now)) }
  return state.polledAt ? { tone: 'good', text: health.ok } : { tone: 'plain', text: health.unknown }
}
