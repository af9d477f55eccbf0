import type { Attempt } from './attempts.ts'
import { playerBody } from './player-body.ts'
import type { InnertubeSession } from './session.ts'

/** When a live stream ended; null when it has not, or when nobody would say. */
export type BroadcastEnd = (videoId: string, attempt: Attempt) => Promise<Date | null>

/**
 * Only the web page's part of a player answer knows when a stream ended; WEB gives that part where it gives no video.
 * It is asked for the few streams that have no captions, and a refusal changes nothing.
 */
export const broadcastEnds =
  (session: InnertubeSession): BroadcastEnd =>
  async (videoId, { route, provider, signal, requestMs }) => {
    const args = { videoId, contentCheckOk: true, racyCheckOk: true }
    try {
      const answer = await session.ask({
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
