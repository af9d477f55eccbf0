import { setTimeout as sleep } from 'node:timers/promises'

/** Limits how many calls this process makes to one service at a time, and pauses them at the request of the service. */
export interface CallLimiter {
  /** Runs `call` when a slot is free. Rejects with the signal's abort reason if aborted while waiting. */
  run<T>(call: () => Promise<T>, signal: AbortSignal | undefined): Promise<T>
  /** Delays all calls, because a service that rejects one call with Retry-After would also reject the others. */
  pauseFor(ms: number): void
}

export function callLimiter(slots: number): CallLimiter {
  let free = slots
  let pausedUntil = 0
  const waiting = new Set<() => void>()

  async function acquire(signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted()
    if (free > 0) free--
    else await waitForSlot(signal)
  }

  const waitForSlot = (signal: AbortSignal | undefined): Promise<void> =>
    new Promise((resolve, reject) => {
      const onSlot = () => {
        signal?.removeEventListener('abort', onAbort)
        resolve()
      }
      const onAbort = () => {
        waiting.delete(onSlot)
        reject(signal?.reason)
      }
      waiting.add(onSlot)
      signal?.addEventListener('abort', onAbort, { once: true })
    })

  function release(): void {
    const [next] = waiting
    if (!next) {
      free++
      return
    }
    waiting.delete(next)
    next()
  }

  return {
    async run(call, signal) {
      await acquire(signal)
      try {
        for (let ms = pausedUntil - performance.now(); ms > 0; ms = pausedUntil - performance.now())
          await pause(ms, signal)
        return await call()
      } finally {
        release()
      }
    },
    pauseFor(ms) {
      pausedUntil = Math.max(pausedUntil, performance.now() + ms)
    },
  }
}

/** Rejects with the signal's abort reason. */
export async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(error => {
    throw signal?.aborted ? signal.reason : error
  })
}
