/** How events find their way. */
export type Delivery =
  /** In their order, one after the other. */
  | { kind: 'normal' }
  /** Not at all by themselves: a test delivers them. */
  | { kind: 'held' }
  /** As badly as whoever sends them allows themselves, the same way for the same seed. */
  | ({ kind: 'chaos'; seed: number } & Partial<Chaos>)

export interface Chaos {
  /** The most times one is delivered. */
  copies: number
  /** Of ten, how many get lost at the first attempt and come by a retry. */
  lostOfTen: number
  /** The longest that one is held up. */
  delayMs: number
  /** How many are under way at the same time. */
  atOnce: number
}

export const usualChaos: Chaos = { copies: 3, lostOfTen: 2, delayMs: 20, atOnce: 8 }

/** Numbers from 0 up to 1 that follow from the seed (mulberry32). */
export function dice(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export function shuffled<T>(items: readonly T[], roll: () => number): T[] {
  const mixed = [...items]
  for (let last = mixed.length - 1; last > 0; last--) {
    const other = Math.floor(roll() * (last + 1))
    ;[mixed[last], mixed[other]] = [mixed[other]!, mixed[last]!]
  }
  return mixed
}
