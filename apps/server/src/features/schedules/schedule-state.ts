import type { ChannelState, Run, Schedule } from '@recaps/contract/schedules'
import type { Frequency, Plan } from '@recaps/domain/plans'
import { forecastPerMonth } from '@recaps/domain/upload-selection'
import type { Db } from '../../database/open.ts'
import type { Trx } from '../../jobs/queue.ts'
import type { ScheduleRow } from './repository.ts'
import {
  type ChannelStats,
  findRunResults,
  loadChannelStats,
  newestRuns,
  type RunStats,
} from './schedule-state-repository.ts'
import { uploadsPerMonth, uploadWindowMs } from './upload-rate.ts'

type ComputedState = Pick<Schedule, 'pausedByPlan' | 'channelStates' | 'lastRun' | 'forecastPerMonth'>

/** The computed part of a schedule: health of its channels, last run, and expected number of summaries. */
export async function loadScheduleState(
  db: Db | Trx,
  row: ScheduleRow,
  channelIds: readonly string[],
  plan: Plan,
  now: Date,
): Promise<ComputedState> {
  const [last] = await newestRuns(db, [row.id], 1)
  const results = last?.ended_at ? await findRunResults(db, last.id) : []
  const facts = new Map(
    (await loadChannelStats(db, channelIds, new Date(now.getTime() - uploadWindowMs))).map(fact => [
      fact.channel_id,
      fact,
    ]),
  )
  return {
    pausedByPlan: !plan.allowedFrequencies.includes(row.frequency),
    lastRun: last ? presentRun(last) : null,
    channelStates: channelIds.map((channelId, position) =>
      presentState(channelId, facts.get(channelId), {
        pausedByPlan: position >= plan.channelLimit,
        lastRun: last?.ended_at ? lastRunOf(channelId, results, last.ended_at) : null,
      }),
    ),
    forecastPerMonth: forecastSummaries([...facts.values()].slice(0, plan.channelLimit), row, now),
  }
}

function lastRunOf(channelId: string, results: Awaited<ReturnType<typeof findRunResults>>, endedAt: Date) {
  const result = results.find(row => row.channel_id === channelId)
  return result ? { endedAt: endedAt.toISOString(), found: result.found, summarised: result.summarised } : null
}

const presentState = (
  channelId: string,
  fact: ChannelStats | undefined,
  rest: Pick<ChannelState, 'pausedByPlan' | 'lastRun'>,
): ChannelState => ({
  channelId,
  health: fact?.blocked_at ? 'blocked' : (fact?.health ?? 'ok'),
  since: (fact?.blocked_at ?? fact?.health_since)?.toISOString() ?? null,
  polledAt: fact?.polled_at?.toISOString() ?? null,
  lastUploadAt: fact?.last_upload_at?.toISOString() ?? null,
  ...rest,
})

/** Expected number of summaries per month from these channels; null if none of them was ever polled. */
export function forecastSummaries(
  facts: readonly ChannelStats[],
  settings: { frequency: Frequency; skip_shorts: boolean; max_per_channel: number },
  now: Date,
): number | null {
  return forecastPerMonth(
    facts.map(fact => {
      const perMonth = uploadsPerMonth(fact, { withShorts: !settings.skip_shorts }, now)
      return perMonth !== null && (fact.health !== 'ok' || fact.blocked_at) ? 0 : perMonth
    }),
    settings.frequency,
    settings.max_per_channel,
  )
}

export function presentRun(fact: RunStats): Run {
  const isEnded = fact.state === 'delivered' || fact.state === 'skipped'
  return {
    id: fact.id,
    kind: fact.kind,
    dueAt: fact.due_at.toISOString(),
    state: isEnded ? 'ended' : 'working',
    outcome: isEnded ? (fact.outcome as Run['outcome']) : null,
    endedAt: fact.ended_at?.toISOString() ?? null,
    summarised: fact.summarised,
    failed: fact.failed,
    listed: fact.listed,
    mail: mailStates[fact.mail ?? ''] ?? 'none',
  }
}

const mailStates: Record<string, Run['mail']> = { queued: 'queued', sending: 'queued', sent: 'sent', failed: 'failed' }
