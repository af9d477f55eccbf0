import { z } from 'zod'
import { route } from './route.ts'
import { minTrimmedLength } from './schemas.ts'

export const videoChannel = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  thumbnails: z.object({ default: z.string(), medium: z.string(), high: z.string() }),
})
export type VideoChannel = z.infer<typeof videoChannel>

/** A missing `nextPageToken` marks the last page. */
export const searchResponse = z.object({ items: z.array(videoChannel), nextPageToken: z.string().optional() })
export type SearchResponse = z.infer<typeof searchResponse>

/** A channel in the results of a search. */
export const channelSearchResult = videoChannel.extend({
  /** Subscriber count as rounded by YouTube; null if YouTube does not show it. */
  subscribers: z.number().int().nonnegative().nullable(),
})
export type ChannelSearchResult = z.infer<typeof channelSearchResult>

export const channelSearchResponse = searchResponse.extend({ items: z.array(channelSearchResult) })
export type ChannelSearchResponse = z.infer<typeof channelSearchResponse>

/** Chosen so that the longest query in any script and a page token fit into one URL. */
export const maxPageTokenLength = 7_000

export const searchQuery = z.object({
  query: z.string().trim().min(1, { error: 'Type something to search for' }).max(500).meta(minTrimmedLength(1)),
  page: z.string().max(maxPageTokenLength).nullish(),
})

export const youtube = {
  channels: route({
    method: 'GET',
    path: '/api/youtube/channels',
    summary: 'Search channels by name, handle, link or ID',
    access: 'user',
    query: searchQuery,
    responses: { 200: channelSearchResponse },
  }),
  videos: route({
    method: 'GET',
    path: '/api/youtube/videos',
    summary: 'Search videos by words, link or ID',
    access: 'user',
    query: searchQuery,
    responses: { 200: searchResponse },
  }),
  proxyThumbnail: route({
    method: 'GET',
    path: '/api/youtube/proxy-thumbnail',
    summary: 'Get the thumbnail of a search result as bytes, or as a data URL with Accept: application/json',
    access: 'user',
    query: z.object({ url: z.string().max(2048) }),
    responses: { 200: z.object({ image: z.string() }) },
    produces: 'image/*',
  }),
}
