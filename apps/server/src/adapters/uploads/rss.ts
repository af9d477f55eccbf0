import { createHash } from 'node:crypto'
import { ProviderError } from '../../errors.ts'
import type { Clock } from '../../ports/clock.ts'
import type { CacheValidators, ChannelUploads, GaplessUploads, Upload, Uploads } from '../../ports/uploads.ts'
import type { OutboundResponse } from '../outbound/fetch.ts'
import { videoFailure } from '../youtube/failure.ts'
import type { Route } from '../youtube/gateway.ts'
import { httpRefusal, networkFailure } from '../youtube/refusals.ts'
import { MAX_FEED_BYTES, type ParsedFeed, parseFeed } from './parse-feed.ts'

export const feedName = 'feed'
const DEADLINE_MS = 8_000

/** A source of uploads, which need not know whether a channel is gone. */
export type UploadSource = Pick<ChannelUploads, 'newest'>

/**
 * Fetches the public feed of a channel, with its 15 newest uploads, if it has changed. If most of them are Shorts, which crowd out videos,
 * it also fetches the feed of the channel's videos. Reports `not_found` for a missing feed, which alone means nothing: in spring 2026,
 * there were no feeds at all.
 */
export const feedUploads = ({ route, clock }: { route: Pick<Route, 'fetch'>; clock: Clock }): UploadSource => {
  const fetchFeed = async (
    query: Record<string, string>,
    headers: Record<string, string>,
    signal: AbortSignal | undefined,
  ) => {
    const url = `https://www.youtube.com/feeds/videos.xml?${new URLSearchParams(query)}`
    const response = await route
      .fetch({ url, headers, signal, deadlineMs: DEADLINE_MS, maxBytes: MAX_FEED_BYTES })
      .catch(error => {
        throw networkFailure(feedName, error)
      })
    if (response.status === 304 && Object.keys(headers).length > 0) return null
    if (response.status === 404) throw videoFailure(feedName, 'not_found', { detail: 'HTTP 404' })
    const refusal = httpRefusal(feedName, response, clock.now())
    if (refusal !== null) throw refusal
    return response
  }

  const read = (response: OutboundResponse, channelId: string): ParsedFeed => {
    const feed = parseFeed(response.body, channelId)
    if (feed === null) throw videoFailure(feedName, 'parse_changed', { detail: 'not a feed' })
    return feed
  }

  /** The playlist of a channel's videos, without Shorts and streams, has the channel's id with `UULF` instead of `UC`. */
  const videosOf = async (channelId: string, signal: AbortSignal | undefined): Promise<Upload[]> => {
    try {
      const response = await fetchFeed({ playlist_id: `UULF${channelId.slice(2)}` }, {}, signal)
      return response ? read(response, channelId).uploads : []
    } catch (error) {
      // The main feed is good enough, and a channel with only Shorts has no such playlist.
      if (!(error instanceof ProviderError)) throw error
      return []
    }
  }

  return {
    async newest(channelId, { known = {}, signal } = {}) {
      const response = await fetchFeed({ channel_id: channelId }, conditions(known), signal)
      if (response === null) return { kind: 'unchanged' }
      const feed = read(response, channelId)
      const shorts = feed.uploads.filter(({ kind }) => kind === 'short').length
      const videos = shorts >= manyShorts ? await videosOf(channelId, signal) : []
      const seen = new Set(feed.uploads.map(({ videoId }) => videoId))
      const uploads = [...feed.uploads, ...videos.filter(({ videoId }) => !seen.has(videoId))]
      const gapless = { videoIds: [...seen], isAll: seen.size < feedLength }
      return toUploads({ ...feed, uploads, gapless }, known, response.headers)
    },
  }
}

/** Maximum number of uploads in a feed. */
const feedLength = 15
/** With this many Shorts, a feed may lack videos. */
const manyShorts = 10

/** Marks an ETag as our own digest. */
const digestPrefix = 'uploads:'

const conditions = ({ etag, lastModified }: CacheValidators): Record<string, string> => ({
  ...(etag && !etag.startsWith(digestPrefix) ? { 'if-none-match': etag } : {}),
  ...(lastModified ? { 'if-modified-since': lastModified } : {}),
})

/** If the server sends neither ETag nor Last-Modified, a digest of the uploads shows whether the feed has changed. */
const toUploads = (
  { title, uploads, gapless }: ParsedFeed & { gapless: GaplessUploads },
  known: CacheValidators,
  headers: Headers,
): Uploads => {
  const [etag, lastModified] = [headers.get('etag'), headers.get('last-modified')]
  const list = { kind: 'list', title, uploads, gapless } as const
  if (etag ?? lastModified) return { ...list, etag: etag ?? undefined, lastModified: lastModified ?? undefined }
  const digest =
    digestPrefix +
    createHash('sha256')
      .update(JSON.stringify([title, uploads]))
      .digest('base64url')
  return known.etag === digest ? { kind: 'unchanged' } : { ...list, etag: digest }
}
