import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { serverTime, syncServerClock } from './server-clock.ts'

const deviceTime = Date.parse('2026-11-23T12:00:00Z')
const dayMs = 86_400_000
beforeEach(() => vi.useFakeTimers({ now: deviceTime }))
afterEach(() => {
  syncServerClock(new Date().toUTCString())
  vi.useRealTimers()
})

test.each([-dayMs, 40 * dayMs, 61_000])('a device whose clock is off by %i ms uses the server’s clock', offMs => {
  syncServerClock(new Date(deviceTime + offMs).toUTCString())
  expect(serverTime().getTime()).toBe(deviceTime + offMs)
  vi.setSystemTime(deviceTime + 5_000)
  expect(serverTime().getTime()).toBe(deviceTime + offMs + 5_000)
})

test('the server clock ignores network delay and returns to the device’s time once its clock is corrected', () => {
  syncServerClock(new Date(deviceTime + dayMs).toUTCString())
  syncServerClock(new Date(deviceTime - 20_000).toUTCString())
  expect(serverTime().getTime()).toBe(deviceTime)
})

test.each([null, '', 'yesterday'])('the server clock ignores a response with the Date header %j', date => {
  syncServerClock(new Date(deviceTime + dayMs).toUTCString())
  syncServerClock(date)
  expect(serverTime().getTime()).toBe(deviceTime + dayMs)
})
