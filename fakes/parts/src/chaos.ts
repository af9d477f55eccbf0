/** How events are delivered. */
export type Delivery =
  /** In order, one after the other. */
  | { kind: 'normal' }
  /** Nothing is sent automatically: a test delivers the events itself. */
  | { kind: 'held' }
  /** Shuffled, duplicated, delayed and lost, within what the service's contract allows. Deterministic per seed. */
  | ({ kind: 'chaos'; seed: number } & Partial<Chaos>)

export interface Chaos {
  /** Maximum number of deliveries of one event. */
  copies: number
  /** How many of ten deliveries are lost at the first attempt and arrive by a retry. */
  lostOfTen: number
  /** Maximum delay of one delivery. */
  delayMs: number
  /** Maximum number of parallel deliveries. */
  concurrency: number
}

export const defaultChaos: Chaos = { copies: 3, lostOfTen: 2, delayMs: 20, concurrency: 8 }

/** Deterministic random numbers in [0, 1) (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export function shuffle<T>(items: readonly T[], random: () => number): T[] {
  const mixed = [...items]
  for (let last = mixed.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1))
    ;[mixed[last], mixed[other]] = [mixed[other]!, mixed[last]!]
  }
  return mixed
}
