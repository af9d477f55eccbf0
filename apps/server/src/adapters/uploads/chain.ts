import { ProviderError } from '../../errors.ts'
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
  deadlineMs: number
}

const innertubeName = 'innertube'

/**
 * The feed first, then the page of the channel, then the others. Says `not_found` only when neither the feed nor the page
 * is there: one of them missing is a fault of YouTube's until the other says so too.
 */
export const chainedUploads = ({ feed, innertube, others, health, deadlineMs }: UploadsChain): ChannelUploads => {
  const links = [{ name: feedName, port: feed }, { name: innertubeName, port: innertube }, ...others]
  return {
    async newest(channelId, { known, signal } = {}) {
      const missing = new Map<string, ProviderError>()
      try {
        return await alongChain<UploadList, Awaited<ReturnType<UploadList['newest']>>>(
          links,
          { deadlineMs, signal },
          ({ name, port }, stop) => {
            const ask = () => port.newest(channelId, { ...(name === feedName ? { known } : {}), signal: stop })
            return (name === innertubeName ? ask() : health.guard(name, channelId, ask)).catch(error => {
              if (!(error instanceof ProviderError) || error.code !== 'not_found') throw error
              missing.set(name, error)
              throw videoFailure(name, 'parse_changed', { detail: 'missing', cause: error })
            })
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
