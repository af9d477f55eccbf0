import { type Answer, json } from './answer.ts'
import { escapeHtml } from './pages/escape.ts'
import type { Question } from './question.ts'
import type { Catalogue, CatalogueChannel, CatalogueVideo } from './source.ts'

/** The Data API v3 resources that the product uses: `videos`, `channels`, `search`, `playlistItems`. */
export const dataApiAnswer = (source: Catalogue, question: Extract<Question, { op: 'data' }>): Answer | undefined => {
  const { resource, query } = question
  const ids = (query.get('id') ?? '').split(',').filter(id => id !== '')
  switch (resource) {
    case 'videos':
      return list(
        'video',
        ids
          .flatMap(id => source.video(id) ?? [])
          .filter(isShown)
          .map(videoItem),
      )
    case 'channels':
      return list('channel', requestedChannels(source, query, ids).map(channelItem))
    case 'search':
      return searchList(source, query)
    case 'playlistItems':
      return uploads(source, query)
    default:
      return undefined
  }
}

const PAGE_SIZE = 5
const isShown = ({ privacy }: CatalogueVideo): boolean => privacy !== 'private'

const list = (kind: string, items: object[], more: object = {}): Answer =>
  json({
    kind: `youtube#${kind}ListResponse`,
    pageInfo: { totalResults: items.length, resultsPerPage: items.length },
    items,
    ...more,
  })

const requestedChannels = (source: Catalogue, query: URLSearchParams, ids: string[]): CatalogueChannel[] => {
  const handle = query.get('forHandle') ?? query.get('forUsername')
  const found = handle === null ? ids.map(channelId => source.channel({ channelId })) : [source.channel({ handle })]
  return found.filter(channel => channel !== undefined)
}

const searchList = (source: Catalogue, query: URLSearchParams): Answer => {
  const { videoIds, channelIds } = source.search(query.get('q') ?? '')
  const items =
    query.get('type') === 'channel'
      ? channelIds
          .flatMap(channelId => source.channel({ channelId }) ?? [])
          .map(channel => ({
            ...escaped(channelItem(channel)),
            id: { kind: 'youtube#channel', channelId: channel.channelId },
          }))
      : videoIds
          .flatMap(id => source.video(id) ?? [])
          .map(video => ({ ...escaped(videoItem(video)), id: { kind: 'youtube#video', videoId: video.videoId } }))
  const from = Number(query.get('pageToken')?.replace(/^P/, '') ?? 0)
  const until = from + PAGE_SIZE
  return list('search', items.slice(from, until), items.length > until ? { nextPageToken: `P${until}` } : {})
}

/** Only `search` returns HTML-escaped texts. */
const escaped = <T extends { snippet: { title: string; description: string } }>(item: T): T => ({
  ...item,
  snippet: {
    ...item.snippet,
    title: escapeHtml(item.snippet.title),
    description: escapeHtml(item.snippet.description),
  },
})

const uploads = (source: Catalogue, query: URLSearchParams): Answer | undefined => {
  const ids = source.uploads((query.get('playlistId') ?? '').replace(/^UU/, 'UC'))
  return (
    ids &&
    list(
      'playlistItem',
      ids
        .slice(0, Number(query.get('maxResults') ?? PAGE_SIZE))
        .flatMap(id => source.video(id) ?? [])
        .map(playlistItem),
    )
  )
}

const playlistItem = (video: CatalogueVideo) => ({
  id: `PL${video.videoId}`,
  snippet: { ...snippet(video), resourceId: { kind: 'youtube#video', videoId: video.videoId } },
  contentDetails: {
    videoId: video.videoId,
    videoPublishedAt: (video.publishedAt ?? new Date(0)).toISOString(),
  },
})

const snippet = ({ title, description, channelId, channel, publishedAt, broadcast }: CatalogueVideo) => ({
  title,
  description,
  channelId,
  channelTitle: channel,
  publishedAt: (publishedAt ?? new Date(0)).toISOString(),
  liveBroadcastContent: broadcast,
})

const videoItem = (video: CatalogueVideo) => ({
  kind: 'youtube#video',
  id: video.videoId,
  snippet: snippet(video),
  contentDetails: {
    duration: isoDuration(video.durationSeconds),
    contentRating: video.isAgeRestricted ? { ytRating: 'ytAgeRestricted' } : {},
  },
  status: { privacyStatus: video.privacy, uploadStatus: 'processed' },
  statistics: { viewCount: String(video.viewCount) },
})

const channelItem = ({ channelId, title, handle, description, subscriberCount }: CatalogueChannel) => ({
  kind: 'youtube#channel',
  id: channelId,
  snippet: {
    title,
    description,
    customUrl: handle,
    thumbnails: { default: { url: `https://yt3.ggpht.com/${channelId}=s88-c-k-c0x00ffffff-no-rj` } },
  },
  statistics: { subscriberCount: String(subscriberCount), hiddenSubscriberCount: false },
})

const isoDuration = (seconds: number): string =>
  `PT${Math.floor(seconds / 3600)}H${Math.floor(seconds / 60) % 60}M${seconds % 60}S`
