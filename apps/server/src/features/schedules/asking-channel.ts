import type { FailureCode } from '@recaps/contract/failures'
import { ProviderError } from '../../errors.ts'
import type { ChannelUploads, Uploads } from '../../ports/uploads.ts'
import type { Logger } from '../../telemetry/logger.ts'
import type { Seen } from './channel-health.ts'
import type { ChannelRow } from './channels-repository.ts'

/** What came of asking a channel for its uploads. `put_off`: YouTube is not to be asked at all until then. */
export type Polled = Uploads | Failed | { kind: 'put_off'; until: Date }
type Failed = { kind: 'failed'; code: FailureCode; seen: Seen }

/**
 * Asks once. That a list is missing is no news: only what the page of the channel says is, and it is asked only then.
 * Throws nothing but the reason of the signal.
 */
export async function askChannel(
  { uploads, logger }: { uploads: ChannelUploads; logger: Logger },
  { channel_id, etag, last_modified, polled_at }: ChannelRow,
  signal?: AbortSignal,
): Promise<Polled> {
  try {
    const known = { etag, lastModified: last_modified }
    return await uploads.newest(channel_id, { known, askedAt: polled_at, signal })
  } catch (error) {
    signal?.throwIfAborted()
    if (error instanceof ProviderError && error.retryAt) return { kind: 'put_off', until: error.retryAt }
    const code = codeOf(error, channel_id, logger)
    return { kind: 'failed', code, seen: code === 'not_found' ? await standing() : 'unknown' }
  }

  async function standing(): Promise<Seen> {
    try {
      return await uploads.standing(channel_id, { signal })
    } catch (error) {
      signal?.throwIfAborted()
      codeOf(error, channel_id, logger)
      return 'unknown'
    }
  }
}

function codeOf(error: unknown, channelId: string, logger: Logger): FailureCode {
  if (error instanceof ProviderError) return error.code
  logger.error({ err: error, channelId }, 'asking a channel failed')
  return 'internal'
}
