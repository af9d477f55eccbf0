import type { SummaryEvent } from '@recaps/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { StreamedEvent } from '../../../api/event-stream.ts'
import { followEvents, staleAfterMs } from './follow-events.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => vi.useRealTimers())

/** Starts following. The nth attempt to connect uses the nth generator; further attempts reuse the last one. */
function follow(connections: ((signal: AbortSignal) => AsyncGenerator<StreamedEvent>)[]) {
  const stop = new AbortController()
  const received: SummaryEvent[] = []
  const live: boolean[] = []
  let opened = 0
  const done = followEvents({
    open: signal => connections[Math.min(opened++, connections.length - 1)]!(signal),
    onEvent: event => received.push(event),
    onLive: isLive => live.push(isLive),
    signal: stop.signal,
  })
  return { received, live, stop, done, opened: () => opened }
}

const untilAborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', reject))

async function* failing(): AsyncGenerator<StreamedEvent> {
  yield* []
  throw new Error('refused')
}
async function* silent(signal: AbortSignal): AsyncGenerator<StreamedEvent> {
  yield* []
  await untilAborted(signal)
}
async function* active(signal: AbortSignal): AsyncGenerator<StreamedEvent> {
  yield { name: '', data: '' }
  yield { name: 'summary', data: '{"id":7}' }
  await untilAborted(signal)
}

test('delivers events and reports the stream as live from its first message', async () => {
  const stream = follow([active])
  await vi.advanceTimersByTimeAsync(0)
  expect(stream.received).toEqual([{ id: 7 }])
  expect(stream.live).toContain(true)
  stream.stop.abort()
  await stream.done
})

test('reconnects a failing event stream after 1, 2, 4 s and up to 30 s', async () => {
  const stream = follow([failing])
  await vi.advanceTimersByTimeAsync(999)
  expect(stream.opened()).toBe(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(stream.opened()).toBe(2)
  await vi.advanceTimersByTimeAsync(6000)
  expect(stream.opened()).toBe(4)
  await vi.advanceTimersByTimeAsync(600_000)
  expect(stream.opened()).toBeGreaterThan(20)
  expect(stream.live).not.toContain(true)
  stream.stop.abort()
  await stream.done
})

test('removes its abort listeners after each reconnect pause', async () => {
  const stream = follow([failing])
  const { signal } = stream.stop
  const added = vi.spyOn(signal, 'addEventListener')
  const removed = vi.spyOn(signal, 'removeEventListener')
  await vi.advanceTimersByTimeAsync(600_000)
  expect(added.mock.calls.length).toBeGreaterThan(20)
  expect(added.mock.calls.length - removed.mock.calls.length).toBeLessThanOrEqual(1)
  stream.stop.abort()
  await stream.done
})

test('reconnects when a new event stream stays silent for 45 s', async () => {
  const stream = follow([silent])
  await vi.advanceTimersByTimeAsync(staleAfterMs + 1000)
  expect(stream.opened()).toBe(2)
  stream.stop.abort()
  await stream.done
})

test('reconnects when an active event stream misses three heartbeats', async () => {
  const stream = follow([active])
  await vi.advanceTimersByTimeAsync(staleAfterMs + 1000)
  expect(stream.opened()).toBe(2)
  stream.stop.abort()
  await stream.done
})
