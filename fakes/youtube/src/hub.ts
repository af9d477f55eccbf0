import { createHmac, randomBytes } from 'node:crypto'
import { type Answer, bytes } from './answer.ts'
import { pushedFeed } from './talks/feed.ts'
import type { TalkVideo } from './talks/shelf.ts'

/** Where the hub is told to tell somebody of a channel. */
export interface HubSubscription {
  channelId: string
  topic: string
  callback: string
  secret: string
  until: Date
}

export interface Delivery {
  /** `none`: not signed at all. `wrong`: signed by somebody who does not know the secret. */
  signature?: 'sha1' | 'sha256' | 'wrong' | 'none'
  /** Sends these bytes in place of a feed. */
  body?: string | Uint8Array
  headers?: Record<string, string>
}

/** The stand-in of the hub that tells of uploads (WebSub), pubsubhubbub.appspot.com. */
export interface FakeHub {
  subscriptions: HubSubscription[]
  /** Statuses that subscribers answered with: to questions of intent, and to deliveries. */
  answers: { kind: 'verify' | 'deliver'; channelId: string; status: number }[]
  /** Asks callbacks at this address, whatever host they name. */
  reach(url: string): void
  /** Refuses topics whose path is this; the empty one refuses none. */
  refuse(path: string): void
  /** Gives leases of so many seconds, whatever is asked for. */
  grant(seconds: number): void
  /** Tells of videos to a callback that may never have asked; gives the status it answered with. */
  send(callback: string, secret: string, videos: readonly TalkVideo[], delivery?: Delivery): Promise<number>
}

export interface HubForm {
  mode: string
  topic: string
  callback: string
  secret: string
  leaseSeconds: number
}

export interface OpenHub extends FakeHub {
  answer(channelId: string, form: HubForm): Answer
  /** Tells everybody whose lease lasts. */
  told(video: TalkVideo): Promise<void>
}

export const openHub = (now: () => Date): OpenHub => {
  let base: string | undefined
  let granted: number | undefined
  let refused = ''
  const reached = (callback: string): string => {
    const { pathname, search, href } = new URL(callback)
    return base === undefined ? href : `${base}${pathname}${search}`
  }

  const verify = async (channelId: string, { mode, topic, callback, secret, leaseSeconds }: HubForm): Promise<void> => {
    const seconds = granted ?? leaseSeconds
    const challenge = randomBytes(12).toString('hex')
    const asked = new URL(reached(callback))
    const params = {
      'hub.mode': mode,
      'hub.topic': topic,
      'hub.challenge': challenge,
      'hub.lease_seconds': String(seconds),
    }
    for (const [name, value] of Object.entries(params)) asked.searchParams.set(name, value)
    const answer = await fetch(asked)
    const isMeant = answer.ok && (await answer.text()) === challenge
    if (isMeant) {
      hub.subscriptions = hub.subscriptions.filter(one => one.callback !== callback)
      const until = new Date(now().getTime() + seconds * 1000)
      if (mode === 'subscribe') hub.subscriptions.push({ channelId, topic, callback, secret, until })
    }
    hub.answers.push({ kind: 'verify', channelId, status: answer.status })
  }

  const hub: OpenHub = {
    subscriptions: [],
    answers: [],
    reach(url) {
      base = url
    },
    refuse(path) {
      refused = path
    },
    grant(seconds) {
      granted = seconds
    },
    answer(channelId, form) {
      const isRefused = URL.canParse(form.topic) && new URL(form.topic).pathname === refused
      if (!URL.canParse(form.callback) || channelId === '' || isRefused)
        return bytes('text/plain', 'Invalid parameter', 400)
      // As the real one does: the question of intent comes after the answer.
      setTimeout(() => void verify(channelId, form).catch(() => {}), 5)
      return bytes('text/plain', '', 202)
    },
    async send(callback, secret, videos, { signature = 'sha1', body, headers } = {}) {
      const feed = Buffer.from(body ?? pushedFeed(videos))
      const algorithm = signature === 'sha256' ? 'sha256' : 'sha1'
      const key = signature === 'wrong' ? `${secret}?` : secret
      const signed = `${algorithm}=${createHmac(algorithm, key).update(feed).digest('hex')}`
      const { status } = await fetch(reached(callback), {
        method: 'POST',
        headers: {
          'content-type': 'application/atom+xml',
          ...headers,
          ...(signature === 'none' ? {} : { 'x-hub-signature': signed }),
        },
        body: feed,
      })
      const channelId = videos[0]?.channelId ?? ''
      hub.answers.push({ kind: 'deliver', channelId, status })
      return status
    },
    async told(video) {
      const live = hub.subscriptions.filter(({ channelId, until }) => channelId === video.channelId && until > now())
      await Promise.all(live.map(({ callback, secret }) => hub.send(callback, secret, [video]).catch(() => {})))
    },
  }
  return hub
}
