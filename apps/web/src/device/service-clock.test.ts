import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { hearServiceClock, serviceNow } from './service-clock.ts'

const deviceTime = Date.parse('2026-11-23T12:00:00Z')
const dayMs = 86_400_000
beforeEach(() => vi.useFakeTimers({ now: deviceTime }))
afterEach(() => {
  hearServiceClock(new Date().toUTCString())
  vi.useRealTimers()
})

test.each([-dayMs, 40 * dayMs, 61_000])('a device whose clock is off by %i ms uses the server’s clock', offMs => {
  hearServiceClock(new Date(deviceTime + offMs).toUTCString())
  expect(serviceNow().getTime()).toBe(deviceTime + offMs)
  vi.setSystemTime(deviceTime + 5_000)
  expect(serviceNow().getTime()).toBe(deviceTime + offMs + 5_000)
})

test('the server clock ignores network delay and returns to the device’s time once its clock is corrected', () => {
  hearServiceClock(new Date(deviceTime + dayMs).toUTCString())
  hearServiceClock(new Date(deviceTime - 20_000).toUTCString())
  expect(serviceNow().getTime()).toBe(deviceTime)
})

test.each([null, '', 'yesterday'])('the server clock ignores a response with the Date header %j', date => {
  hearServiceClock(new Date(deviceTime + dayMs).toUTCString())
  hearServiceClock(date)
  expect(serviceNow().getTime()).toBe(deviceTime + dayMs)
})
