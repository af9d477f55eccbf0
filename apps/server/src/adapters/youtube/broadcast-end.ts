import type { Attempt } from './attempts.ts'
import { playerBody } from './player-body.ts'
import type { InnertubeSession } from './session.ts'

/** When a live stream ended; null if it has not ended, or if YouTube does not say. */
export type FetchBroadcastEnd = (videoId: string, attempt: Attempt) => Promise<Date | null>

/**
 * Only the web page's part of a player response says when a stream ended, and WEB returns it even for videos that it cannot
 * play. Requested only for the few streams without captions; a failed request counts as unknown.
 */
export const createBroadcastEndFetcher =
  (session: InnertubeSession): FetchBroadcastEnd =>
  async (videoId, { route, provider, signal, requestMs }) => {
    const args = { videoId, contentCheckOk: true, racyCheckOk: true }
    try {
      const answer = await session.request({
        endpoint: '/player?$fields=microformat',
        args,
        route,
        provider,
        signal,
        requestMs,
      })
      const page = playerBody.safeParse(answer).data?.microformat?.playerMicroformatRenderer
      return page?.liveBroadcastDetails?.endTimestamp ?? null
    } catch {
      signal.throwIfAborted()
      return null
    }
  }
