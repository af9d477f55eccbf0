import type { SummaryEvent } from '@recaps/contract'
import type { StreamedEvent } from '../../../api/event-stream.ts'

export interface FollowDeps {
  open(signal: AbortSignal): AsyncGenerator<StreamedEvent>
  onEvent(event: SummaryEvent): void
  /** True from the first sign of life of a connection until it is lost. */
  onLive(isLive: boolean): void
  signal: AbortSignal
}

/** The server sends a comment every 15 s: silence of three of them means that the line is dead. */
export const silenceMs = 45_000
const firstPauseMs = 1000
const longestPauseMs = 30_000

/** Keeps one event stream open until `signal` aborts, with growing pauses between attempts. */
export async function followEvents({ open, onEvent, onLive, signal }: FollowDeps): Promise<void> {
  let pauseMs = firstPauseMs
  while (!signal.aborted) {
    const attempt = new AbortController()
    const stop = () => attempt.abort()
    signal.addEventListener('abort', stop)
    let watchdog = setTimeout(stop, silenceMs)
    try {
      for await (const { name, data } of open(attempt.signal)) {
        clearTimeout(watchdog)
        watchdog = setTimeout(stop, silenceMs)
        pauseMs = firstPauseMs
        onLive(true)
        if (name === 'summary') onEvent(JSON.parse(data) as SummaryEvent)
      }
    } catch (error) {
      if (!signal.aborted) console.error('The event stream was lost:', error)
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
