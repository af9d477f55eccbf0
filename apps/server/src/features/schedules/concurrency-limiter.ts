/** Limits how many tasks run at a time. The others wait in the order of their calls. */
export function createConcurrencyLimiter(limit: number): <T>(task: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let running = 0
  return async task => {
    if (running === limit) await new Promise<void>(resolve => waiting.push(resolve))
    else running++
    try {
      return await task()
    } finally {
      // The slot goes straight to the next task in the queue, so that a new call cannot take it first.
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
