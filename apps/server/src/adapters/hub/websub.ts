import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Dispatcher } from 'undici'
import { ProviderError } from '../../errors.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Hub } from '../../ports/hub.ts'
import { guardedFetch } from '../outbound/guarded-fetch.ts'
import { parseFeed } from '../uploads/parse-feed.ts'
import { videoFailure } from '../youtube/failure.ts'
import { httpRefusal, networkFailure } from '../youtube/refusals.ts'

export interface WebSubConfig {
  clock: Clock
  /** URL of a fake that replaces the hub. */
  baseUrl?: string
  /** Connections of an outbound route, in place of direct ones. */
  dispatcher?: () => Dispatcher
}

const name = 'hub'
const host = 'pubsubhubbub.appspot.com'
const DEADLINE_MS = 10_000

/** Google's hub for YouTube (developers.google.com/youtube/v3/guides/push_notifications). */
export const webSub = ({ clock, baseUrl, dispatcher }: WebSubConfig): Hub => {
  const fetch = guardedFetch({
    hosts: new Set([host]),
    ...(baseUrl ? { fakeUrl: baseUrl } : {}),
    ...(dispatcher ? { dispatcher } : {}),
  })

  async function send(fields: Record<string, string>, signal: AbortSignal | undefined): Promise<void> {
    const answer = await fetch({
      url: `https://${host}/subscribe`,
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ ...fields, 'hub.verify': 'async' }).toString(),
      signal,
      deadlineMs: DEADLINE_MS,
      maxBytes: 64 * 1024,
    }).catch(error => {
      throw networkFailure(name, error)
    })
    const refusal = httpRefusal(name, answer, clock.now())
    if (refusal !== null) throw refusal
    // The hub answers 202 (accepted) or 204 (verified at once). A page with status 200 is not from the hub.
    if (answer.status === 200) throw videoFailure(name, 'parse_changed', { detail: 'HTTP 200' })
  }

  /** Uses the second feed URL of the channel if the hub rejects the first. */
  async function sendForChannel(channelId: string, fields: Record<string, string>, signal: AbortSignal | undefined) {
    const [usual, other] = topicsOf(channelId)
    try {
      await send({ ...fields, 'hub.topic': usual }, signal)
    } catch (error) {
      if (!(error instanceof ProviderError) || error.code !== 'parse_changed') throw error
      await send({ ...fields, 'hub.topic': other }, signal)
    }
  }

  return {
    subscribe: ({ channelId, callback, secret, leaseSeconds, signal }) =>
      sendForChannel(
        channelId,
        {
          'hub.mode': 'subscribe',
          'hub.callback': callback,
          'hub.secret': secret,
          'hub.lease_seconds': String(leaseSeconds),
        },
        signal,
      ),
    unsubscribe: ({ channelId, callback, signal }) =>
      sendForChannel(channelId, { 'hub.mode': 'unsubscribe', 'hub.callback': callback }, signal),
    isTopicOf: (topic, channelId) => topicsOf(channelId).includes(topic),
    read: (body, signature, secret) => (isSigned(body, signature, secret) ? (parseFeed(body)?.uploads ?? null) : null),
  }
}

/** The feed URLs of a channel. Google documents the first in English and the second in other languages; the hub has rejected each at times. */
const topicsOf = (channelId: string): [usual: string, other: string] => [
  `https://www.youtube.com/xml/feeds/videos.xml?channel_id=${channelId}`,
  `https://www.youtube.com/feeds/videos.xml?channel_id=${channelId}`,
]

/** This hub supports only `sha1=…` (W3C WebSub, 7.1, lets it choose). SHA-1 is still secure as an HMAC. */
const isSigned = (body: Uint8Array, signature: string | undefined, secret: string): boolean => {
  const [, algorithm, digest] = /^(sha1|sha256)=([\da-f]{40,64})$/i.exec(signature ?? '') ?? []
  if (algorithm === undefined || digest === undefined) return false
  const expected = createHmac(algorithm.toLowerCase(), secret).update(body).digest()
  const actual = Buffer.from(digest, 'hex')
  return actual.byteLength === expected.byteLength && timingSafeEqual(actual, expected)
}
