import { type ChannelReference, parseChannelLink } from '@recaps/domain/channel-url'
import { isVideoId, parseVideoLink } from '@recaps/domain/video-url'
import { z } from 'zod'
import { ProviderError } from '../../errors.ts'
import type { Videos } from '../../ports/videos.ts'
import type { FoundChannel, SearchPage, SearchResult, YoutubeSearch } from '../../ports/youtube-search.ts'
import type { Attempt, Attempts } from '../youtube/attempts.ts'
import { isTransient, videoFailure } from '../youtube/failure.ts'
import type { InnertubeSession } from '../youtube/session.ts'
import { channelIn, channelKind, type ResultKind, resultsIn, videoKind } from './results.ts'
import { channelThumbnails, videoThumbnails } from './thumbnails.ts'

export interface InnertubeSearchDeps {
  /** Over the WEB client alone. */
  attempts: Attempts
  session: InnertubeSession
  /** Tells about a video whose link is searched for. */
  videos: Videos
}

/** The Videos tab of a channel; its page carries name, description and picture as every tab does. */
const videosTab = 'EgZ2aWRlb3PyBgQKAjoA'
const nothing: SearchPage<never> = { items: [] }

/** Search as youtube.com does it. */
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
        const answer = await ask(session, attempt, '/search', args)
        const page = readable(attempt, () => resultsIn(answer, kind))
        if (page === null) throw videoFailure(attempt.provider, 'parse_changed', { detail: 'no search results' })
        return page
      },
      { signal },
    )

  /** The id behind a handle, a custom or a user name; null when there is none. */
  const resolve = (url: string, signal: AbortSignal | undefined): Promise<string | null> =>
    attempts(
      url,
      async attempt => {
        const answer = await ask(session, { ...attempt, missingOn: [400, 404] }, '/navigation/resolve_url', { url })
        return resolved.parse(answer).endpoint?.browseEndpoint?.browseId ?? null
      },
      { signal },
    ).catch(notFoundIs(null))

  const browse = (channelId: string, signal: AbortSignal | undefined): Promise<FoundChannel | null> =>
    attempts(
      channelId,
      async attempt => {
        const args = { browseId: channelId, params: videosTab }
        const answer = await ask(session, { ...attempt, missingOn: [400, 404] }, '/browse', args)
        return readable(attempt, () => channelIn(answer, channelId))
      },
      { signal },
    ).catch(notFoundIs(null))

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
      // The channel is certain by now; without its page it is shown by the name that was asked for.
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
      // One word that is meant as a channel, but not in a form that we know.
      const isNearly = link.kind === 'refused' && link.reason === 'malformed_id' && !/\s/.test(query.trim())
      if (continuation === undefined && isNearly) {
        return pageOf(await channelAt(pageUrl(query.trim()), query.trim(), signal))
      }
      const videoId = continuation === undefined ? linkedVideo(query) : null
      if (videoId === null) return search(channelKind, query, continuation, signal)
      const video = await videos.find(videoId, { signal }).catch(noneSuch)
      return video?.channelId ? pageOf(await browse(video.channelId, signal)) : nothing
    },
    async videos(query, { continuation, signal } = {}) {
      const videoId = continuation === undefined ? linkedVideo(query) : null
      if (videoId === null) {
        const page = await search(videoKind, query, continuation, signal)
        // An id alone may be a word; it is searched for, and where a video has that id, it is the one that was meant.
        const meant = isVideoId(query.trim()) ? page.items.find(({ id }) => id === query.trim()) : undefined
        return meant === undefined ? page : pageOf(meant)
      }
      const video = await videos.find(videoId, { signal }).catch(noneSuch)
      if (video === null) return nothing
      const { title, description } = video
      return pageOf({ id: videoId, title, description: description ?? '', thumbnails: videoThumbnails(videoId) })
    },
  }
}

const resolved = z.object({
  endpoint: z.object({ browseEndpoint: z.object({ browseId: z.string() }).optional() }).optional(),
})

const ask = async (
  session: InnertubeSession,
  attempt: Attempt & { missingOn?: readonly number[] },
  endpoint: string,
  args: object,
): Promise<object> => {
  const answer = await session.ask({ ...attempt, endpoint, args })
  if (typeof answer === 'object' && answer !== null) return answer
  throw videoFailure(attempt.provider, 'parse_changed', { detail: `${endpoint} answered no object` })
}

/** The library throws errors of many kinds at forms it does not expect. */
const readable = <T>({ provider }: Attempt, read: () => T): T => {
  try {
    return read()
  } catch (cause) {
    throw videoFailure(provider, 'parse_changed', { detail: String(cause), cause })
  }
}

const notFoundIs =
  <T>(value: T) =>
  (error: unknown): T => {
    if (error instanceof ProviderError && error.code === 'not_found') return value
    throw error
  }

/** A video that cannot be shown is no result; that YouTube cannot be asked is a failure. */
const noneSuch = (error: unknown): null => {
  if (error instanceof ProviderError && !isTransient(error)) return null
  throw error
}

const pageOf = <Item>(item: Item | null): SearchPage<Item> => (item === null ? nothing : { items: [item] })

/** The video of a pasted link; an id alone is left to the search. */
const linkedVideo = (query: string): string | null => {
  const link = parseVideoLink(query)
  return link.kind === 'video' && !isVideoId(query.trim()) ? link.videoId : null
}

/** The address of a page named by its path, or by an address already. Whether it is one, YouTube knows best. */
const pageUrl = (text: string): string => (/^https?:/i.test(text) ? text : `https://www.youtube.com/${text}`)
