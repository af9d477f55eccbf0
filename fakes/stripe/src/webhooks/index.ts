import { createWebhookSender, type DeliveryStatus, postWebhook } from '@recaps/fake-parts'
import type { Stripe } from 'stripe'
import type { Account } from '../account.ts'
import { newId, randomLetters } from '../ids.ts'
import { createMessage, type Forgery } from './forge.ts'

export interface WebhookEndpoint {
  id: string
  url: string
  secret: string
}

export interface Attempt {
  event: string
  type: string
  endpoint: string
  /** Response status. Null if there was no response or the message got lost. */
  status: DeliveryStatus
}

const retryDelays = [300, 1800, 7200, 18_000, 36_000, 43_200, 43_200, 43_200, 43_200]
const retriedSeconds = 3 * 24 * 3600
const answerWithinMs = 20_000

/** Delivers events to the registered endpoints, with retries for three days. Times are seconds on the fake's clock. */
export function createWebhooks(account: Account) {
  const endpoints: WebhookEndpoint[] = []
  const attempts: Attempt[] = []
  const delivered = new Set<string>()
  const record = (event: Stripe.Event, endpoint: WebhookEndpoint, status: DeliveryStatus) =>
    void attempts.push({ event: event.id, type: event.type, endpoint: endpoint.id, status })

  /** Decrements `pending_webhooks` once per endpoint, even if the event is delivered to it again. */
  function countDelivery(event: Stripe.Event, endpoint: WebhookEndpoint): void {
    const pair = `${event.id} ${endpoint.id}`
    if (!delivered.has(pair)) event.pending_webhooks -= 1
    delivered.add(pair)
  }

  const sender = createWebhookSender<Stripe.Event, WebhookEndpoint, Forgery>({
    addresses: endpoints,
    now: account.time.now,
    async post(event, endpoint, closing, forgery) {
      const message = createMessage(toBody(event), endpoint.secret, account.time.realNow(), forgery)
      const status = await postWebhook(endpoint.url, message, { answerWithinMs, closing })
      record(event, endpoint, status)
      if (isAccepted(status)) countDelivery(event, endpoint)
      return status
    },
    isAccepted,
    onLost: (event, endpoint) => record(event, endpoint, null),
    retryAt(event, failures) {
      const at = account.time.now() + (retryDelays[failures - 1] ?? retryDelays.at(-1)!)
      // Stripe gives up after three days. The event stays listed as undelivered.
      return at > event.created + retriedSeconds ? undefined : at
    },
  })
  account.listeners.push(event => {
    event.pending_webhooks = endpoints.length
    sender.publish(event)
  })

  return {
    ...sender,
    endpoints,
    /** All delivery attempts, oldest first. */
    attempts,
    register({ url, secret = `whsec_${randomLetters(32)}` }: { url: string; secret?: string }): WebhookEndpoint {
      const endpoint = { id: newId('we'), url, secret }
      endpoints.push(endpoint)
      return endpoint
    },
    unregister: (id: string): void => {
      const index = endpoints.findIndex(endpoint => endpoint.id === id)
      if (index >= 0) endpoints.splice(index, 1)
    },
  }
}

const isAccepted = (status: DeliveryStatus): boolean => status !== null && status >= 200 && status < 300

/** Stripe indents its bodies by two spaces. */
const toBody = (event: Stripe.Event): string => JSON.stringify(event, null, 2)
