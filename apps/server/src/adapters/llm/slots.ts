/** Lets at most so many things happen at once in this process; the others wait in the order in which they came. */
export interface Slots {
  /** Runs `work` when a slot is free. Who is no longer wanted while waiting never gets one. */
  run<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T>
}

export function slots(count: number): Slots {
  let free = count
  const waiting: (() => void)[] = []

  function leave(): void {
    const next = waiting.shift()
    if (next) next()
    else free++
  }

  async function enter(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    if (free > 0) {
      free--
      return
    }
    const turn = Promise.withResolvers<void>()
    const give = () => turn.resolve()
    const stop = () => {
      const place = waiting.indexOf(give)
      if (place >= 0) waiting.splice(place, 1)
      turn.reject(signal.reason)
    }
    waiting.push(give)
    signal.addEventListener('abort', stop, { once: true })
    try {
      await turn.promise
    } finally {
      signal.removeEventListener('abort', stop)
    }
  }

  return {
    async run(work, signal) {
      await enter(signal)
      try {
        return await work()
      } finally {
        leave()
      }
    },
  }
}
