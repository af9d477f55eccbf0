import type { Videos } from '../../ports/videos.ts'
import type { Attempts } from '../youtube/attempts.ts'
import { detailsFrom } from '../youtube/details.ts'
import { videoFailure } from '../youtube/failure.ts'
import type { MarkedChapters } from '../youtube/marked-chapters.ts'
import type { AskPlayer } from '../youtube/player.ts'

export interface InnertubeVideosDeps {
  attempts: Attempts
  player: AskPlayer
  chapters?: MarkedChapters
}

/** Shorter videos need none. */
const withChaptersFromMs = 5 * 60_000

/** Details of videos from InnerTube's player answers. */
export const innertubeVideos = ({ attempts, player, chapters }: InnertubeVideosDeps): Videos => ({
  find: (videoId, { signal, isBackground, withChapters } = {}) =>
    attempts(
      videoId,
      async attempt => {
        const details = detailsFrom(await player({ videoId, isBackground, ...attempt }))
        if (details === null) throw videoFailure(attempt.provider, 'parse_changed', { detail: 'no title' })
        const isWithout = details.chapters.length === 0 && (details.durationMs ?? 0) >= withChaptersFromMs
        if (!withChapters || !chapters || !isWithout) return details
        return { ...details, chapters: await chapters(videoId, attempt) }
      },
      { signal },
    ),
})
