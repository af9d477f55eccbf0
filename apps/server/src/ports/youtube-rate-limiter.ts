/** Limits the rate of requests to YouTube, over all processes together. */
export interface YoutubeRateLimiter {
  /**
   * Reserves one request on a route. Returns null if it may be sent now, otherwise the earliest time to try again. The last
   * requests are reserved for users, so background work is refused earlier.
   */
  take(route: string, options: { isBackground: boolean }): Promise<Date | null>
}
