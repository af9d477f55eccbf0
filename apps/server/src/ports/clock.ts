/** The only source of the current time, so that tests can move it. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

/** `back`: it never goes back · `too_far`: nothing is meant to work so far ahead. */
export type ClockRefusal = 'back' | 'too_far'

/** The clock of the demo, which somebody puts forward. */
export interface MovableClock extends Clock {
  /** How far it is ahead of the machine's. */
  aheadMs(): number
  /** Puts it forward, or says why not. */
  putForward(byMs: number): ClockRefusal | null
}
