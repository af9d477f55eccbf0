import { randomInt } from 'node:crypto'
import type { ChannelHealth } from '@recaps/contract/schedules'
import type { Db } from '../../database/open.ts'
import type { Trx } from '../../jobs/queue.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Upload } from '../../ports/uploads.ts'
import { nextChannelHealth } from './channel-health.ts'
import { type ListComparison, saveUploads } from './channel-videos.ts'
import {
  type ChannelRow,
  lockChannel,
  postponePolls,
  saveUnchangedPolls,
  updateChannel,
} from './channels-repository.ts'
import { findMadePublicLate, type ListSnapshot, nextListSnapshot, watchableSince } from './made-public-late.ts'
import type { PollResult } from './poll-channel.ts'
import { nextPollTime } from './poll-times.ts'

/** Called once per change of a channel's health, in the same transaction. */
export type OnHealthChange = (
  trx: Trx,
  change: { channelId: string; title: string | null; health: ChannelHealth },
) => Promise<void>

export interface PollResultWriterDeps {
  db: Db
  clock: Clock
  onHealthChange: OnHealthChange
}

export type PollOutcome = 'unchanged' | 'nothing_new' | 'new' | 'failed' | 'gone'
type FinishedPoll = Exclude<PollResult, { kind: 'put_off' | 'spared' }>

/** The feed may list an upload before the hub reports it. After this time the hub has missed it. */
const maxHubDelayMs = 15 * 60_000
const putOffSpreadMs = 60_000
/** Short, because checking whether feeds work again costs nothing. */
const sparedRetryMs = 10 * 60_000

/** Stores the results of polls. */
export function createPollResultWriter({ db, clock, onHealthChange }: PollResultWriterDeps) {
  return {
    /** Whether the poll changes nothing but its time; such polls are written in batches. */
    isUnchanged: (row: ChannelRow, polled: FinishedPoll): boolean =>
      polled.kind === 'unchanged' && row.failures === 0 && row.health === 'ok' && row.gone_seen_at === null,

    async saveUnchanged(rows: readonly ChannelRow[]): Promise<void> {
      const now = clock.now()
      const polls = rows.map(row => ({ channelId: row.channel_id, nextPollAt: nextPollTime(row, now, randomShare()) }))
      await saveUnchangedPolls(db, polls, now)
    },

    /** For channels that could not be polled: their status stays unchanged, and they are retried shortly after `until`. */
    postpone: (rows: readonly ChannelRow[], until: Date) =>
      postponePolls(db, rows, new Date(until.getTime() + randomShare() * putOffSpreadMs)),

    /** For channels that were not polled because the fallback is expensive. */
    postponeSpared: (rows: readonly ChannelRow[]) =>
      postponePolls(db, rows, new Date(clock.now().getTime() + sparedRetryMs * (0.9 + 0.2 * randomShare()))),

    save: (channelId: string, polled: FinishedPoll): Promise<PollOutcome> =>
      db.transaction().execute(async trx => {
        const row = await lockChannel(trx, channelId)
        if (!row) return 'failed'
        const now = clock.now()
        const added =
          polled.kind === 'list'
            ? await saveUploads(trx, channelId, polled.uploads, now, compare(row, polled, now))
            : []
        const after = rowAfter(row, polled, added, now)
        await updateChannel(trx, channelId, { ...after, next_poll_at: nextPollTime(after, now, randomShare()) })
        if (after.health !== row.health)
          await onHealthChange(trx, { channelId, title: after.title, health: after.health })
        return outcomeOf(polled, added)
      }),
  }
}

const previousList = ({ listed, listed_at: at }: ChannelRow): ListSnapshot | null =>
  listed && at ? { ...listed, at } : null

function compare(
  row: ChannelRow,
  { uploads, gapless }: Extract<FinishedPoll, { kind: 'list' }>,
  now: Date,
): ListComparison {
  const before = previousList(row)
  return {
    madePublicLate: findMadePublicLate(before, uploads, gapless),
    listedAt: before?.at ?? null,
    watchableSince: watchableSince(before, now),
  }
}

/** A list that may have gaps does not replace the stored one. */
function listColumns(row: ChannelRow, polled: FinishedPoll, now: Date) {
  if (polled.kind === 'unchanged') return row.listed ? { listed_at: now } : {}
  const after = polled.kind === 'list' ? nextListSnapshot(previousList(row), polled.gapless) : null
  return after ? { listed: JSON.stringify(after), listed_at: now } : {}
}

/** The channel's columns after a poll. */
function rowAfter(row: ChannelRow, polled: FinishedPoll, added: readonly Upload[], now: Date) {
  const seen = polled.kind === 'failed' ? polled.seen : 'there'
  const common = { ...nextChannelHealth(row, seen, now), polled_at: now, poll_begun_at: null, hub_until: row.hub_until }
  if (polled.kind === 'failed')
    return {
      ...common,
      title: row.title,
      failures: row.failures + 1,
      failed_with: polled.code,
      hub_told_at: row.hub_told_at,
    }
  return {
    ...common,
    title: (polled.kind === 'list' && polled.title) || row.title,
    ...listColumns(row, polled, now),
    failures: 0,
    failed_with: null,
    // Other sources than the feed send no validators; the stored ones then stay.
    ...(polled.kind === 'list' && (polled.etag ?? polled.lastModified)
      ? { etag: polled.etag ?? null, last_modified: polled.lastModified ?? null }
      : {}),
    first_polled_at: row.first_polled_at ?? now,
    // Once the hub has missed an upload, it is not relied on until it reports one again.
    hub_told_at: row.first_polled_at && missedByHub(added, now) ? null : row.hub_told_at,
  }
}

const missedByHub = (added: readonly Upload[], now: Date): boolean =>
  added.some(({ publishedAt }) => now.getTime() - publishedAt.getTime() > maxHubDelayMs)

const outcomeOf = (polled: FinishedPoll, added: readonly Upload[]): PollOutcome => {
  if (polled.kind === 'failed') return polled.seen === 'private' || polled.seen === 'deleted' ? 'gone' : 'failed'
  if (added.length > 0) return 'new'
  return polled.kind === 'unchanged' ? 'unchanged' : 'nothing_new'
}

const randomShare = (): number => randomInt(1_000_001) / 1_000_000
