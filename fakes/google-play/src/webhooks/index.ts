import { handOver, postOffice, type Status } from '@recaps/fake-parts'
import type { Shop } from '../shop.ts'
import type { Told } from '../told.ts'
import { base64, type Forgery, messageOf, type PushAddress, type SigningKey } from './forge.ts'

/** A push subscription of Pub/Sub. */
export interface WebhookEndpoint extends PushAddress {
  id: string
  url: string
}

export interface Attempt {
  message: string
  type: Told['type']
  endpoint: string
  /** What was answered; null for no answer, and for one that got lost on its way. */
  status: Status
}

const minuteMs = 60_000
const retryDelaysMs = [10_000, minuteMs, 10 * minuteMs, 60 * minuteMs, 360 * minuteMs, 1440 * minuteMs]
const retriedMs = 7 * 24 * 3600_000
const answerWithinMs = 10_000

/** Pushes messages to whoever registered for them, and tries again for seven days. */
export function webhookPost(shop: Shop, account: string, key: () => SigningKey) {
  const endpoints: WebhookEndpoint[] = []
  const attempts: Attempt[] = []
  const note = (told: Told, endpoint: WebhookEndpoint, status: Status) =>
    void attempts.push({ message: told.id, type: told.type, endpoint: endpoint.id, status })

  const office = postOffice<Told, WebhookEndpoint, Forgery>({
    addresses: endpoints,
    now: shop.time.now,
    async post(told, endpoint, closing, forgery) {
      const message = await messageOf(written(told, endpoint), endpoint, shop.time.outside(), key(), forgery)
      const status = await handOver(endpoint.url, message, { answerWithinMs, closing })
      note(told, endpoint, status)
      return status
    },
    isTaken: status => status !== null && status >= 200 && status < 300,
    lost: (told, endpoint) => note(told, endpoint, null),
    retryAt(told, failures) {
      const at = shop.time.now() + (retryDelaysMs[failures - 1] ?? retryDelaysMs.at(-1)!)
      return at > told.at + retriedMs ? undefined : at
    },
  })
  shop.listeners.push(office.tell)

  return {
    ...office,
    endpoints,
    /** Everything that was tried, in order. */
    attempts,
    /** `audience` is what whoever listens expects in tokens; the address itself where none was agreed. */
    register({ url, audience = url }: { url: string; audience?: string }): WebhookEndpoint {
      const endpoint = { id: `projects/stand-in/subscriptions/${endpoints.length + 1}`, url, audience, account }
      endpoints.push(endpoint)
      return endpoint
    },
    unregister: (id: string): void => {
      const place = endpoints.findIndex(endpoint => endpoint.id === id)
      if (place >= 0) endpoints.splice(place, 1)
    },
  }
}

/** The envelope of Pub/Sub, which has each of its fields twice. */
export function written({ id, at, notification }: Told, { id: subscription }: Pick<WebhookEndpoint, 'id'>): string {
  const publishTime = new Date(at).toISOString()
  const message = { data: base64(notification), messageId: id, message_id: id, publishTime, publish_time: publishTime }
  return JSON.stringify({ message, subscription })
}
