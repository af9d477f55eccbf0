import { setTimeout as sleep } from 'node:timers/promises'

/** How many calls of one service this process makes at a time, and when it makes none. */
export interface CallGate {
  /** Runs `call` once there is a place for it. Waiting ends with the reason of the signal. */
  pass<T>(call: () => Promise<T>, signal: AbortSignal | undefined): Promise<T>
  /** Lets nobody in for that long: who sends one of us away means all of us. */
  rest(ms: number): void
}

export function callGate(places: number): CallGate {
  let free = places
  let restsUntil = 0
  const waiting = new Set<() => void>()

  async function enter(signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted()
    if (free > 0) free--
    else await handedOn(signal)
  }

  const handedOn = (signal: AbortSignal | undefined): Promise<void> =>
    new Promise((resolve, reject) => {
      const takePlace = () => {
        signal?.removeEventListener('abort', leave)
        resolve()
      }
      const leave = () => {
        waiting.delete(takePlace)
        reject(signal?.reason)
      }
      waiting.add(takePlace)
      signal?.addEventListener('abort', leave, { once: true })
    })

  function goOut(): void {
    const [next] = waiting
    if (!next) {
      free++
      return
    }
    waiting.delete(next)
    next()
  }

  return {
    async pass(call, signal) {
      await enter(signal)
      try {
        for (let ms = restsUntil - performance.now(); ms > 0; ms = restsUntil - performance.now())
          await pause(ms, signal)
        return await call()
      } finally {
        goOut()
      }
    },
    rest(ms) {
      restsUntil = Math.max(restsUntil, performance.now() + ms)
    },
  }
}

/** Waits; ends with the reason of the signal when that is aborted. */
export async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(error => {
    throw signal?.aborted ? signal.reason : error
  })
}
