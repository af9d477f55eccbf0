import type { CountedStep } from '@recaps/domain/analytics'

/** An opened page, or a step taken on it. Does not identify the visitor. */
export interface Visit {
  /** URL of the page kind under the public URL, without ids. */
  url: string
  step: CountedStep | null
  /** First address of the visitor's network (/24 or /48); null if unknown. */
  network: string | null
  /** The browser's User-Agent header. */
  userAgent: string
}

/** A service that counts visits. */
export interface Analytics {
  /**
   * Sends one visit with a short timeout and no retries; never throws. `dropped`: not sent because too many calls are pending.
   * A lost count does not affect visitors.
   */
  count(visit: Visit): Promise<'taken' | 'failed' | 'dropped'>
}
