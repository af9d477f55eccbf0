/** Limits how many tasks run at once in this process. The others wait in the order of their arrival. */
export interface TaskLimiter {
  /** Runs `work` when a slot is free. If `signal` is aborted while it waits, it is not run. */
  run<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T>
}

export function taskLimiter(count: number): TaskLimiter {
  let free = count
  const waiting: (() => void)[] = []

  function release(): void {
    const next = waiting.shift()
    if (next) next()
    else free++
  }

  async function acquire(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    if (free > 0) {
      free--
      return
    }
    const slot = Promise.withResolvers<void>()
    const onSlot = () => slot.resolve()
    const onAbort = () => {
      const position = waiting.indexOf(onSlot)
      if (position >= 0) waiting.splice(position, 1)
      slot.reject(signal.reason)
    }
    waiting.push(onSlot)
    signal.addEventListener('abort', onAbort, { once: true })
    try {
      await slot.promise
    } finally {
      signal.removeEventListener('abort', onAbort)
    }
  }

  return {
    async run(work, signal) {
      await acquire(signal)
      try {
        return await work()
      } finally {
        release()
      }
    },
  }
}
