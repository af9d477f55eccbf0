import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../../database/open.ts'
import type { Trx } from '../../jobs/queue.ts'
import type { Clock } from '../../ports/clock.ts'
import type { ChannelUploads } from '../../ports/uploads.ts'
import type { Videos } from '../../ports/videos.ts'
import type { Logger } from '../../telemetry/logger.ts'
import type { Metrics } from '../../telemetry/metrics.ts'
import { createAnnouncedCheck } from './announced-videos.ts'
import { filterUnblocked } from './channel-facts.ts'
import { deleteOldChannelVideos } from './channel-videos.ts'
import {
  type ChannelRow,
  claimDueChannels,
  claimStaleChannels,
  countStaleChannels,
  deleteUnfollowedChannels,
  ensureChannels,
  followChannels,
  measurePollBacklog,
  releaseChannels,
  stopPollingUnfollowed,
} from './channels-repository.ts'
import { createConcurrencyLimiter } from './concurrency-limiter.ts'
import { type PollResult, pollChannel } from './poll-channel.ts'
import { createPollResultWriter, type OnHealthChange } from './save-poll-results.ts'

export interface PollingDeps {
  db: Db
  clock: Clock
  uploads: ChannelUploads
  videos: Pick<Videos, 'find'>
  logger: Logger
  metrics: Metrics
  /** How many channels this process polls in parallel, for the regular polls and for runs together. */
  concurrency: number
  onHealthChange: OnHealthChange
}

/** Channels claimed at once, per parallel poll. */
const claimedPerSlot = 8
/** How long a run waits for another process that is polling the same channel. */
const maxWaitMs = 15_000
const recheckIntervalMs = 150
const maxFetched = 20
const fetchTimeoutMs = 5_000
const maxAgeMs = 24 * 3600_000
const unfollowedRetentionMs = 30 * 24 * 3600_000

/**
 * Polls channels for uploads, each only as often as necessary, for all of its followers together. Any number of processes can
 * poll: each channel is claimed by one of them, and the claims of a crashed process expire.
 */
