const firstMs = 5_000
const maxMs = 3600_000

/** Delay before the next attempt: 5 seconds after the first failure (`tries` = 0), doubling each time, at most an hour. */
export const retryDelayMs = (tries: number): number => Math.min(maxMs, firstMs * 2 ** tries)
