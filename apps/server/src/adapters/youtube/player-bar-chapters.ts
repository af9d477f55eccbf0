import { plainLine } from '@recaps/domain/plain-text'
import type { VideoDetails } from '@recaps/domain/video-details'
import { z } from 'zod'
import type { Attempt } from './attempts.ts'
import type { InnertubeSession } from './session.ts'

/** The chapters in the bar of YouTube's player; empty if there are none, or if the request fails. */
export type FetchPlayerBarChapters = (videoId: string, attempt: Attempt) => Promise<VideoDetails['chapters']>

/**
 * YouTube generates chapters for many videos whose description has none. Only the data of the video page contains them, which
 * is one more request; its failures are ignored.
 */
export const createPlayerBarChaptersFetcher =
  (session: InnertubeSession): FetchPlayerBarChapters =>
  async (videoId, { route, provider, signal, requestMs }) => {
    try {
      const answer = await session.request({ endpoint: '/next', args: { videoId }, route, provider, signal, requestMs })
      const maps =
        nextAnswer.parse(answer).playerOverlays.playerOverlayRenderer.decoratedPlayerBarRenderer
          .decoratedPlayerBarRenderer.playerBar.multiMarkersPlayerBarRenderer.markersMap
      const marks = maps.flatMap(({ value }) => value.chapters ?? [])
      return marks.map(({ chapterRenderer: { title, timeRangeStartMillis } }) => ({
        title: plainLine(title.simpleText),
        startMs: timeRangeStartMillis,
      }))
    } catch {
      signal.throwIfAborted()
      return []
    }
  }

const chapter = z.object({
  chapterRenderer: z.object({
    title: z.object({ simpleText: z.string().min(1).max(500) }),
    timeRangeStartMillis: z.number().int().nonnegative(),
  }),
})

/** `key` is `AUTO_CHAPTERS`, `DESCRIPTION_CHAPTERS`, or something without chapters, such as a heat map. */
const markers = z.object({
  key: z.string(),
  value: z.object({ chapters: z.array(chapter).max(1_000).optional() }),
})

const wrapped = <T extends z.ZodType>(inner: T) =>
  z.object({
    playerOverlays: z.object({
      playerOverlayRenderer: z.object({
        decoratedPlayerBarRenderer: z.object({
          decoratedPlayerBarRenderer: z.object({
            playerBar: z.object({ multiMarkersPlayerBarRenderer: z.object({ markersMap: inner }) }),
          }),
        }),
      }),
    }),
  })

const nextAnswer = wrapped(markers.array())
