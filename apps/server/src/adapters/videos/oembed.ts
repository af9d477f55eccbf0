import { plainLine } from '@recaps/domain/plain-text'
import { watchUrl } from '@recaps/domain/video-url'
import { z } from 'zod'
import type { Clock } from '../../ports/clock.ts'
import type { Videos } from '../../ports/videos.ts'
import { videoFailure } from '../youtube/failure.ts'
import type { Route } from '../youtube/gateway.ts'
import { parseJson } from '../youtube/json.ts'
import { httpRefusal, networkFailure } from '../youtube/refusals.ts'

const provider = 'oembed'
const answerSchema = z.object({ title: z.string(), author_name: z.string().default('') })

/** Only the title and the channel name, from the endpoint that other sites use to embed videos (oembed.com). */
export const oembedVideos = ({ route, clock }: { route: Pick<Route, 'fetch'>; clock: Clock }): Videos => ({
  async find(videoId, { signal } = {}) {
    const url = `https://www.youtube.com/oembed?${new URLSearchParams({ url: watchUrl(videoId), format: 'json' })}`
    const answer = await route.fetch({ url, signal, deadlineMs: 5_000, maxBytes: 256 * 1024 }).catch(error => {
      throw networkFailure(provider, error)
    })
    // 400 for a malformed id, 404 for an unknown one; 401 and 403 may mean private or not embeddable.
    if (answer.status === 404 || answer.status === 400) throw videoFailure(provider, 'not_found')
    const refusal = httpRefusal(provider, answer, clock.now())
    if (refusal !== null) throw refusal
    const parsed = answerSchema.safeParse(parseJson(answer.body))
    if (!parsed.success) throw videoFailure(provider, 'parse_changed', { detail: 'no title' })
    return {
      videoId,
      title: plainLine(parsed.data.title),
      channelId: null,
      channel: plainLine(parsed.data.author_name),
      description: null,
      durationMs: null,
      viewCount: null,
      publishedAt: null,
      // Unknown: oEmbed also answers for unlisted videos.
      isPublic: null,
      chapters: [],
      captionLanguages: null,
    }
  },
})
