/** Keeps requests to YouTube below a rate, over all processes together. */
export interface Pace {
  /**
   * Takes the place of one request over a way out; null when it may be sent, otherwise the instant at which a place may be
   * free. The last places are kept for users: background work is refused them.
   */
  take(route: string, options: { isBackground: boolean }): Promise<Date | null>
}
