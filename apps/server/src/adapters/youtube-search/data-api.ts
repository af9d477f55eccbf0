import { type ChannelReference, parseChannelLink } from '@recaps/domain/channel-url'
import { plainLine } from '@recaps/domain/plain-text'
import { isVideoId, parseVideoLink } from '@recaps/domain/video-url'
import { z } from 'zod'
import type { FoundChannel, SearchPage, SearchResult, YoutubeSearch } from '../../ports/youtube-search.ts'
import { type QueryDataApi, readDataApi } from '../youtube/data-api.ts'
import { channelThumbnails, videoThumbnails } from './thumbnails.ts'

const PAGE_SIZE = '20'

/** Search with the YouTube Data API. A search costs a hundredth of the daily quota; links, handles and ids cost next to nothing. */
export const dataApiSearch = (request: QueryDataApi): YoutubeSearch => ({
  async channels(query, { continuation, signal } = {}) {
    const link = parseChannelLink(query)
    if (continuation === undefined && link.kind === 'channel') {
      const answer = await request('channels', { part: 'snippet,statistics', ...channelFilter(link.channel) }, signal)
      return { items: readDataApi(channelItems, answer).items.map(channelResult) }
    }
    const page = readDataApi(searchAnswer, await request('search', searchQuery('channel', query, continuation), signal))
    return pageOf(page, ({ id, snippet }) => channelResult({ id: id.channelId ?? '', snippet }))
  },
  async videos(query, { continuation, signal } = {}) {
    const videoId = videoIdIn(query)
    if (continuation === undefined && videoId !== null) {
      const items = readDataApi(videoItems, await request('videos', { part: 'snippet', id: videoId }, signal)).items
      if (items.length > 0 || !isVideoId(query.trim())) {
        return { items: items.map(({ id, snippet }) => videoResult(id, snippet)) }
      }
    }
    const page = readDataApi(searchAnswer, await request('search', searchQuery('video', query, continuation), signal))
    return pageOf(page, ({ id, snippet }) => videoResult(id.videoId ?? '', snippet))
  },
})

const snippetSchema = z.object({
  title: z.string(),
  description: z.string().default(''),
  thumbnails: z.object({ default: z.object({ url: z.string() }).optional() }).optional(),
})
const videoItems = z.object({ items: z.object({ id: z.string(), snippet: snippetSchema }).array().default([]) })
const statistics = z.object({
  subscriberCount: z.coerce.number().optional(),
  hiddenSubscriberCount: z.boolean().optional(),
})
const channelItems = z.object({
  items: z.object({ id: z.string(), snippet: snippetSchema, statistics: statistics.optional() }).array().default([]),
})
const searchAnswer = z.object({
  nextPageToken: z.string().optional(),
  items: z
    .object({
      id: z.object({ channelId: z.string().optional(), videoId: z.string().optional() }),
      snippet: snippetSchema,
    })
    .array(),
})

type Snippet = z.infer<typeof snippetSchema>
type SearchAnswer = z.infer<typeof searchAnswer>

const searchQuery = (type: string, q: string, pageToken: string | undefined): Record<string, string> => ({
  part: 'snippet',
  type,
  q,
  maxResults: PAGE_SIZE,
  ...(pageToken === undefined ? {} : { pageToken }),
})

const channelFilter = (reference: ChannelReference): Record<string, string> => {
  if (reference.by === 'id') return { id: reference.channelId }
  // Custom names became handles in 2022.
  return reference.by === 'user' ? { forUsername: reference.name } : { forHandle: handleOf(reference) }
}

const handleOf = (reference: { by: 'handle'; handle: string } | { by: 'custom'; name: string }): string =>
  reference.by === 'handle' ? reference.handle : `@${reference.name}`

const videoIdIn = (query: string): string | null => {
  const link = parseVideoLink(query)
  return link.kind === 'video' ? link.videoId : null
}

type ChannelItem = Pick<z.infer<typeof channelItems>['items'][number], 'id' | 'snippet' | 'statistics'>

/** Search results have no statistics: those would take a second call. */
const channelResult = ({ id, snippet, statistics }: ChannelItem): FoundChannel => ({
  id,
  title: plainLine(unescaped(snippet.title)),
  description: plainLine(unescaped(snippet.description)),
  thumbnails: channelThumbnails(snippet.thumbnails?.default?.url),
  subscribers: statistics?.hiddenSubscriberCount ? null : (statistics?.subscriberCount ?? null),
})

const videoResult = (id: string, { title, description }: Snippet): SearchResult => ({
  id,
  title: plainLine(unescaped(title)),
  description: plainLine(unescaped(description)),
  thumbnails: videoThumbnails(id),
})

/** `search` returns titles with HTML entities, but only with these five. */
const unescaped = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => entities[name as keyof typeof entities])

const entities = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" } as const

const pageOf = <Item extends SearchResult>(
  { items, nextPageToken }: SearchAnswer,
  read: (item: SearchAnswer['items'][number]) => Item,
): SearchPage<Item> => {
  const results = items.map(read).filter(({ id }) => id !== '')
  return nextPageToken === undefined ? { items: results } : { items: results, continuation: nextPageToken }
}
