import { createHmac, randomBytes } from 'node:crypto'
import { type Answer, bytes } from './answer.ts'
import { hubFeed } from './talks/feed.ts'
import type { TalkVideo } from './talks/talk-library.ts'

/** A subscription to the uploads of a channel. */
export interface HubSubscription {
  channelId: string
  topic: string
  callback: string
  secret: string
  until: Date
}

export interface Delivery {
  /** `none`: without signature. `wrong`: signed with another secret. */
  signature?: 'sha1' | 'sha256' | 'wrong' | 'none'
  /** Sent in place of a feed. */
  body?: string | Uint8Array
  headers?: Record<string, string>
}

/** Fake of pubsubhubbub.appspot.com, the WebSub hub that announces uploads. */
export interface FakeHub {
  subscriptions: HubSubscription[]
  /** Answers of subscribers to verification requests and to deliveries. */
  answers: { kind: 'verify' | 'deliver'; channelId: string; status: number }[]
  /** Sends all callbacks to this address, whatever host they name. */
  redirectCallbacksTo(url: string): void
  /** Rejects topics with this URL path; an empty path rejects none. */
  rejectTopicPath(path: string): void
  /** Grants leases of this length, whatever is requested. */
  setLeaseSeconds(seconds: number): void
  /** Announces videos to any callback, subscribed or not. Returns the status of its answer. */
  send(callback: string, secret: string, videos: readonly TalkVideo[], delivery?: Delivery): Promise<number>
}

export interface HubForm {
  mode: string
  topic: string
  callback: string
  secret: string
  leaseSeconds: number
}

export interface HubServer extends FakeHub {
  answer(channelId: string, form: HubForm): Answer
  /** Announces a video to all subscriptions with a valid lease. */
  announce(video: TalkVideo): Promise<void>
}

export const createHub = (now: () => Date): HubServer => {
  let base: string | undefined
  let leaseOverride: number | undefined
  let rejectedPath = ''
  const callbackUrl = (callback: string): string => {
    const { pathname, search, href } = new URL(callback)
    return base === undefined ? href : `${base}${pathname}${search}`
  }

  const verify = async (channelId: string, { mode, topic, callback, secret, leaseSeconds }: HubForm): Promise<void> => {
    const seconds = leaseOverride ?? leaseSeconds
    const challenge = randomBytes(12).toString('hex')
    const verifyUrl = new URL(callbackUrl(callback))
    const params = {
      'hub.mode': mode,
      'hub.topic': topic,
      'hub.challenge': challenge,
      'hub.lease_seconds': String(seconds),
    }
    for (const [name, value] of Object.entries(params)) verifyUrl.searchParams.set(name, value)
    const answer = await fetch(verifyUrl)
    const isConfirmed = answer.ok && (await answer.text()) === challenge
    if (isConfirmed) {
      hub.subscriptions = hub.subscriptions.filter(subscription => subscription.callback !== callback)
      const until = new Date(now().getTime() + seconds * 1000)
      if (mode === 'subscribe') hub.subscriptions.push({ channelId, topic, callback, secret, until })
    }
    hub.answers.push({ kind: 'verify', channelId, status: answer.status })
  }

  const hub: HubServer = {
    subscriptions: [],
    answers: [],
    redirectCallbacksTo(url) {
      base = url
    },
    rejectTopicPath(path) {
      rejectedPath = path
    },
    setLeaseSeconds(seconds) {
      leaseOverride = seconds
    },
    answer(channelId, form) {
      const isRejected = URL.canParse(form.topic) && new URL(form.topic).pathname === rejectedPath
      if (!URL.canParse(form.callback) || channelId === '' || isRejected)
        return bytes('text/plain', 'Invalid parameter', 400)
      // Like the real hub: verifies the subscription after it has answered.
      setTimeout(() => void verify(channelId, form).catch(() => {}), 5)
      return bytes('text/plain', '', 202)
    },
    async send(callback, secret, videos, { signature = 'sha1', body, headers } = {}) {
      const feed = Buffer.from(body ?? hubFeed(videos))
      const algorithm = signature === 'sha256' ? 'sha256' : 'sha1'
      const key = signature === 'wrong' ? `${secret}?` : secret
      const signatureHeader = `${algorithm}=${createHmac(algorithm, key).update(feed).digest('hex')}`
      const { status } = await fetch(callbackUrl(callback), {
        method: 'POST',
        headers: {
          'content-type': 'application/atom+xml',
          ...headers,
          ...(signature === 'none' ? {} : { 'x-hub-signature': signatureHeader }),
        },
        body: feed,
      })
      const channelId = videos[0]?.channelId ?? ''
      hub.answers.push({ kind: 'deliver', channelId, status })
      return status
    },
    async announce(video) {
      const active = hub.subscriptions.filter(({ channelId, until }) => channelId === video.channelId && until > now())
      await Promise.all(active.map(({ callback, secret }) => hub.send(callback, secret, [video]).catch(() => {})))
    },
  }
  return hub
}
