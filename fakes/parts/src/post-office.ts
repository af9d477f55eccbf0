import { setTimeout as sleep } from 'node:timers/promises'
import { type Delivery, dice, shuffled, usualChaos } from './chaos.ts'

/** What is answered; null for no answer, and for what got lost on its way. */
export type Status = number | null

export interface Sender<Message, Address, Forgery> {
  /** Who is told of everything from now on. */
  addresses: readonly Address[]
  now(): number
  post(message: Message, address: Address, closing: AbortSignal, forgery?: Forgery): Promise<Status>
  isTaken(status: Status): boolean
  /** It got lost on its way. */
  lost(message: Message, address: Address): void
  /** When it is tried again after so many failures, on the same clock; undefined when that was all. */
  retryAt(message: Message, failures: number): number | undefined
}

interface DeliverOptions<Forgery> {
  copies?: number
  atOnce?: number
  forgery?: Forgery
}

/** A message that did not arrive yet at an address. */
interface Owed<Message, Address> {
  message: Message
  address: Address
  failures: number
  nextAt: number
}

/** Brings messages to all who listen: in their order, only when a test says so, or in any disorder. What fails is tried again. */
export function postOffice<Message, Address, Forgery>(sender: Sender<Message, Address, Forgery>) {
  const held: Message[] = []
  const owed = new Set<Owed<Message, Address>>()
  let waiting: Owed<Message, Address>[] = []
  let delivery: Delivery = { kind: 'normal' }
  let roll = dice(1)
  let work: Promise<unknown> = Promise.resolve()
  const closing = new AbortController()

  function run(): void {
    const before = work
    const mine = async () => {
      // In chaos nobody waits for anybody.
      if (delivery.kind !== 'chaos') await before
      // Whatever is told of in one go is one batch, which chaos may mix up.
      await Promise.resolve()
      const batch = waiting
      waiting = []
      if (batch.length > 0) await deliverAll(batch)
    }
    work = Promise.all([before, mine()])
  }

  async function deliverAll(batch: Owed<Message, Address>[]): Promise<void> {
    if (delivery.kind !== 'chaos') {
      for (const entry of batch) await send(entry)
      return
    }
    const { copies, lostOfTen, delayMs, atOnce } = { ...usualChaos, ...delivery }
    const plan = shuffled(
      batch.flatMap(entry => Array.from({ length: 1 + Math.floor(roll() * copies) }, () => entry)),
      roll,
    ).map(entry => ({ entry, isLost: roll() * 10 < lostOfTen, delayMs: Math.floor(roll() * delayMs) }))
    await atOnceOnly(plan, atOnce, async ({ entry, isLost, delayMs }) => {
      await sleep(delayMs, undefined, { signal: closing.signal }).catch(() => undefined)
      if (!isLost) return await send(entry)
      sender.lost(entry.message, entry.address)
      failed(entry)
    })
  }

  async function send(entry: Owed<Message, Address>): Promise<void> {
    if (sender.isTaken(await sender.post(entry.message, entry.address, closing.signal))) owed.delete(entry)
    else failed(entry)
  }

  function failed(entry: Owed<Message, Address>): void {
    entry.failures += 1
    const again = sender.retryAt(entry.message, entry.failures)
    if (again === undefined) owed.delete(entry)
    else entry.nextAt = again
  }

  const toRetry = () => [...owed].filter(({ failures }) => failures > 0)

  return {
    /** Messages that were held back. */
    held,
    tell(message: Message): void {
      if (delivery.kind === 'held') return void held.push(message)
      for (const address of sender.addresses) {
        const entry = { message, address, failures: 0, nextAt: sender.now() }
        owed.add(entry)
        waiting.push(entry)
      }
      if (waiting.length > 0) run()
    },
    setDelivery(next: Delivery): void {
      delivery = next
      if (next.kind === 'chaos') roll = dice(next.seed)
    },
    /** Delivers messages as a test wants it: in this order, so many times each, so many at once. Gives the answers. */
    async deliver(
      messages: readonly Message[],
      { copies = 1, atOnce = 1, forgery }: DeliverOptions<Forgery> = {},
    ): Promise<Status[]> {
      const each = messages.flatMap(message => sender.addresses.map(address => ({ message, address })))
      const all = Array.from({ length: copies }, () => each).flat()
      const answers: Status[] = []
      await atOnceOnly(all, atOnce, async ({ message, address }) => {
        answers.push(await sender.post(message, address, closing.signal, forgery))
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
    nextRetryAt: (): number | undefined => toRetry().toSorted((a, b) => a.nextAt - b.nextAt)[0]?.nextAt,
    /** Tries what failed before and is due again. */
    async retryDue(): Promise<void> {
      const now = sender.now()
      for (const entry of toRetry().filter(({ nextAt }) => nextAt <= now)) await send(entry)
    },
    close: () => closing.abort(),
  }
}

/** Posts a body, and gives what is answered within the time. */
export function handOver(
  url: string,
  { body, headers }: { body: string; headers: Record<string, string> },
  { answerWithinMs, closing }: { answerWithinMs: number; closing: AbortSignal },
): Promise<Status> {
  const signal = AbortSignal.any([closing, AbortSignal.timeout(answerWithinMs)])
  return fetch(url, { method: 'POST', body, headers, redirect: 'manual', signal }).then(
    async answer => {
      await answer.arrayBuffer()
      return answer.status
    },
    () => null,
  )
}

async function atOnceOnly<T>(items: readonly T[], atOnce: number, work: (item: T) => Promise<void>): Promise<void> {
  const queue = items.values()
  const worker = async () => {
    for (const item of queue) await work(item)
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker))
}
