import type { CountedStep } from '@recaps/domain/analytics'

/** A page that was opened, or a step that was taken on it, by somebody nobody names. */
export interface Visit {
  /** The address of the page's kind, under the public address. */
  url: string
  step: CountedStep | null
  /** First address of the visitor's network, /24 or /48; null when it is not known. */
  network: string | null
  /** What the browser says of itself. */
  userAgent: string
}

/** Who counts visits. */
export interface Analytics {
  /**
   * Passes one on, once, within a short time; never throws. `dropped`: so many are on their way that this one did not leave. A
   * count that is lost is no loss to anybody who visits.
   */
  count(visit: Visit): Promise<'taken' | 'failed' | 'dropped'>
}
