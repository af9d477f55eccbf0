import { type FixtureChannel, isListed } from '../../fixtures/load.ts'
import {
  abbreviateCount,
  avatarThumbnails,
  channelEndpoint,
  continuationItem,
  formatAge,
  formatCount,
  formatDuration,
  runs,
  simpleText,
  videoThumbnails,
  watchEndpoint,
} from '../renderers.ts'
import type { TalkLibrary, TalkVideo } from './talk-library.ts'

export interface TalkSearch {
  query: string
  type: string
  from: number
}

const PAGE_SIZE = 10

/** A page of search results. Only the first (`from` 0) has the surrounding page structure. */
export const searchAnswer = (library: TalkLibrary, search: TalkSearch): object => {
  const results = find(library, search)
  const until = search.from + PAGE_SIZE
  const page = results.slice(search.from, until)
  const section = { itemSectionRenderer: { contents: page.length > 0 ? page : [noResults(search)] } }
  const more = results.length > until ? [continuationItem(tokenOf({ ...search, from: until }), 'search')] : []
  const frame = { responseContext: {}, estimatedResults: String(results.length) }
  if (search.from > 0) {
    const action = { appendContinuationItemsAction: { continuationItems: [section, ...more], targetId: 'search-feed' } }
    return { ...frame, onResponseReceivedCommands: [action] }
  }
  return {
    ...frame,
    contents: {
      twoColumnSearchResultsRenderer: {
        primaryContents: { sectionListRenderer: { contents: [section, ...more], targetId: 'search-feed' } },
      },
    },
    targetId: 'search-page',
  }
}

/** Search results for the Data API: the same, in the same order. */
export const searchTalks = (library: TalkLibrary, query: string) => ({
  videos: ranked(library.videos.filter(isListed), query, videoText),
  channels: ranked(library.channels, query, channelText),
})

export const parseSearchToken = (token: string): TalkSearch | null => {
  try {
    const { query, type, from } = JSON.parse(Buffer.from(token, 'base64url').toString('utf8')) as TalkSearch
    return typeof query === 'string' && typeof from === 'number' ? { query, type, from } : null
  } catch {
    return null
  }
}

const tokenOf = (search: TalkSearch): string => Buffer.from(JSON.stringify(search)).toString('base64url')

const find = (library: TalkLibrary, { query, type }: TalkSearch): object[] => {
  const { videos, channels } = searchTalks(library, query)
  return [
    ...(type === 'video' ? [] : channels.map(channelRenderer)),
    ...(type === 'channel' ? [] : videos.map(video => videoRenderer(video, library.now()))),
  ]
}

const noResults = ({ from }: TalkSearch) =>
  from > 0
    ? { messageRenderer: { text: runs('No more results') } }
    : { backgroundPromoRenderer: { title: runs('No results found'), bodyText: runs('Try different keywords') } }

const videoText = ({ id, title, channel, tags, description }: TalkVideo) => [
  { weight: 9, text: id },
  { weight: 4, text: title },
  { weight: 3, text: `${channel.title} ${channel.handle.slice(1)}` },
  { weight: 2, text: tags.join(' ') },
  { weight: 1, text: description },
]
const channelText = ({ title, handle, description, keywords }: FixtureChannel) => [
  { weight: 4, text: `${title} ${handle}` },
  { weight: 2, text: keywords.join(' ') },
  { weight: 1, text: description },
]

/** Items ranked by the number and position of matching words; at least half of the words must match. */
const ranked = <T>(
  items: readonly T[],
  query: string,
  textsOf: (item: T) => { weight: number; text: string }[],
): T[] => {
  const queryWords = wordsOf(query)
  const scored = items.map(item => {
    const texts = textsOf(item).map(({ weight, text }) => ({ weight, words: wordsOf(text) }))
    const scores = queryWords.map(word =>
      Math.max(
        0,
        ...texts.filter(({ words }) => words.some(other => other.startsWith(word))).map(({ weight }) => weight),
      ),
    )
    return {
      item,
      hits: scores.filter(score => score > 0).length,
      score: scores.reduce((sum, score) => sum + score, 0),
    }
  })
  return scored
    .filter(({ hits }) => hits > 0 && hits >= queryWords.length / 2)
    .sort((one, other) => other.score - one.score)
    .map(({ item }) => item)
}

const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}_-]+/u)
    .filter(word => word !== '')

const videoRenderer = (video: TalkVideo, now: Date) => {
  const { id, title, channel, durationSeconds, viewCount, description, publishedAt } = video
  const owner = { runs: [{ text: channel.title, navigationEndpoint: channelEndpoint(channel.id, channel.handle) }] }
  return {
    videoRenderer: {
      videoId: id,
      thumbnail: videoThumbnails(id),
      title: runs(title),
      longBylineText: owner,
      ownerText: owner,
      shortBylineText: owner,
      publishedTimeText: simpleText(formatAge(publishedAt, now)),
      ...(durationSeconds > 0 ? { lengthText: simpleText(formatDuration(durationSeconds)) } : {}),
      viewCountText: simpleText(`${formatCount(viewCount)} views`),
      navigationEndpoint: watchEndpoint(id),
      detailedMetadataSnippets: [{ snippetText: runs(snippet(description)) }],
      channelThumbnailSupportedRenderers: {
        channelThumbnailWithLinkRenderer: {
          thumbnail: avatarThumbnails(channel.id),
          navigationEndpoint: channelEndpoint(channel.id, channel.handle),
        },
      },
    },
  }
}

const channelRenderer = ({ id, title, handle, description, subscriberCount }: FixtureChannel) => ({
  channelRenderer: {
    channelId: id,
    title: simpleText(title),
    navigationEndpoint: channelEndpoint(id, handle),
    thumbnail: avatarThumbnails(id),
    descriptionSnippet: runs(snippet(description)),
    shortBylineText: runs(title),
    // YouTube puts the handle into the field of the subscribers, and those into the field of the videos.
    subscriberCountText: simpleText(handle),
    videoCountText: simpleText(`${abbreviateCount(subscriberCount)} subscribers`),
  },
})

const snippet = (description: string): string => description.split('\n')[0]!.slice(0, 160)
