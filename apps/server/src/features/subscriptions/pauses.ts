const firstMs = 5_000
const longestMs = 3600_000

/** How long a job waits that the provider did not answer: twice as long each time, never more than an hour. */
export const pauseMs = (tries: number): number => Math.min(longestMs, firstMs * 2 ** tries)
