import { retryDelaySeconds } from './retry-delay.ts'

/** Parallel calls are limited: the API is rate-limited and mobile bandwidth is scarce. */
const maxParallel = 4

/**
 * Runs a call for each item with limited parallelism. Returns the items that succeeded (`done`) and failed (`left`). If the
 * server limits the rate, all calls pause for its Retry-After time.
 */
export async function forEachLimited<T>(items: readonly T[], call: (item: T) => Promise<unknown>) {
  const isDone: boolean[] = []
  const pending = [...items.entries()]
  let pause: Promise<void> = Promise.resolve()
  const work = async () => {
    for (let next = pending.shift(); next; next = pending.shift()) {
      await pause
      const [index, item] = next
      try {
        await call(item)
        isDone[index] = true
      } catch (error) {
        const seconds = retryDelaySeconds(error)
        if (seconds === null) continue
        pause = new Promise(resolve => setTimeout(resolve, seconds * 1000))
        pending.push(next)
      }
    }
  }
  await Promise.all(Array.from({ length: maxParallel }, work))
  return { done: items.filter((_, index) => isDone[index]), left: items.filter((_, index) => !isDone[index]) }
}
