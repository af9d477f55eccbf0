import type { Videos } from '../../ports/videos.ts'
import type { Attempts } from '../youtube/attempts.ts'
import { detailsFrom } from '../youtube/details.ts'
import { videoFailure } from '../youtube/failure.ts'
import type { FetchPlayer } from '../youtube/player.ts'
import type { FetchPlayerBarChapters } from '../youtube/player-bar-chapters.ts'

export interface InnertubeVideosDeps {
  attempts: Attempts
  player: FetchPlayer
  fetchPlayerBarChapters?: FetchPlayerBarChapters
}

/** Shorter videos need no chapters. */
const chaptersFromMs = 5 * 60_000

/** Video details from InnerTube's player responses. */
export const innertubeVideos = ({ attempts, player, fetchPlayerBarChapters }: InnertubeVideosDeps): Videos => ({
  find: (videoId, { signal, isBackground, withChapters } = {}) =>
    attempts(
      videoId,
      async attempt => {
        const details = detailsFrom(await player({ videoId, isBackground, ...attempt }))
        if (details === null) throw videoFailure(attempt.provider, 'parse_changed', { detail: 'no title' })
        const lacksChapters = details.chapters.length === 0 && (details.durationMs ?? 0) >= chaptersFromMs
        if (!withChapters || !fetchPlayerBarChapters || !lacksChapters) return details
        return { ...details, chapters: await fetchPlayerBarChapters(videoId, attempt) }
      },
      { signal },
    ),
})
