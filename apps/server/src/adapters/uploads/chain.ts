import { ProviderError } from '../../errors.ts'
import type { Clock } from '../../ports/clock.ts'
import type { ChannelUploads } from '../../ports/uploads.ts'
import { videoFailure } from '../youtube/failure.ts'
import type { HealthRegister } from '../youtube/health.ts'
import { type ProviderLink, queryInOrder } from '../youtube/provider-chain.ts'
import { feedName, type UploadSource } from './rss.ts'

export interface UploadsChain {
  feed: UploadSource
  /** Tracks the health of its clients itself. */
  innertube: ChannelUploads
  /** Fallbacks, queried in this order. */
  fallbacks: readonly ProviderLink<UploadSource>[]
  health: HealthRegister
  clock: Clock
  deadlineMs: number
}

const innertubeName = 'innertube'
/** A channel page is ten times as large as a feed. While all feeds fail, it is not fetched more often than this. */
const minPageIntervalMs = 6 * 3600_000

/**
 * Queries the feed, then the channel page, then the fallbacks. Reports `not_found` only if both the feed and the page are missing; if
 * only one is, that counts as a fault of YouTube. While all feeds fail, it does not fetch the page of a recently queried channel.
 */
export const chainedUploads = ({
  feed,
  innertube,
  fallbacks,
  health,
  clock,
  deadlineMs,
}: UploadsChain): ChannelUploads => {
  const links = [{ name: feedName, port: feed }, { name: innertubeName, port: innertube }, ...fallbacks]
  const canSkipPage = (askedAt: Date | null | undefined): boolean =>
    health.isFailing(feedName) && !!askedAt && clock.now().getTime() - askedAt.getTime() < minPageIntervalMs

  return {
    async newest(channelId, { known, askedAt, signal } = {}) {
      const missing = new Map<string, ProviderError>()
      try {
        return await queryInOrder<UploadSource, Awaited<ReturnType<UploadSource['newest']>>>(
          links,
          { deadlineMs, signal },
          ({ name, port }, stop) => {
            if (name === innertubeName && canSkipPage(askedAt)) return Promise.resolve({ kind: 'spared' as const })
            const query = () =>
              port.newest(channelId, { ...(name === feedName ? { known } : {}), signal: stop }).catch(error => {
                if (!(error instanceof ProviderError) || error.code !== 'not_found') throw error
                missing.set(name, error)
                throw videoFailure(name, 'parse_changed', { detail: 'missing', cause: error })
              })
            return name === innertubeName ? query() : health.guard(name, channelId, query)
          },
        )
      } catch (error) {
        if (missing.has(feedName) && missing.has(innertubeName)) throw missing.get(innertubeName)
        throw error
      }
    },
    channelStatus: (channelId, options) => innertube.channelStatus(channelId, options),
  }
}
