import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Dispatcher } from 'undici'
import { ProviderError } from '../../errors.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Hub } from '../../ports/hub.ts'
import { guardedFetch } from '../outbound/guarded-fetch.ts'
import { readFeed } from '../uploads/feed.ts'
import { videoFailure } from '../youtube/failure.ts'
import { networkFailure, refusalOf } from '../youtube/refusals.ts'

export interface WebSubConfig {
  clock: Clock
  /** A fake that is asked in place of the hub. */
  baseUrl?: string
  /** The way out, where it is not our own connections. */
  over?: () => Dispatcher
}

const name = 'hub'
const host = 'pubsubhubbub.appspot.com'
const DEADLINE_MS = 10_000

/** Google's hub for YouTube (developers.google.com/youtube/v3/guides/push_notifications). */
export const webSub = ({ clock, baseUrl, over }: WebSubConfig): Hub => {
  const fetch = guardedFetch({
    hosts: new Set([host]),
    ...(baseUrl ? { fakeUrl: baseUrl } : {}),
    ...(over ? { over } : {}),
  })

  async function ask(fields: Record<string, string>, signal: AbortSignal | undefined): Promise<void> {
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
    const refusal = refusalOf(name, answer, clock.now())
    if (refusal !== null) throw refusal
    // A page that answers 200 has understood nothing: the hub accepts (202), or has verified at once (204).
    if (answer.status === 200) throw videoFailure(name, 'parse_changed', { detail: 'HTTP 200' })
  }

  /** Asks about the first address of the channel's feed that the hub knows. */
  async function askAbout(channelId: string, fields: Record<string, string>, signal: AbortSignal | undefined) {
    const [usual, other] = topicsOf(channelId)
    try {
      await ask({ ...fields, 'hub.topic': usual }, signal)
    } catch (error) {
      if (!(error instanceof ProviderError) || error.code !== 'parse_changed') throw error
      await ask({ ...fields, 'hub.topic': other }, signal)
    }
  }

  return {
    subscribe: ({ channelId, callback, secret, leaseSeconds, signal }) =>
      askAbout(
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
      askAbout(channelId, { 'hub.mode': 'unsubscribe', 'hub.callback': callback }, signal),
    isTopicOf: (topic, channelId) => topicsOf(channelId).includes(topic),
    read: (body, signature, secret) => (isSigned(body, signature, secret) ? (readFeed(body)?.uploads ?? null) : null),
  }
}

/** Google documents the first one in English and the second one in other languages; the hub has refused each of them at times. */
const topicsOf = (channelId: string): [usual: string, other: string] => [
  `https://www.youtube.com/xml/feeds/videos.xml?channel_id=${channelId}`,
  `https://www.youtube.com/feeds/videos.xml?channel_id=${channelId}`,
]

/** `sha1=…` is all that this hub can do (W3C WebSub, 7.1, lets it choose); as a keyed hash it is not broken. */
const isSigned = (body: Uint8Array, signature: string | undefined, secret: string): boolean => {
  const [, algorithm, digest] = /^(sha1|sha256)=([\da-f]{40,64})$/i.exec(signature ?? '') ?? []
  if (algorithm === undefined || digest === undefined) return false
  const right = createHmac(algorithm.toLowerCase(), secret).update(body).digest()
  const given = Buffer.from(digest, 'hex')
  return given.byteLength === right.byteLength && timingSafeEqual(given, right)
}
