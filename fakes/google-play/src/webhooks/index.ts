import { createWebhookSender, type DeliveryStatus, postWebhook } from '@recaps/fake-parts'
import type { PublishedMessage } from '../notifications.ts'
import type { Shop } from '../shop.ts'
import { createMessage, type Forgery, type PushAddress, type SigningKey, toBase64Json } from './forge.ts'

/** A Pub/Sub push subscription. */
export interface WebhookEndpoint extends PushAddress {
  id: string
  url: string
}

export interface Attempt {
  message: string
  type: PublishedMessage['type']
  endpoint: string
  /** Response status. Null if there was no response or the message got lost. */
  status: DeliveryStatus
}

const minuteMs = 60_000
const retryDelaysMs = [10_000, minuteMs, 10 * minuteMs, 60 * minuteMs, 360 * minuteMs, 1440 * minuteMs]
const retriedMs = 7 * 24 * 3600_000
const answerWithinMs = 10_000

/** Pushes messages to the registered endpoints, with retries for seven days. */
export function createWebhooks(shop: Shop, account: string, key: () => SigningKey) {
  const endpoints: WebhookEndpoint[] = []
  const attempts: Attempt[] = []
  const record = (message: PublishedMessage, endpoint: WebhookEndpoint, status: DeliveryStatus) =>
    void attempts.push({ message: message.id, type: message.type, endpoint: endpoint.id, status })

  const sender = createWebhookSender<PublishedMessage, WebhookEndpoint, Forgery>({
    addresses: endpoints,
    now: shop.time.now,
    async post(message, endpoint, closing, forgery) {
      const request = await createMessage(toEnvelope(message, endpoint), endpoint, shop.time.realNow(), key(), forgery)
      const status = await postWebhook(endpoint.url, request, { answerWithinMs, closing })
      record(message, endpoint, status)
      return status
    },
    isAccepted: status => status !== null && status >= 200 && status < 300,
    onLost: (message, endpoint) => record(message, endpoint, null),
    retryAt(message, failures) {
      const at = shop.time.now() + (retryDelaysMs[failures - 1] ?? retryDelaysMs.at(-1)!)
      return at > message.at + retriedMs ? undefined : at
    },
  })
  shop.listeners.push(sender.publish)

  return {
    ...sender,
    endpoints,
    /** All delivery attempts, oldest first. */
    attempts,
    /** Receivers expect `audience` in the token of each push. Defaults to `url`. */
    register({ url, audience = url }: { url: string; audience?: string }): WebhookEndpoint {
      const endpoint = { id: `projects/stand-in/subscriptions/${endpoints.length + 1}`, url, audience, account }
      endpoints.push(endpoint)
      return endpoint
    },
    unregister: (id: string): void => {
      const index = endpoints.findIndex(endpoint => endpoint.id === id)
      if (index >= 0) endpoints.splice(index, 1)
    },
  }
}

/** Pub/Sub envelope. Like the real one, it has some fields in both camelCase and snake_case. */
export function toEnvelope(
  { id, at, notification }: PublishedMessage,
  { id: subscription }: Pick<WebhookEndpoint, 'id'>,
): string {
  const publishTime = new Date(at).toISOString()
  const message = {
    data: toBase64Json(notification),
    messageId: id,
    message_id: id,
    publishTime,
    publish_time: publishTime,
  }
  return JSON.stringify({ message, subscription })
}
