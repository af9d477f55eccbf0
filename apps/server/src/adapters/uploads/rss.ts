import { createHash } from 'node:crypto'
import { ProviderError } from '../../errors.ts'
import type { Clock } from '../../ports/clock.ts'
import type { ChannelUploads, Gapless, Known, Upload, Uploads } from '../../ports/uploads.ts'
import type { OutboundAnswer } from '../outbound/fetch.ts'
import { videoFailure } from '../youtube/failure.ts'
import type { Route } from '../youtube/gateway.ts'
import { networkFailure, refusalOf } from '../youtube/refusals.ts'
import { MAX_FEED_BYTES, type ReadFeed, readFeed } from './feed.ts'

export const feedName = 'feed'
const DEADLINE_MS = 8_000

/** Who can list uploads, whether or not it can tell that a channel is gone. */
export type UploadList = Pick<ChannelUploads, 'newest'>

/**
 * The public feed of a channel, its 15 newest uploads, asked for only where it has changed. Where most of them are Shorts,
 * which would hide the videos between them, the feed of the videos alone is asked for too. It says `not_found` where there
 * is no feed, which by itself means nothing: in spring 2026 there was none for anybody.
 */
export const feedUploads = ({ route, clock }: { route: Pick<Route, 'fetch'>; clock: Clock }): UploadList => {
  const ask = async (
    query: Record<string, string>,
    headers: Record<string, string>,
    signal: AbortSignal | undefined,
  ) => {
    const url = `https://www.youtube.com/feeds/videos.xml?${new URLSearchParams(query)}`
    const answer = await route
      .fetch({ url, headers, signal, deadlineMs: DEADLINE_MS, maxBytes: MAX_FEED_BYTES })
      .catch(error => {
        throw networkFailure(feedName, error)
      })
    if (answer.status === 304 && Object.keys(headers).length > 0) return null
    if (answer.status === 404) throw videoFailure(feedName, 'not_found', { detail: 'HTTP 404' })
    const refusal = refusalOf(feedName, answer, clock.now())
    if (refusal !== null) throw refusal
    return answer
  }

  const read = (answer: OutboundAnswer, channelId: string): ReadFeed => {
    const found = readFeed(answer.body, channelId)
    if (found === null) throw videoFailure(feedName, 'parse_changed', { detail: 'no feed' })
    return found
  }

  /** The list of a channel's videos without Shorts and streams has its id, with `UULF` in place of `UC`. */
  const videosOf = async (channelId: string, signal: AbortSignal | undefined): Promise<Upload[]> => {
    try {
      const answer = await ask({ playlist_id: `UULF${channelId.slice(2)}` }, {}, signal)
      return answer ? read(answer, channelId).uploads : []
    } catch (error) {
      // The other feed has told most of it; a channel with Shorts alone has none of these.
      if (!(error instanceof ProviderError)) throw error
      return []
    }
  }

  return {
    async newest(channelId, { known = {}, signal } = {}) {
      const answer = await ask({ channel_id: channelId }, conditions(known), signal)
      if (answer === null) return { kind: 'unchanged' }
      const feed = read(answer, channelId)
      const shorts = feed.uploads.filter(({ kind }) => kind === 'short').length
      const videos = shorts >= hidingShorts ? await videosOf(channelId, signal) : []
      const seen = new Set(feed.uploads.map(({ videoId }) => videoId))
      const uploads = [...feed.uploads, ...videos.filter(({ videoId }) => !seen.has(videoId))]
      const gapless = { videoIds: [...seen], isAll: seen.size < listed }
      return told({ ...feed, uploads, gapless }, known, answer.headers)
    },
  }
}

/** So many a feed has at most. */
const listed = 15
/** Of those. */
const hidingShorts = 10

const ours = 'uploads:'

const conditions = ({ etag, lastModified }: Known): Record<string, string> => ({
  ...(etag && !etag.startsWith(ours) ? { 'if-none-match': etag } : {}),
  ...(lastModified ? { 'if-modified-since': lastModified } : {}),
})

/** From a server that gives nothing to be asked again by, what it lists tells whether anything has changed. */
const told = (
  { title, uploads, gapless }: ReadFeed & { gapless: Gapless },
  known: Known,
  headers: Headers,
): Uploads => {
  const [etag, lastModified] = [headers.get('etag'), headers.get('last-modified')]
  const list = { kind: 'list', title, uploads, gapless } as const
  if (etag ?? lastModified) return { ...list, etag: etag ?? undefined, lastModified: lastModified ?? undefined }
  const digest =
    ours +
    createHash('sha256')
      .update(JSON.stringify([title, uploads]))
      .digest('base64url')
  return known.etag === digest ? { kind: 'unchanged' } : { ...list, etag: digest }
}
