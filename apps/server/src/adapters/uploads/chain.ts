import { ProviderError } from '../../errors.ts'
import type { Clock } from '../../ports/clock.ts'
import type { ChannelUploads } from '../../ports/uploads.ts'
import { alongChain, type Link } from '../youtube/chain.ts'
import { videoFailure } from '../youtube/failure.ts'
import type { HealthRegister } from '../youtube/health.ts'
import { feedName, type UploadList } from './rss.ts'

export interface UploadsChain {
  feed: UploadList
  /** Keeps the health of its clients itself. */
  innertube: ChannelUploads
  /** Asked in this order after those. */
  others: readonly Link<UploadList>[]
  health: HealthRegister
  clock: Clock
  deadlineMs: number
}

const innertubeName = 'innertube'
/** A page is ten times as large as a feed: while feeds fail for everybody, that of a channel is not loaded more often. */
const pageAtMostEveryMs = 6 * 3600_000

/**
 * The feed first, then the page of the channel, then the others. Says `not_found` only when neither the feed nor the page
 * is there: one of them missing is a fault of YouTube's until the other says so too. While feeds fail for everybody, a channel
 * that was asked not long ago is spared.
 */
export const chainedUploads = ({
  feed,
  innertube,
  others,
  health,
  clock,
  deadlineMs,
}: UploadsChain): ChannelUploads => {
  const links = [{ name: feedName, port: feed }, { name: innertubeName, port: innertube }, ...others]
  const isSpared = (askedAt: Date | null | undefined): boolean =>
    health.isFailing(feedName) && !!askedAt && clock.now().getTime() - askedAt.getTime() < pageAtMostEveryMs

  return {
    async newest(channelId, { known, askedAt, signal } = {}) {
      const missing = new Map<string, ProviderError>()
      try {
        return await alongChain<UploadList, Awaited<ReturnType<UploadList['newest']>>>(
          links,
          { deadlineMs, signal },
          ({ name, port }, stop) => {
            if (name === innertubeName && isSpared(askedAt)) return Promise.resolve({ kind: 'spared' as const })
            const ask = () =>
              port.newest(channelId, { ...(name === feedName ? { known } : {}), signal: stop }).catch(error => {
                if (!(error instanceof ProviderError) || error.code !== 'not_found') throw error
                missing.set(name, error)
                throw videoFailure(name, 'parse_changed', { detail: 'missing', cause: error })
              })
            return name === innertubeName ? ask() : health.guard(name, channelId, ask)
          },
        )
      } catch (error) {
        if (missing.has(feedName) && missing.has(innertubeName)) throw missing.get(innertubeName)
        throw error
      }
    },
    standing: (channelId, options) => innertube.standing(channelId, options),
  }
}
