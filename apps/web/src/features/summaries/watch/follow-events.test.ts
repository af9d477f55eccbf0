import type { SummaryEvent } from '@recaps/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { StreamedEvent } from '../../../api/event-stream.ts'
import { followEvents, silenceMs } from './follow-events.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => vi.useRealTimers())

/** Each connection ends as its script says: with events, with an error, or never. */
function follow(connections: ((signal: AbortSignal) => AsyncGenerator<StreamedEvent>)[]) {
  const stop = new AbortController()
  const heard: SummaryEvent[] = []
  const live: boolean[] = []
  let opened = 0
  const done = followEvents({
    open: signal => connections[Math.min(opened++, connections.length - 1)]!(signal),
    onEvent: event => heard.push(event),
    onLive: isLive => live.push(isLive),
    signal: stop.signal,
  })
  return { heard, live, stop, done, opened: () => opened }
}

const until = (signal: AbortSignal) => new Promise<never>((_, reject) => signal.addEventListener('abort', reject))

async function* refused(): AsyncGenerator<StreamedEvent> {
  yield* []
  throw new Error('refused')
}
async function* mute(signal: AbortSignal): AsyncGenerator<StreamedEvent> {
  yield* []
  await until(signal)
}
async function* speaking(signal: AbortSignal): AsyncGenerator<StreamedEvent> {
  yield { name: '', data: '' }
  yield { name: 'summary', data: '{"id":7}' }
  await until(signal)
}

test('events arrive, and the line counts as live from its first sign of life', async () => {
  const line = follow([speaking])
  await vi.advanceTimersByTimeAsync(0)
  expect(line.heard).toEqual([{ id: 7 }])
  expect(line.live).toContain(true)
  line.stop.abort()
  await line.done
})

test('a refused line is tried again after 1, 2, 4 s and at most 30 s', async () => {
  const line = follow([refused])
  await vi.advanceTimersByTimeAsync(999)
  expect(line.opened()).toBe(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(line.opened()).toBe(2)
  await vi.advanceTimersByTimeAsync(6000)
  expect(line.opened()).toBe(4)
  await vi.advanceTimersByTimeAsync(600_000)
  expect(line.opened()).toBeGreaterThan(20)
  expect(line.live).not.toContain(true)
  line.stop.abort()
  await line.done
})

test('nothing is left on the signal of a pause that is over', async () => {
  const line = follow([refused])
  const { signal } = line.stop
  const added = vi.spyOn(signal, 'addEventListener')
  const removed = vi.spyOn(signal, 'removeEventListener')
  await vi.advanceTimersByTimeAsync(600_000)
  expect(added.mock.calls.length).toBeGreaterThan(20)
  expect(added.mock.calls.length - removed.mock.calls.length).toBeLessThanOrEqual(1)
  line.stop.abort()
  await line.done
})

test('a line that never says anything is given up too', async () => {
  const line = follow([mute])
  await vi.advanceTimersByTimeAsync(silenceMs + 1000)
  expect(line.opened()).toBe(2)
  line.stop.abort()
  await line.done
})

test('a line that is silent for three heartbeats is given up and opened anew', async () => {
  const line = follow([speaking])
  await vi.advanceTimersByTimeAsync(silenceMs + 1000)
  expect(line.opened()).toBe(2)
  line.stop.abort()
  await line.done
})
