import { setTimeout as sleep } from 'node:timers/promises'
import { type Delivery, defaultChaos, seededRandom, shuffle } from './chaos.ts'

/** HTTP status of the answer; null without an answer, and for a message lost in transit. */
export type DeliveryStatus = number | null

export interface WebhookTransport<Message, Address, Forgery> {
  /** Every message published from now on goes to all of them. */
  addresses: readonly Address[]
  now(): number
  post(message: Message, address: Address, closing: AbortSignal, forgery?: Forgery): Promise<DeliveryStatus>
  isAccepted(status: DeliveryStatus): boolean
  /** Called when chaos drops a delivery. */
  onLost(message: Message, address: Address): void
  /** Time of the next attempt after this many failures, on the clock of `now`; undefined to give up. */
  retryAt(message: Message, failures: number): number | undefined
}

interface DeliverOptions<Forgery> {
  copies?: number
  concurrency?: number
  forgery?: Forgery
}

/** A message that an address has not accepted yet. */
interface PendingDelivery<Message, Address> {
  message: Message
  address: Address
  failures: number
  nextAt: number
}

/** Delivers messages to all addresses: in order, only on a test's command, or in chaos. Failed deliveries are retried. */
export function createWebhookSender<Message, Address, Forgery>(sender: WebhookTransport<Message, Address, Forgery>) {
  const held: Message[] = []
  const pending = new Set<PendingDelivery<Message, Address>>()
  let waiting: PendingDelivery<Message, Address>[] = []
  let delivery: Delivery = { kind: 'normal' }
  let random = seededRandom(1)
  let work: Promise<unknown> = Promise.resolve()
  const closing = new AbortController()

  function run(): void {
    const previous = work
    const deliverBatch = async () => {
      // In chaos, batches don't wait for each other.
      if (delivery.kind !== 'chaos') await previous
      // Messages published in the same tick form one batch, which chaos may shuffle.
      await Promise.resolve()
      const batch = waiting
      waiting = []
      if (batch.length > 0) await deliverAll(batch)
    }
    work = Promise.all([previous, deliverBatch()])
  }

  async function deliverAll(batch: PendingDelivery<Message, Address>[]): Promise<void> {
    if (delivery.kind !== 'chaos') {
      for (const entry of batch) await send(entry)
      return
    }
    const { copies, lostOfTen, delayMs, concurrency } = { ...defaultChaos, ...delivery }
    const plan = shuffle(
      batch.flatMap(entry => Array.from({ length: 1 + Math.floor(random() * copies) }, () => entry)),
      random,
    ).map(entry => ({ entry, isLost: random() * 10 < lostOfTen, delayMs: Math.floor(random() * delayMs) }))
    await forEachLimited(plan, concurrency, async ({ entry, isLost, delayMs }) => {
      await sleep(delayMs, undefined, { signal: closing.signal }).catch(() => undefined)
      if (!isLost) return await send(entry)
      sender.onLost(entry.message, entry.address)
      failed(entry)
    })
  }

  async function send(entry: PendingDelivery<Message, Address>): Promise<void> {
    if (sender.isAccepted(await sender.post(entry.message, entry.address, closing.signal))) pending.delete(entry)
    else failed(entry)
  }

  function failed(entry: PendingDelivery<Message, Address>): void {
    entry.failures += 1
    const retryAt = sender.retryAt(entry.message, entry.failures)
    if (retryAt === undefined) pending.delete(entry)
    else entry.nextAt = retryAt
  }

  const toRetry = () => [...pending].filter(({ failures }) => failures > 0)

  return {
    /** Messages published while delivery was `held`. */
    held,
    publish(message: Message): void {
      if (delivery.kind === 'held') return void held.push(message)
      for (const address of sender.addresses) {
        const entry = { message, address, failures: 0, nextAt: sender.now() }
        pending.add(entry)
        waiting.push(entry)
      }
      if (waiting.length > 0) run()
    },
    setDelivery(next: Delivery): void {
      delivery = next
      if (next.kind === 'chaos') random = seededRandom(next.seed)
    },
    /** Delivers messages on a test's command: in this order, `copies` times each, `concurrency` in parallel. Returns the answers. */
    async deliver(
      messages: readonly Message[],
      { copies = 1, concurrency = 1, forgery }: DeliverOptions<Forgery> = {},
    ): Promise<DeliveryStatus[]> {
      const each = messages.flatMap(message => sender.addresses.map(address => ({ message, address })))
      const all = Array.from({ length: copies }, () => each).flat()
      const answers: DeliveryStatus[] = []
      await forEachLimited(all, concurrency, async ({ message, address }) => {
        answers.push(await sender.post(message, address, closing.signal, forgery))
      })
      return answers
    },
    /** Resolves when no delivery is in progress. Failed deliveries stay queued for their retry. */
    async settled(): Promise<void> {
      for (let awaited: unknown; awaited !== work; ) {
        awaited = work
        await work
      }
    },
    /** Time of the next retry, if any. */
    nextRetryAt: (): number | undefined => toRetry().toSorted((a, b) => a.nextAt - b.nextAt)[0]?.nextAt,
    /** Retries the failed deliveries that are due. */
    async retryDue(): Promise<void> {
      const now = sender.now()
      for (const entry of toRetry().filter(({ nextAt }) => nextAt <= now)) await send(entry)
    },
    close: () => closing.abort(),
  }
}

/** Posts a webhook; null if the receiver does not answer within `answerWithinMs`. */
export function postWebhook(
  url: string,
  { body, headers }: { body: string; headers: Record<string, string> },
  { answerWithinMs, closing }: { answerWithinMs: number; closing: AbortSignal },
): Promise<DeliveryStatus> {
  const signal = AbortSignal.any([closing, AbortSignal.timeout(answerWithinMs)])
  return fetch(url, { method: 'POST', body, headers, redirect: 'manual', signal }).then(
    async answer => {
      await answer.arrayBuffer()
      return answer.status
    },
    () => null,
  )
}

async function forEachLimited<T>(
  items: readonly T[],
  concurrency: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const queue = items.values()
  const worker = async () => {
    for (const item of queue) await work(item)
  }
  await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, worker))
}