export function createPolling({
  db,
  clock,
  uploads,
  videos,
  logger,
  metrics,
  concurrency,
  onHealthChange,
}: PollingDeps) {
  const { isUnchanged, save, saveUnchanged, postpone, postponeSpared } = createPollResultWriter({
    db,
    clock,
    onHealthChange,
  })
  const batchSize = claimedPerSlot * concurrency
  const withinLimit = createConcurrencyLimiter(concurrency)

  /**
   * Polls these channels, `concurrency` at a time. Channels not reached before the signal aborts are released. `canContinue` is
   * false if YouTube must not be called for a while: after failures on many channels in a row all polling pauses, which does
   * not count as a failure of any channel. Spared channels keep their stored data.
   */
  async function pollAll(
    rows: readonly ChannelRow[],
    signal?: AbortSignal,
  ): Promise<{ canContinue: boolean; spared: ReadonlySet<string> }> {
    const remaining = [...rows]
    const quiet: ChannelRow[] = []
    const notPolled: ChannelRow[] = []
    const putOff: ChannelRow[] = []
    const spared: ChannelRow[] = []
    let until = clock.now()
    const pollNext = async () => {
      for (let row = remaining.shift(); row; row = remaining.shift()) {
        const polled = signal?.aborted ? null : await pollOrAbort(row, signal)
        if (!polled) notPolled.push(row)
        else if (polled.kind === 'put_off') {
          putOff.push(row)
          if (polled.until > until) until = polled.until
        } else if (polled.kind === 'spared') spared.push(row)
        else if (isUnchanged(row, polled)) quiet.push(row)
        else metrics.channelPolled(await save(row.channel_id, polled))
      }
    }
    const results = await Promise.allSettled(Array.from({ length: concurrency }, pollNext))
    if (quiet.length > 0) await saveUnchanged(quiet)
    for (const _ of quiet) metrics.channelPolled('unchanged')
    for (const _ of spared) metrics.channelPolled('spared')
    if (notPolled.length > 0) await releaseChannels(db, notPolled)
    if (spared.length > 0) await postponeSpared(spared)
    if (putOff.length > 0) await postpone(putOff, until)
    for (const result of results) if (result.status === 'rejected') throw result.reason
    return { canContinue: putOff.length === 0, spared: new Set(spared.map(row => row.channel_id)) }
  }

  const checkAnnounced = createAnnouncedCheck({ db, videos })

  const poll = async (row: ChannelRow, signal?: AbortSignal): Promise<PollResult> => {
    const polled = await pollChannel({ uploads, logger }, row, signal)
    return polled.kind === 'list' ? { ...polled, uploads: await checkAnnounced(row, polled.uploads, signal) } : polled
  }

  const pollOrAbort = (row: ChannelRow, signal?: AbortSignal): Promise<PollResult | null> =>
    withinLimit(() => poll(row, signal)).catch(error => {
      if (signal?.aborted) return null
      throw error
    })

  /**
   * Polls the given channels whose last poll is older than `olderThanMs`, or waits for another process that is polling them.
   * Channels that cannot be polled keep their stored data; channels that are gone wait for their daily poll.
   */
  async function refreshChannels(
    channelIds: readonly string[],
    { olderThanMs, signal }: { olderThanMs: number; signal?: AbortSignal },
  ): Promise<void> {
    if (channelIds.length === 0) return
    const since = new Date(clock.now().getTime() - olderThanMs)
    let pending = channelIds
    for (let waitedMs = 0; waitedMs < maxWaitMs; ) {
      signal?.throwIfAborted()
      const rows = await claimStaleChannels(db, { channelIds: pending, since, now: clock.now(), limit: batchSize })
      if (rows.length > 0) {
        const { canContinue, spared } = await pollAll(rows, signal)
        if (!canContinue) return
        pending = pending.filter(id => !spared.has(id))
        if (pending.length === 0) return
      } else if ((await countStaleChannels(db, pending, since)) === 0) return
      else {
        await sleep(recheckIntervalMs, undefined, { signal })
        waitedMs += recheckIntervalMs
      }
    }
  }

  return {
    refreshChannels,

    /**
     * Fetches the uploads of the first few given channels, unless fetched recently, for a user who may follow them. Stops after
     * a deadline. Returns the ids of those few, without blocked channels.
     */
    async prefetchChannels(channelIds: readonly string[]): Promise<readonly string[]> {
      const unblocked = await filterUnblocked(db, channelIds.slice(0, maxFetched))
      const stale = await ensureChannels(db, unblocked, new Date(clock.now().getTime() - maxAgeMs))
      const signal = AbortSignal.timeout(fetchTimeoutMs)
      // The same age limit again: another request may have polled a channel since `stale` was read.
      await refreshChannels(stale, { olderThanMs: maxAgeMs, signal }).catch(error => {
        if (!signal.aborted) throw error
      })
      return unblocked
    },

    /** Starts polling these channels. Call it in the transaction that follows them. */
    follow: async (trx: Trx, channelIds: readonly string[]): Promise<void> => {
      if (channelIds.length > 0) await followChannels(trx, channelIds, clock.now())
    },

    /** Polls all due channels until none is left or the signal aborts. */
    async pollDue(signal?: AbortSignal): Promise<void> {
      const { due, oldest } = await measurePollBacklog(db, clock.now())
      metrics.channelsDue(due, oldest ? (clock.now().getTime() - oldest.getTime()) / 1000 : 0)
      while (!signal?.aborted) {
        const rows = await claimDueChannels(db, clock.now(), batchSize)
        if (rows.length === 0) return
        const dropped = new Set(
          await stopPollingUnfollowed(
            db,
            rows.map(row => row.channel_id),
          ),
        )
        const { canContinue } = await pollAll(
          rows.filter(row => !dropped.has(row.channel_id)),
          signal,
        )
        if (!canContinue) return
      }
    },

    async housekeeping(): Promise<void> {
      const now = clock.now()
      await deleteOldChannelVideos(db, now)
      await deleteUnfollowedChannels(db, new Date(now.getTime() - unfollowedRetentionMs))
    },
  }
}

export type Polling = ReturnType<typeof createPolling>
