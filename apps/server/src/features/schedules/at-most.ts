/** Lets so many pieces of work run at a time, whoever asks; the others wait their turn. */
export function atMost(width: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let running = 0
  return async work => {
    if (running === width) await new Promise<void>(resolve => waiting.push(resolve))
    else running++
    try {
      return await work()
    } finally {
      // The place is handed over, so that nobody comes in between.
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
