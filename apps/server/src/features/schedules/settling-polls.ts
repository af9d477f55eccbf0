import { randomInt } from 'node:crypto'
import type { ChannelHealth } from '@recaps/contract/schedules'
import type { Db } from '../../database/open.ts'
import type { Trx } from '../../jobs/queue.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Upload } from '../../ports/uploads.ts'
import type { Polled as Answered } from './asking-channel.ts'
import { healthAfter } from './channel-health.ts'
import { type ComparedWithBefore, saveUploads } from './channel-videos.ts'
import { type ChannelRow, lockChannel, noteUnchanged, putOff, updateChannel } from './channels-repository.ts'
import { type Listed, listedAfter, madePublicLate, watchableSince } from './made-public-late.ts'
import { nextPoll } from './poll-times.ts'

/** Called in the transaction in which the health of a channel changes, once for each change. */
export type HealthTold = (
  trx: Trx,
  change: { channelId: string; title: string | null; health: ChannelHealth },
) => Promise<void>

export interface SettlingDeps {
  db: Db
  clock: Clock
  told: HealthTold
}

export type PollOutcome = 'unchanged' | 'nothing_new' | 'new' | 'failed' | 'gone'
type Polled = Exclude<Answered, { kind: 'put_off' | 'spared' }>

/** Hub and feed may tell at about the same time; what the feed tells so much later, the hub has not told. */
const hubMayTakeMs = 15 * 60_000
const spreadMs = 60_000
/** Whether feeds answer again costs nothing to find out. */
const sparedMs = 10 * 60_000

/** Writes down what polls came to. */
export function settling({ db, clock, told }: SettlingDeps) {
  return {
    /** Nothing is new and nothing was wrong: these are written together. */
    isQuiet: (row: ChannelRow, polled: Polled): boolean =>
      polled.kind === 'unchanged' && row.failures === 0 && row.health === 'ok' && row.gone_seen_at === null,

    async settleQuiet(rows: readonly ChannelRow[]): Promise<void> {
      const now = clock.now()
      const polls = rows.map(row => ({ channelId: row.channel_id, nextPollAt: nextPoll(row, now, share()) }))
      await noteUnchanged(db, polls, now)
    },

    /** These were not asked: nothing is said about them, and it is tried again a little after `until`. */
    settlePutOff: (rows: readonly ChannelRow[], until: Date) =>
      putOff(db, rows, new Date(until.getTime() + share() * spreadMs)),

    /** Nor were these, because of what it would have cost. */
    settleSpared: (rows: readonly ChannelRow[]) =>
      putOff(db, rows, new Date(clock.now().getTime() + sparedMs * (0.9 + 0.2 * share()))),

    settle: (channelId: string, polled: Polled): Promise<PollOutcome> =>
      db.transaction().execute(async trx => {
        const row = await lockChannel(trx, channelId)
        if (!row) return 'failed'
        const now = clock.now()
        const added =
          polled.kind === 'list'
            ? await saveUploads(trx, channelId, polled.uploads, now, compare(row, polled, now))
            : []
        const after = rowAfter(row, polled, added, now)
        await updateChannel(trx, channelId, { ...after, next_poll_at: nextPoll(after, now, share()) })
        if (after.health !== row.health) await told(trx, { channelId, title: after.title, health: after.health })
        return outcomeOf(polled, added)
      }),
  }
}

const beforeOf = ({ listed, listed_at: at }: ChannelRow): Listed | null => (listed && at ? { ...listed, at } : null)

function compare(
  row: ChannelRow,
  { uploads, gapless }: Extract<Polled, { kind: 'list' }>,
  now: Date,
): ComparedWithBefore {
  const before = beforeOf(row)
  return {
    late: madePublicLate(before, uploads, gapless),
    listedAt: before?.at ?? null,
    watchableSince: watchableSince(before, now),
  }
}

/** A list that says nothing about what is not in it leaves what the one before said. */
function listedIn(row: ChannelRow, polled: Polled, now: Date) {
  if (polled.kind === 'unchanged') return row.listed ? { listed_at: now } : {}
  const after = polled.kind === 'list' ? listedAfter(beforeOf(row), polled.gapless) : null
  return after ? { listed: JSON.stringify(after), listed_at: now } : {}
}

/** What a poll makes of the row of its channel. */
function rowAfter(row: ChannelRow, polled: Polled, added: readonly Upload[], now: Date) {
  const seen = polled.kind === 'failed' ? polled.seen : 'there'
  const common = { ...healthAfter(row, seen, now), polled_at: now, poll_begun_at: null, hub_until: row.hub_until }
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
    ...listedIn(row, polled, now),
    failures: 0,
    failed_with: null,
    // Without one the old one stays: whoever answered in place of the feed has none.
    ...(polled.kind === 'list' && (polled.etag ?? polled.lastModified)
      ? { etag: polled.etag ?? null, last_modified: polled.lastModified ?? null }
      : {}),
    first_polled_at: row.first_polled_at ?? now,
    // A hub that lets an upload pass is not relied on until it tells of one again.
    hub_told_at: row.first_polled_at && missedByHub(added, now) ? null : row.hub_told_at,
  }
}

const missedByHub = (added: readonly Upload[], now: Date): boolean =>
  added.some(({ publishedAt }) => now.getTime() - publishedAt.getTime() > hubMayTakeMs)

const outcomeOf = (polled: Polled, added: readonly Upload[]): PollOutcome => {
  if (polled.kind === 'failed') return polled.seen === 'private' || polled.seen === 'deleted' ? 'gone' : 'failed'
  if (added.length > 0) return 'new'
  return polled.kind === 'unchanged' ? 'unchanged' : 'nothing_new'
}

const share = (): number => randomInt(1_000_001) / 1_000_000
