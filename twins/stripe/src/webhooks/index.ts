import { setTimeout as sleep } from 'node:timers/promises'
import type { Stripe } from 'stripe'
import type { Account } from '../account.ts'
import { newId, randomLetters } from '../ids.ts'
import { type Delivery, dice, shuffled, usualChaos } from './chaos.ts'
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
  status: number | null
}

/** An event that did not arrive yet at an endpoint. */
interface Owed {
  event: Stripe.Event
  endpoint: WebhookEndpoint
  failures: number
  /** Seconds of the twin's clock. */
  nextAt: number
}

const retryDelays = [300, 1800, 7200, 18_000, 36_000, 43_200, 43_200, 43_200, 43_200]
const retriedSeconds = 3 * 24 * 3600
const answerWithinMs = 20_000

/** Brings events to whoever registered for them, and tries again for three days. */
export function webhookPost(account: Account) {
  const endpoints: WebhookEndpoint[] = []
  const attempts: Attempt[] = []
  const held: Stripe.Event[] = []
  const owed = new Set<Owed>()
  const arrivals = new Set<string>()
  let waiting: Owed[] = []
  let delivery: Delivery = { kind: 'normal' }
  let roll = dice(1)
  let work: Promise<unknown> = Promise.resolve()
  const closing = new AbortController()

  account.listeners.push(event => {
    event.pending_webhooks = endpoints.length
    if (delivery.kind === 'held') held.push(event)
    else enqueue(event)
  })

  function enqueue(event: Stripe.Event): void {
    for (const endpoint of endpoints) {
      const entry = { event, endpoint, failures: 0, nextAt: account.time.now() }
      owed.add(entry)
      waiting.push(entry)
    }
    if (waiting.length > 0) run()
  }

  function run(): void {
    const before = work
    const mine = async () => {
      // In chaos nobody waits for anybody.
      if (delivery.kind !== 'chaos') await before
      // Whatever is emitted in one go is one batch, which chaos may mix up.
      await Promise.resolve()
      const batch = waiting
      waiting = []
      if (batch.length > 0) await deliverAll(batch)
    }
    work = Promise.all([before, mine()])
  }

  async function deliverAll(batch: Owed[]): Promise<void> {
    if (delivery.kind !== 'chaos') {
      for (const entry of batch) await first(entry)
      return
    }
    const { copies, lostOfTen, delayMs, atOnce } = { ...usualChaos, ...delivery }
    const plan = shuffled(
      batch.flatMap(entry => Array.from({ length: 1 + Math.floor(roll() * copies) }, () => entry)),
      roll,
    ).map(entry => ({ entry, isLost: roll() * 10 < lostOfTen, delayMs: Math.floor(roll() * delayMs) }))
    await atOnceOnly(plan, atOnce, async ({ entry, isLost, delayMs }) => {
      await sleep(delayMs, undefined, { signal: closing.signal }).catch(() => undefined)
      if (isLost) failed(entry, null)
      else await first(entry)
    })
  }

  async function first(entry: Owed): Promise<void> {
    const status = await post(entry.event, entry.endpoint)
    if (isTaken(status)) arrived(entry)
    else failed(entry, status, false)
  }

  function arrived(entry: Owed): void {
    owed.delete(entry)
    countDown(entry)
  }

  function failed(entry: Owed, status: number | null, isNoted = true): void {
    if (isNoted) note(entry.event, entry.endpoint, status)
    const delay = retryDelays[entry.failures] ?? retryDelays.at(-1)!
    entry.failures += 1
    entry.nextAt = account.time.now() + delay
    // After three days Stripe gives up; the event stays among those not delivered.
    if (entry.nextAt > entry.event.created + retriedSeconds) owed.delete(entry)
  }

  /** Each endpoint counts once, however often it was told. */
  function countDown({ event, endpoint }: Pick<Owed, 'event' | 'endpoint'>): void {
    const pair = `${event.id} ${endpoint.id}`
    if (!arrivals.has(pair)) event.pending_webhooks -= 1
    arrivals.add(pair)
  }

  async function post(event: Stripe.Event, endpoint: WebhookEndpoint, forgery?: Forgery): Promise<number | null> {
    const { body, headers } = messageOf(written(event), endpoint.secret, account.time.outside(), forgery)
    const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(answerWithinMs)])
    const status = await fetch(endpoint.url, { method: 'POST', body, headers, redirect: 'manual', signal }).then(
      async answer => {
        await answer.arrayBuffer()
        return answer.status
      },
      () => null,
    )
    note(event, endpoint, status)
    return status
  }

  const note = (event: Stripe.Event, endpoint: WebhookEndpoint, status: number | null) =>
    void attempts.push({ event: event.id, type: event.type, endpoint: endpoint.id, status })

  return {
    endpoints,
    /** Everything that was tried, in order. */
    attempts,
    /** Events that were held back. */
    held,
    register({ url, secret = `whsec_${randomLetters(32)}` }: { url: string; secret?: string }): WebhookEndpoint {
      const endpoint = { id: newId('we'), url, secret }
      endpoints.push(endpoint)
      return endpoint
    },
    unregister: (id: string): void => {
      const place = endpoints.findIndex(endpoint => endpoint.id === id)
      if (place >= 0) endpoints.splice(place, 1)
    },
    setDelivery(next: Delivery): void {
      delivery = next
      if (next.kind === 'chaos') roll = dice(next.seed)
    },
    /** Delivers events as a test wants it: in this order, so many times each, so many at once. Gives the answers. */
    async deliver(
      events: readonly Stripe.Event[],
      { copies = 1, atOnce = 1, forgery }: { copies?: number; atOnce?: number; forgery?: Forgery } = {},
    ): Promise<(number | null)[]> {
      const each = events.flatMap(event => endpoints.map(endpoint => ({ event, endpoint })))
      const all = Array.from({ length: copies }, () => each).flat()
      const answers: (number | null)[] = []
      await atOnceOnly(all, atOnce, async ({ event, endpoint }) => {
        const status = await post(event, endpoint, forgery)
        if (isTaken(status)) countDown({ event, endpoint })
        answers.push(status)
      })
      return answers
    },
    /** Waits until nothing is under way. What failed waits for its retry. */
    async settled(): Promise<void> {
      for (let seen: unknown; seen !== work; ) {
        seen = work
        await work
      }
    },
    /** When the next retry is due, if one is. */
    nextRetryAt: (): number | undefined =>
      [...owed].filter(({ failures }) => failures > 0).toSorted((a, b) => a.nextAt - b.nextAt)[0]?.nextAt,
    /** Tries what failed before and is due again. */
    async retryDue(): Promise<void> {
      const now = account.time.now()
      const due = [...owed].filter(({ failures, nextAt }) => failures > 0 && nextAt <= now)
      for (const entry of due) await first(entry)
    },
    close: () => closing.abort(),
  }
}

const isTaken = (status: number | null): boolean => status !== null && status >= 200 && status < 300

/** Bodies as Stripe writes them: indented by two. */
const written = (event: Stripe.Event): string => JSON.stringify(event, null, 2)

async function atOnceOnly<T>(items: readonly T[], atOnce: number, work: (item: T) => Promise<void>): Promise<void> {
  const queue = items.values()
  const worker = async () => {
    for (const item of queue) await work(item)
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker))
}
