import type { FailureCode } from '@recaps/contract/failures'
import { ProviderError } from '../../errors.ts'
import type { ChannelUploads, Uploads } from '../../ports/uploads.ts'
import type { Logger } from '../../telemetry/logger.ts'
import type { ChannelStatus } from './channel-health.ts'
import type { ChannelRow } from './channels-repository.ts'

/** Result of polling a channel. `put_off`: YouTube must not be called at all until that time. */
export type PollResult = Uploads | Failed | { kind: 'put_off'; until: Date }
type Failed = { kind: 'failed'; code: FailureCode; seen: ChannelStatus }

/**
 * Polls a channel once, without retries. A missing feed does not prove that the channel is gone, so the channel's own page is
 * checked in that case. Throws only if the signal aborts.
 */
export async function pollChannel(
  { uploads, logger }: { uploads: ChannelUploads; logger: Logger },
  { channel_id, etag, last_modified, polled_at }: ChannelRow,
  signal?: AbortSignal,
): Promise<PollResult> {
  try {
    const known = { etag, lastModified: last_modified }
    return await uploads.newest(channel_id, { known, askedAt: polled_at, signal })
  } catch (error) {
    signal?.throwIfAborted()
    if (error instanceof ProviderError && error.retryAt) return { kind: 'put_off', until: error.retryAt }
    const code = codeOf(error, channel_id, logger)
    return { kind: 'failed', code, seen: code === 'not_found' ? await fetchStatus() : 'unknown' }
  }

  async function fetchStatus(): Promise<ChannelStatus> {
    try {
      return await uploads.channelStatus(channel_id, { signal })
    } catch (error) {
      signal?.throwIfAborted()
      codeOf(error, channel_id, logger)
      return 'unknown'
    }
  }
}

function codeOf(error: unknown, channelId: string, logger: Logger): FailureCode {
  if (error instanceof ProviderError) return error.code
  logger.error({ err: error, channelId }, 'channel poll failed')
  return 'internal'
}
