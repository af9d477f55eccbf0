import type { SummaryEvent } from '@recaps/contract'
import type { StreamedEvent } from '../../../api/event-stream.ts'

export interface FollowEventsDeps {
  open(signal: AbortSignal): AsyncGenerator<StreamedEvent>
  onEvent(event: SummaryEvent): void
  /** Called with true on each message of a connection, and with false once it is lost. */
  onLive(isLive: boolean): void
  signal: AbortSignal
}

/** The server sends a heartbeat every 15 s; after three missed ones the connection counts as dead. */
export const staleAfterMs = 45_000
const firstPauseMs = 1000
const longestPauseMs = 30_000

/** Keeps one event stream open until `signal` aborts; reconnects with exponential backoff. */
export async function followEvents({ open, onEvent, onLive, signal }: FollowEventsDeps): Promise<void> {
  let pauseMs = firstPauseMs
  while (!signal.aborted) {
    const attempt = new AbortController()
    const stop = () => attempt.abort()
    signal.addEventListener('abort', stop)
    let watchdog = setTimeout(stop, staleAfterMs)
    try {
      for await (const { name, data } of open(attempt.signal)) {
        clearTimeout(watchdog)
        watchdog = setTimeout(stop, staleAfterMs)
        pauseMs = firstPauseMs
        onLive(true)
        if (name === 'summary') onEvent(JSON.parse(data) as SummaryEvent)
      }
    } catch (error) {
      if (!signal.aborted) console.error('Event stream lost, reconnecting:', error)
    }
    clearTimeout(watchdog)
    signal.removeEventListener('abort', stop)
    onLive(false)
    if (signal.aborted) return
    await pause(pauseMs, signal)
    pauseMs = Math.min(longestPauseMs, pauseMs * 2)
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end)
  })
}
