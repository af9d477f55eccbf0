/** The only source of the current time, so that tests can move it. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

/** `back`: the clock only moves forward · `too_far`: beyond the time the product supports. */
export type ClockRejection = 'back' | 'too_far'

/** The demo's clock, which the operator can move forward. */
export interface MovableClock extends Clock {
  /** How far it is ahead of the system clock. */
  aheadMs(): number
  /** Moves it forward, or returns why that is not possible. */
  advance(byMs: number): ClockRejection | null
}
