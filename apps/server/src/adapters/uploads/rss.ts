import { createHash } from 'node:crypto'
import type { Clock } from '../../ports/clock.ts'
import type { ChannelUploads, Known, Uploads } from '../../ports/uploads.ts'
import { videoFailure } from '../youtube/failure.ts'
import type { Route } from '../youtube/gateway.ts'
import { networkFailure, refusalOf } from '../youtube/refusals.ts'
import { MAX_FEED_BYTES, type ReadFeed, readFeed } from './feed.ts'

export const feedName = 'feed'
const DEADLINE_MS = 8_000

/** Who can list uploads, whether or not it can tell that a channel is gone. */
export type UploadList = Pick<ChannelUploads, 'newest'>

/**
 * The public feed of a channel, its 15 newest uploads, asked for only where it has changed. It says `not_found` where
 * there is no feed, which by itself means nothing: in spring 2026 there was none for anybody.
 */
export const feedUploads = ({ route, clock }: { route: Pick<Route, 'fetch'>; clock: Clock }): UploadList => ({
  async newest(channelId, { known = {}, signal } = {}) {
    const url = `https://www.youtube.com/feeds/videos.xml?${new URLSearchParams({ channel_id: channelId })}`
    const headers = conditions(known)
    const answer = await route
      .fetch({ url, headers, signal, deadlineMs: DEADLINE_MS, maxBytes: MAX_FEED_BYTES })
      .catch(error => {
        throw networkFailure(feedName, error)
      })
    if (answer.status === 304 && Object.keys(headers).length > 0) return { kind: 'unchanged' }
    if (answer.status === 404) throw videoFailure(feedName, 'not_found', { detail: 'HTTP 404' })
    const refusal = refusalOf(feedName, answer, clock.now())
    if (refusal !== null) throw refusal
    const read = readFeed(answer.body, channelId)
    if (read === null) throw videoFailure(feedName, 'parse_changed', { detail: 'no feed' })
    return told(read, known, answer.headers)
  },
})

const ours = 'uploads:'

const conditions = ({ etag, lastModified }: Known): Record<string, string> => ({
  ...(etag && !etag.startsWith(ours) ? { 'if-none-match': etag } : {}),
  ...(lastModified ? { 'if-modified-since': lastModified } : {}),
})

/** From a server that gives nothing to be asked again by, what it lists tells whether anything has changed. */
const told = ({ title, uploads }: ReadFeed, known: Known, headers: Headers): Uploads => {
  const [etag, lastModified] = [headers.get('etag'), headers.get('last-modified')]
  const list = { kind: 'list', title, uploads } as const
  if (etag ?? lastModified) return { ...list, etag: etag ?? undefined, lastModified: lastModified ?? undefined }
  const digest =
    ours +
    createHash('sha256')
      .update(JSON.stringify([title, uploads]))
      .digest('base64url')
  return known.etag === digest ? { kind: 'unchanged' } : { ...list, etag: digest }
}
