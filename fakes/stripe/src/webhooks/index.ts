import { handOver, postOffice, type Status } from '@recaps/fake-parts'
import type { Stripe } from 'stripe'
import type { Account } from '../account.ts'
import { newId, randomLetters } from '../ids.ts'
import { type Forgery, messageOf } from './forge.ts'

export interface WebhookEndpoint {
  id: string
  url: string
  secret: string
}

export interface Attempt {
  event: string
  type: string
  endpoint: string
  /** What was answered; null for no answer, and for one that got lost on its way. */
  status: Status
}

const retryDelays = [300, 1800, 7200, 18_000, 36_000, 43_200, 43_200, 43_200, 43_200]
const retriedSeconds = 3 * 24 * 3600
const answerWithinMs = 20_000

/** Brings events to whoever registered for them, and tries again for three days. Times are seconds of the fake's clock. */
export function webhookPost(account: Account) {
  const endpoints: WebhookEndpoint[] = []
  const attempts: Attempt[] = []
  const arrivals = new Set<string>()
  const note = (event: Stripe.Event, endpoint: WebhookEndpoint, status: Status) =>
    void attempts.push({ event: event.id, type: event.type, endpoint: endpoint.id, status })

  /** Each endpoint counts once, however often it was told. */
  function countDown(event: Stripe.Event, endpoint: WebhookEndpoint): void {
    const pair = `${event.id} ${endpoint.id}`
    if (!arrivals.has(pair)) event.pending_webhooks -= 1
    arrivals.add(pair)
  }

  const office = postOffice<Stripe.Event, WebhookEndpoint, Forgery>({
    addresses: endpoints,
    now: account.time.now,
    async post(event, endpoint, closing, forgery) {
      const message = messageOf(written(event), endpoint.secret, account.time.outside(), forgery)
      const status = await handOver(endpoint.url, message, { answerWithinMs, closing })
      note(event, endpoint, status)
      if (isTaken(status)) countDown(event, endpoint)
      return status
    },
    isTaken,
    lost: (event, endpoint) => note(event, endpoint, null),
    retryAt(event, failures) {
      const at = account.time.now() + (retryDelays[failures - 1] ?? retryDelays.at(-1)!)
      // After three days Stripe gives up; the event stays among those not delivered.
      return at > event.created + retriedSeconds ? undefined : at
    },
  })
  account.listeners.push(event => {
    event.pending_webhooks = endpoints.length
    office.tell(event)
  })

  return {
    ...office,
    endpoints,
    /** Everything that was tried, in order. */
    attempts,
    register({ url, secret = `whsec_${randomLetters(32)}` }: { url: string; secret?: string }): WebhookEndpoint {
      const endpoint = { id: newId('we'), url, secret }
      endpoints.push(endpoint)
      return endpoint
    },
    unregister: (id: string): void => {
      const place = endpoints.findIndex(endpoint => endpoint.id === id)
      if (place >= 0) endpoints.splice(place, 1)
    },
  }
}

const isTaken = (status: Status): boolean => status !== null && status >= 200 && status < 300

/** Bodies as Stripe writes them: indented by two. */
const written = (event: Stripe.Event): string => JSON.stringify(event, null, 2)
