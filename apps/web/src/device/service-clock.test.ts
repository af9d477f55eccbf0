import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { hearServiceClock, serviceNow } from './service-clock.ts'

const here = Date.parse('2026-11-23T12:00:00Z')
const day = 86_400_000
beforeEach(() => vi.useFakeTimers({ now: here }))
afterEach(() => {
  hearServiceClock(new Date().toUTCString())
  vi.useRealTimers()
})

test.each([-day, 40 * day, 61_000])('a device that is off by %i ms goes by the clock of the service', offMs => {
  hearServiceClock(new Date(here + offMs).toUTCString())
  expect(serviceNow().getTime()).toBe(here + offMs)
  vi.setSystemTime(here + 5_000)
  expect(serviceNow().getTime()).toBe(here + offMs + 5_000)
})

test('what the way of an answer takes moves nothing, and a clock that was put right counts again', () => {
  hearServiceClock(new Date(here + day).toUTCString())
  hearServiceClock(new Date(here - 20_000).toUTCString())
  expect(serviceNow().getTime()).toBe(here)
})

test.each([null, '', 'yesterday'])('an answer that tells no time, %j, changes nothing', date => {
  hearServiceClock(new Date(here + day).toUTCString())
  hearServiceClock(date)
  expect(serviceNow().getTime()).toBe(here + day)
})
