import { type ChannelReference, parseChannelLink } from '@recaps/domain/channel-url'
import { isVideoId, parseVideoLink } from '@recaps/domain/video-url'
import { z } from 'zod'
import { ProviderError } from '../../errors.ts'
import type { Videos } from '../../ports/videos.ts'
import type { FoundChannel, SearchPage, SearchResult, YoutubeSearch } from '../../ports/youtube-search.ts'
import type { Attempt, Attempts } from '../youtube/attempts.ts'
import { isTransient, videoFailure } from '../youtube/failure.ts'
import type { InnertubeCall, InnertubeSession } from '../youtube/session.ts'
import { channelKind, type ResultKind, readChannel, readResults, videoKind } from './results.ts'
import { channelThumbnails, videoThumbnails } from './thumbnails.ts'

export interface InnertubeSearchDeps {
  /** Must use the WEB client only. */
  attempts: Attempts
  session: InnertubeSession
  /** Used when the query is a video link. */
  videos: Videos
}

/** The Videos tab of a channel. Like every tab, it includes name, description and picture. */
const videosTab = 'EgZ2aWRlb3PyBgQKAjoA'
const emptyPage: SearchPage<never> = { items: [] }

/** Search as on youtube.com. */
export const innertubeSearch = ({ attempts, session, videos }: InnertubeSearchDeps): YoutubeSearch => {
  const search = <Item extends SearchResult>(
    kind: ResultKind<Item>,
    query: string,
    continuation: string | undefined,
    signal: AbortSignal | undefined,
  ) =>
    attempts(
      query,
      async attempt => {
        const args = continuation === undefined ? { query, params: kind.params } : { continuation }
        const answer = await call(session, attempt, '/search', args)
        const page = parsing(attempt, () => readResults(answer, kind))
        if (page === null) throw videoFailure(attempt.provider, 'parse_changed', { detail: 'no search results' })
        return page
      },
      { signal },
    )

  /** The channel id of a handle, custom name or user name; null if there is none. */
  const resolve = (url: string, signal: AbortSignal | undefined): Promise<string | null> =>
    attempts(
      url,
      async attempt => {
        const answer = await call(session, { ...attempt, notFoundStatuses: [400, 404] }, '/navigation/resolve_url', {
          url,
        })
        return resolved.parse(answer).endpoint?.browseEndpoint?.browseId ?? null
      },
      { signal },
    ).catch(onNotFound(null))

  const browse = (channelId: string, signal: AbortSignal | undefined): Promise<FoundChannel | null> =>
    attempts(
      channelId,
      async attempt => {
        const args = { browseId: channelId, params: videosTab }
        const answer = await call(session, { ...attempt, notFoundStatuses: [400, 404] }, '/browse', args)
        return parsing(attempt, () => readChannel(answer, channelId))
      },
      { signal },
    ).catch(onNotFound(null))

  const channel = async (
    reference: ChannelReference,
    signal: AbortSignal | undefined,
  ): Promise<FoundChannel | null> => {
    if (reference.by === 'id') return browse(reference.channelId, signal)
    const name = reference.by === 'handle' ? reference.handle : reference.name
    return channelAt(pageUrl(reference.by === 'user' ? `user/${name}` : name), name, signal)
  }

  const channelAt = async (
    url: string,
    name: string,
    signal: AbortSignal | undefined,
  ): Promise<FoundChannel | null> => {
    const channelId = await resolve(url, signal)
    if (channelId === null || !channelId.startsWith('UC')) return null
    return browse(channelId, signal).catch(error => {
      // The channel exists. Without its page, it is shown under the name that was searched for.
      if (!(error instanceof ProviderError) || !isTransient(error)) throw error
      return {
        id: channelId,
        title: name,
        description: '',
        thumbnails: channelThumbnails(undefined),
        subscribers: null,
      }
    })
  }

  return {
    async channels(query, { continuation, signal } = {}) {
      const link = parseChannelLink(query)
      if (continuation === undefined && link.kind === 'channel') return pageOf(await channel(link.channel, signal))
      // A single word that looks like a channel, but in a form that we cannot parse.
      const isChannelLike = link.kind === 'refused' && link.reason === 'malformed_id' && !/\s/.test(query.trim())
      if (continuation === undefined && isChannelLike) {
        return pageOf(await channelAt(pageUrl(query.trim()), query.trim(), signal))
      }
      const videoId = continuation === undefined ? linkedVideo(query) : null
      if (videoId === null) return search(channelKind, query, continuation, signal)
      const video = await videos.find(videoId, { signal }).catch(noResult)
      return video?.channelId ? pageOf(await browse(video.channelId, signal)) : emptyPage
    },
    async videos(query, { continuation, signal } = {}) {
      const videoId = continuation === undefined ? linkedVideo(query) : null
      if (videoId === null) {
        const page = await search(videoKind, query, continuation, signal)
        // A bare id may also be a word: search for it, and return only the video with that id if there is one.
        const exact = isVideoId(query.trim()) ? page.items.find(({ id }) => id === query.trim()) : undefined
        return exact === undefined ? page : pageOf(exact)
      }
      const video = await videos.find(videoId, { signal }).catch(noResult)
      if (video === null) return emptyPage
      const { title, description } = video
      return pageOf({ id: videoId, title, description: description ?? '', thumbnails: videoThumbnails(videoId) })
    },
  }
}

const resolved = z.object({
  endpoint: z.object({ browseEndpoint: z.object({ browseId: z.string() }).optional() }).optional(),
})

const call = async (
  session: InnertubeSession,
  attempt: Attempt & Pick<InnertubeCall, 'notFoundStatuses'>,
  endpoint: string,
  args: object,
): Promise<object> => {
  const answer = await session.request({ ...attempt, endpoint, args })
  if (typeof answer === 'object' && answer !== null) return answer
  throw videoFailure(attempt.provider, 'parse_changed', { detail: `${endpoint} did not return an object` })
}

/** The library throws errors of many kinds when it reads unexpected data. */
const parsing = <T>({ provider }: Attempt, read: () => T): T => {
  try {
    return read()
  } catch (cause) {
    throw videoFailure(provider, 'parse_changed', { detail: String(cause), cause })
  }
}

const onNotFound =
  <T>(value: T) =>
  (error: unknown): T => {
    if (error instanceof ProviderError && error.code === 'not_found') return value
    throw error
  }

/** A video that cannot be shown counts as no result, but transient failures are thrown. */
const noResult = (error: unknown): null => {
  if (error instanceof ProviderError && !isTransient(error)) return null
  throw error
}

const pageOf = <Item>(item: Item | null): SearchPage<Item> => (item === null ? emptyPage : { items: [item] })

/** The id in a pasted video link; null for a bare id, which is left to the search. */
const linkedVideo = (query: string): string | null => {
  const link = parseVideoLink(query)
  return link.kind === 'video' && !isVideoId(query.trim()) ? link.videoId : null
}

/** The URL of a YouTube page for a path; a URL is returned unchanged. YouTube decides whether the page exists. */
const pageUrl = (text: string): string => (/^https?:/i.test(text) ? text : `https://www.youtube.com/${text}`)
