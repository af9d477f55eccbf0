import type { Videos } from '../../ports/videos.ts'
import type { Attempts } from '../youtube/attempts.ts'
import { detailsFrom } from '../youtube/details.ts'
import { videoFailure } from '../youtube/failure.ts'
import type { AskPlayer } from '../youtube/player.ts'

/** Details of videos from InnerTube's player answers. */
export const innertubeVideos = ({ attempts, player }: { attempts: Attempts; player: AskPlayer }): Videos => ({
  find: (videoId, { signal, isBackground } = {}) =>
    attempts(
      videoId,
      async attempt => {
        const details = detailsFrom(await player({ videoId, isBackground, ...attempt }))
        if (details === null) throw videoFailure(attempt.provider, 'parse_changed', { detail: 'no title' })
        return details
      },
      { signal },
    ),
})
