import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../../database/open.ts'
import type { Trx } from '../../jobs/queue.ts'
import type { Clock } from '../../ports/clock.ts'
import type { ChannelUploads } from '../../ports/uploads.ts'
import type { Videos } from '../../ports/videos.ts'
import type { Logger } from '../../telemetry/logger.ts'
import type { Metrics } from '../../telemetry/metrics.ts'
import { findAnnounced } from './announced-videos.ts'
import { askChannel, type Polled } from './asking-channel.ts'
import { atMost } from './at-most.ts'
import { openChannels } from './channel-facts.ts'
import { forgetOldUploads } from './channel-videos.ts'
import {
  backlog,
  type ChannelRow,
  claimDue,
  claimStale,
  countStale,
  followChannels,
  forgetUnfollowed,
  handBack,
  letUnwantedGo,
  meetChannels,
} from './channels-repository.ts'
import { type HealthTold, settling } from './settling-polls.ts'

export interface PollingDeps {
  db: Db
  clock: Clock
  uploads: ChannelUploads
  videos: Pick<Videos, 'find'>
  logger: Logger
  metrics: Metrics
  /** How many channels this process asks at a time, for the schedule and for runs together. */
  concurrency: number
  told: HealthTold
}

/** So many are taken at a time for each that is asked at a time. */
const takenAhead = 8
/** How long a run waits for another process that asks the same channel. */
const waitsAtMostMs = 15_000
const looksEveryMs = 150
const learnedAtOnce = 20
const learnsAtMostMs = 5_000
const learnedForMs = 24 * 3600_000
const unfollowedKeptMs = 30 * 24 * 3600_000

/**
 * Asks channels for uploads, each as often as it has to be, whoever follows it. Any number of processes may do so: a channel
 * is claimed by one, and what one that died has claimed is claimed again.
 */
export function createPolling({ db, clock, uploads, videos, logger, metrics, concurrency, told }: PollingDeps) {
  const { isQuiet, settle, settleQuiet, settlePutOff, settleSpared } = settling({ db, clock, told })
  const batch = takenAhead * concurrency
  const inTurn = atMost(concurrency)

  /**
   * Asks all of these, so many at a time. What the signal keeps from being asked is handed back. `goesOn` is false when
   * YouTube is not to be asked any more for a while: who fails on many channels in a row rests, and that is no fault of a
   * channel's. Those that were spared keep what is known of them.
   */
  async function pollAll(
    rows: readonly ChannelRow[],
    signal?: AbortSignal,
  ): Promise<{ goesOn: boolean; spared: ReadonlySet<string> }> {
    const waiting = [...rows]
    const quiet: ChannelRow[] = []
    const unasked: ChannelRow[] = []
    const putOff: ChannelRow[] = []
    const spared: ChannelRow[] = []
    let until = clock.now()
    const work = async () => {
      for (let row = waiting.shift(); row; row = waiting.shift()) {
        const polled = signal?.aborted ? null : await askOrStop(row, signal)
        if (!polled) unasked.push(row)
        else if (polled.kind === 'put_off') {
          putOff.push(row)
          if (polled.until > until) until = polled.until
        } else if (polled.kind === 'spared') spared.push(row)
        else if (isQuiet(row, polled)) quiet.push(row)
        else metrics.channelPolled(await settle(row.channel_id, polled))
      }
    }
    const ended = await Promise.allSettled(Array.from({ length: concurrency }, work))
    if (quiet.length > 0) await settleQuiet(quiet)
    for (const _ of quiet) metrics.channelPolled('unchanged')
    for (const _ of spared) metrics.channelPolled('spared')
    if (unasked.length > 0) await handBack(db, unasked)
    if (spared.length > 0) await settleSpared(spared)
    if (putOff.length > 0) await settlePutOff(putOff, until)
    for (const one of ended) if (one.status === 'rejected') throw one.reason
    return { goesOn: putOff.length === 0, spared: new Set(spared.map(row => row.channel_id)) }
  }

  const announced = findAnnounced({ db, videos })

  const ask = async (row: ChannelRow, signal?: AbortSignal): Promise<Polled> => {
    const polled = await askChannel({ uploads, logger }, row, signal)
    return polled.kind === 'list' ? { ...polled, uploads: await announced(row, polled.uploads, signal) } : polled
  }

  const askOrStop = (row: ChannelRow, signal?: AbortSignal): Promise<Polled | null> =>
    inTurn(() => ask(row, signal)).catch(error => {
      if (signal?.aborted) return null
      throw error
    })

  /**
   * Asks those of these channels that were not asked for so long, each by one process: who finds another one asking waits
   * for it. A channel that cannot be asked is left as it was; one that is gone waits for its daily poll.
   */
  async function freshen(
    channelIds: readonly string[],
    { olderThanMs, signal }: { olderThanMs: number; signal?: AbortSignal },
  ): Promise<void> {
    if (channelIds.length === 0) return
    const since = new Date(clock.now().getTime() - olderThanMs)
    let open = channelIds
    for (let waitedMs = 0; waitedMs < waitsAtMostMs; ) {
      signal?.throwIfAborted()
      const rows = await claimStale(db, { channelIds: open, since, now: clock.now(), limit: batch })
      if (rows.length > 0) {
        const { goesOn, spared } = await pollAll(rows, signal)
        if (!goesOn) return
        open = open.filter(id => !spared.has(id))
        if (open.length === 0) return
      } else if ((await countStale(db, open, since)) === 0) return
      else {
        await sleep(looksEveryMs, undefined, { signal })
        waitedMs += looksEveryMs
      }
    }
  }

  return {
    freshen,

    /**
     * Fetches the uploads of the first few of these channels unless they were fetched lately, for a user who may follow them.
     * Stops after a deadline. Returns the ids of those few.
     */
    async learn(channelIds: readonly string[]): Promise<readonly string[]> {
      const open = await openChannels(db, channelIds.slice(0, learnedAtOnce))
      const unknown = await meetChannels(db, open, new Date(clock.now().getTime() - learnedForMs))
      const signal = AbortSignal.timeout(learnsAtMostMs)
      // By the same day: what another request has asked since `unknown` was read is not asked again.
      await freshen(unknown, { olderThanMs: learnedForMs, signal }).catch(error => {
        if (!signal.aborted) throw error
      })
      return open
    },

    /** These are followed from now on. Part of the transaction in which somebody begins to. */
    follow: async (trx: Trx, channelIds: readonly string[]): Promise<void> => {
      if (channelIds.length > 0) await followChannels(trx, channelIds, clock.now())
    },

    /** Asks all channels whose time has come, until none is left or the signal says to stop. */
    async pollDue(signal?: AbortSignal): Promise<void> {
      const { due, oldest } = await backlog(db, clock.now())
      metrics.channelsDue(due, oldest ? (clock.now().getTime() - oldest.getTime()) / 1000 : 0)
      while (!signal?.aborted) {
        const rows = await claimDue(db, clock.now(), batch)
        if (rows.length === 0) return
        const gone = new Set(
          await letUnwantedGo(
            db,
            rows.map(row => row.channel_id),
          ),
        )
        const { goesOn } = await pollAll(
          rows.filter(row => !gone.has(row.channel_id)),
          signal,
        )
        if (!goesOn) return
      }
    },

    async housekeeping(): Promise<void> {
      const now = clock.now()
      await forgetOldUploads(db, now)
      await forgetUnfollowed(db, new Date(now.getTime() - unfollowedKeptMs))
    },
  }
}

export type Polling = ReturnType<typeof createPolling>
