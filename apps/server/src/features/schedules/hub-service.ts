import { isChannelId } from '@recaps/domain/channel-url'
import type { Db } from '../../database/open.ts'
import { ProviderError } from '../../errors.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Hub } from '../../ports/hub.ts'
import type { Signer } from '../../ports/signer.ts'
import type { Logger } from '../../telemetry/logger.ts'
import type { Metrics } from '../../telemetry/metrics.ts'
import { saveUploads } from './channel-videos.ts'
import { findChannel, lockChannel, updateChannel } from './channels-repository.ts'
import { originForHub } from './hub-address.ts'
import { claimForHub, claimToLeave, leave } from './hub-repository.ts'

export interface ChannelHubDeps {
  db: Db
  clock: Clock
  hub: Hub
  signer: Signer
  logger: Logger
  metrics: Metrics
  publicUrl: string
}

/** What the hub asks when somebody seems to have subscribed, or says when it will not tell us. */
export interface HubQuestion {
  mode: string
  topic: string
  challenge: string
  leaseSeconds: number
}

const leaseSeconds = 5 * 24 * 3600
const longestLeaseMs = 30 * 24 * 3600_000
const askedAtATime = 50
const askedForAtMostMs = 3600_000

/** Being told of uploads in place of asking for them, where the hub can reach us. Polling goes on all the same, but slower. */
export function createChannelHub({ db, clock, hub, signer, logger, metrics, publicUrl }: ChannelHubDeps) {
  const origin = originForHub(publicUrl)
  const secretOf = (channelId: string) => signer.sign('hub', channelId)
  const callbackOf = (channelId: string) =>
    `${origin}/hooks/youtube/${channelId}/${signer.sign('hub-callback', channelId)}`

  const subscribe = (channelId: string, signal?: AbortSignal) =>
    hub.subscribe({ channelId, callback: callbackOf(channelId), secret: secretOf(channelId), leaseSeconds, signal })

  const unsubscribe = (channelId: string, signal?: AbortSignal) =>
    hub.unsubscribe({ channelId, callback: callbackOf(channelId), signal })

  /** Asks about all that a claim gives, one after the other; the hub may refuse each. */
  async function askAbout(
    claim: typeof claimForHub,
    ask: (channelId: string, signal?: AbortSignal) => Promise<void>,
    signal?: AbortSignal,
  ): Promise<void> {
    while (!signal?.aborted) {
      const channelIds = await claim(db, clock.now(), askedAtATime)
      if (channelIds.length === 0) return
      for (const channelId of channelIds) if (!signal?.aborted) await bearRefusal(channelId, ask, signal)
    }
  }

  async function bearRefusal(
    channelId: string,
    ask: (channelId: string, signal?: AbortSignal) => Promise<void>,
    signal?: AbortSignal,
  ): Promise<void> {
    try {
      await ask(channelId, signal)
    } catch (error) {
      if (signal?.aborted) return
      if (!(error instanceof ProviderError)) throw error
      metrics.providerFailed(error.provider, error.code)
      logger.info({ channelId, code: error.code }, 'the hub could not be asked')
    }
  }

  return {
    /**
     * Asks the hub about channels that it does not tell of yet, or not for much longer, and not to tell any more of those that
     * are not asked for; about each at most once an hour.
     */
    async renewDue(signal?: AbortSignal): Promise<void> {
      if (origin === null) return
      await askAbout(claimForHub, subscribe, signal)
      await askAbout(claimToLeave, unsubscribe, signal)
    },

    /** Whether this secret stands in the address that the hub has of the channel. */
    isCallback: (channelId: string, secret: string): boolean => signer.verify('hub-callback', channelId, secret),

    /** The challenge to be answered with where this is what we asked for; null where we want nothing of it. */
    async verify(channelId: string, { mode, topic, challenge, leaseSeconds }: HubQuestion): Promise<string | null> {
      const row = isChannelId(channelId) ? await findChannel(db, channelId) : undefined
      if (!row || !hub.isTopicOf(topic, channelId)) return null
      const now = clock.now()
      const askedMsAgo = row.hub_asked_at ? now.getTime() - row.hub_asked_at.getTime() : Number.POSITIVE_INFINITY
      if (askedMsAgo > askedForAtMostMs) return null
      if (mode === 'unsubscribe') return (await leave(db, channelId)) ? challenge : null
      const isFollowed = row.next_poll_at !== null
      if (!isFollowed || mode !== 'subscribe') return null
      const leaseMs = Math.min(leaseSeconds * 1000, longestLeaseMs)
      await updateChannel(db, channelId, { hub_until: new Date(now.getTime() + leaseMs) })
      return challenge
    },

    /**
     * Takes what the hub tells. What is not signed with the secret of the channel, or is of none that is followed, changes
     * nothing and gives false.
     */
    async receive(channelId: string, body: Uint8Array, signature: string | undefined): Promise<boolean> {
      const uploads = isChannelId(channelId) ? hub.read(body, signature, secretOf(channelId)) : null
      const isTaken = uploads !== null && (await take(channelId, uploads))
      metrics.hubTold(isTaken ? 'taken' : 'refused')
      return isTaken
    },
  }

  async function take(channelId: string, uploads: NonNullable<ReturnType<Hub['read']>>): Promise<boolean> {
    return await db.transaction().execute(async trx => {
      const row = await lockChannel(trx, channelId)
      const now = clock.now()
      if (!row?.next_poll_at || !row.hub_until || row.hub_until < now) return false
      await saveUploads(trx, channelId, uploads, now)
      await updateChannel(trx, channelId, { hub_told_at: now })
      return true
    })
  }
}

export type ChannelHub = ReturnType<typeof createChannelHub>
