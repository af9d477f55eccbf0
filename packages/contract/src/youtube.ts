import { z } from 'zod'
import { route } from './route.ts'
import { leftByTrim } from './schemas.ts'

export const videoChannel = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  thumbnails: z.object({ default: z.string(), medium: z.string(), high: z.string() }),
})
export type VideoChannel = z.infer<typeof videoChannel>

/** A missing `nextPageToken` marks the end. */
export const searchResponse = z.object({ items: z.array(videoChannel), nextPageToken: z.string().optional() })
export type SearchResponse = z.infer<typeof searchResponse>

/** A channel as a search finds it. */
export const foundChannel = videoChannel.extend({
  /** About how many subscribe to it, as YouTube rounds it; null where it does not say. */
  subscribers: z.number().int().nonnegative().nullable(),
})
export type FoundChannel = z.infer<typeof foundChannel>

export const channelSearchResponse = searchResponse.extend({ items: z.array(foundChannel) })
export type ChannelSearchResponse = z.infer<typeof channelSearchResponse>

/** The longest query in any script and the token of its page fit into one address together. */
export const longestPageToken = 7_000

export const searchQuery = z.object({
  query: z.string().trim().min(1, { error: 'Type something to search for' }).max(500).meta(leftByTrim(1)),
  page: z.string().max(longestPageToken).nullish(),
})

export const youtube = {
  channels: route({
    method: 'GET',
    path: '/api/youtube/channels',
    summary: 'Search channels by name, handle, link or id',
    access: 'user',
    query: searchQuery,
    responses: { 200: channelSearchResponse },
  }),
  videos: route({
    method: 'GET',
    path: '/api/youtube/videos',
    summary: 'Search videos by words, link or id',
    access: 'user',
    query: searchQuery,
    responses: { 200: searchResponse },
  }),
  proxyThumbnail: route({
    method: 'GET',
    path: '/api/youtube/proxy-thumbnail',
    summary: 'Fetch a thumbnail of a search result; bytes, or a data URL for Accept: application/json',
    access: 'user',
    query: z.object({ url: z.string().max(2048) }),
    responses: { 200: z.object({ image: z.string() }) },
    produces: 'image/*',
  }),
}
