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
import { claimForSubscribe, claimForUnsubscribe, endHubSubscription } from './hub-repository.ts'

export interface ChannelHubDeps {
  db: Db
  clock: Clock
  hub: Hub
  signer: Signer
  logger: Logger
  metrics: Metrics
  publicUrl: string
}

/** A verification request of the hub: it confirms a subscription or its end, or reports with mode `denied` that it refuses. */
export interface HubVerification {
  mode: string
  topic: string
  challenge: string
  leaseSeconds: number
}

const leaseSeconds = 5 * 24 * 3600
const maxLeaseMs = 30 * 24 * 3600_000
const batchSize = 50
const verificationWindowMs = 3600_000

/** Push notifications about uploads (WebSub), if the hub can reach this server. Polling continues at a slower pace. */
export function createChannelHub({ db, clock, hub, signer, logger, metrics, publicUrl }: ChannelHubDeps) {
  const origin = originForHub(publicUrl)
  const secretOf = (channelId: string) => signer.sign('hub', channelId)
  const callbackOf = (channelId: string) =>
    `${origin}/hooks/youtube/${channelId}/${signer.sign('hub-callback', channelId)}`

  const subscribe = (channelId: string, signal?: AbortSignal) =>
    hub.subscribe({ channelId, callback: callbackOf(channelId), secret: secretOf(channelId), leaseSeconds, signal })

  const unsubscribe = (channelId: string, signal?: AbortSignal) =>
    hub.unsubscribe({ channelId, callback: callbackOf(channelId), signal })

  /** Sends a request for each claimed channel, one at a time. A failed request does not stop the others. */
  async function requestForAll(
    claim: typeof claimForSubscribe,
    request: (channelId: string, signal?: AbortSignal) => Promise<void>,
    signal?: AbortSignal,
  ): Promise<void> {
    while (!signal?.aborted) {
      const channelIds = await claim(db, clock.now(), batchSize)
      if (channelIds.length === 0) return
      for (const channelId of channelIds) if (!signal?.aborted) await tryRequest(channelId, request, signal)
    }
  }

  async function tryRequest(
    channelId: string,
    request: (channelId: string, signal?: AbortSignal) => Promise<void>,
    signal?: AbortSignal,
  ): Promise<void> {
    try {
      await request(channelId, signal)
    } catch (error) {
      if (signal?.aborted) return
      if (!(error instanceof ProviderError)) throw error
      metrics.providerFailed(error.provider, error.code)
      logger.info({ channelId, code: error.code }, 'hub request failed')
    }
  }

  return {
    /**
     * Subscribes to followed channels whose subscription is missing or about to expire, and unsubscribes from channels that are
     * no longer followed. Sends at most one request per channel and hour.
     */
    async renewDue(signal?: AbortSignal): Promise<void> {
      if (origin === null) return
      await requestForAll(claimForSubscribe, subscribe, signal)
      await requestForAll(claimForUnsubscribe, unsubscribe, signal)
    },

    /** Whether this is the secret in the channel's callback URL. */
    isCallback: (channelId: string, secret: string): boolean => signer.verify('hub-callback', channelId, secret),

    /** Returns the challenge to answer with; null if the server did not request this change. */
    async verify(channelId: string, { mode, topic, challenge, leaseSeconds }: HubVerification): Promise<string | null> {
      const row = isChannelId(channelId) ? await findChannel(db, channelId) : undefined
      if (!row || !hub.isTopicOf(topic, channelId)) return null
      const now = clock.now()
      const requestedMsAgo = row.hub_asked_at ? now.getTime() - row.hub_asked_at.getTime() : Number.POSITIVE_INFINITY
      if (requestedMsAgo > verificationWindowMs) return null
      if (mode === 'unsubscribe') return (await endHubSubscription(db, channelId)) ? challenge : null
      const isFollowed = row.next_poll_at !== null
      if (!isFollowed || mode !== 'subscribe') return null
      const leaseMs = Math.min(leaseSeconds * 1000, maxLeaseMs)
      await updateChannel(db, channelId, { hub_until: new Date(now.getTime() + leaseMs) })
      return challenge
    },

    /**
     * Stores the uploads in a message of the hub. Returns false, and changes nothing, if the message is not signed with the
     * channel's secret or the channel is not followed.
     */
    async receive(channelId: string, body: Uint8Array, signature: string | undefined): Promise<boolean> {
      const uploads = isChannelId(channelId) ? hub.read(body, signature, secretOf(channelId)) : null
      const isAccepted = uploads !== null && (await save(channelId, uploads))
      metrics.hubDelivered(isAccepted ? 'taken' : 'refused')
      return isAccepted
    },
  }

  async function save(channelId: string, uploads: NonNullable<ReturnType<Hub['read']>>): Promise<boolean> {
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
