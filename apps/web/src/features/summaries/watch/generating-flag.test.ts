import { expect, test } from 'vitest'
import { sampleSummary, unwritten } from '../../../test/server/samples.ts'
import { alignToServerClock, generatingTimeoutMs, isStillGenerating, pollMs } from './generating-flag.ts'

const start = Date.parse('2026-11-20T12:00:00.000Z')
const flag = { sinceMs: start, setAtMs: start }
const at = (seconds: number) => new Date(start + seconds * 1000).toISOString()
const summary = (seconds: number, change = {}) => sampleSummary(1, start, { createdAt: at(seconds), ...change })

test('generating flag: polls every 5 s and expires after 10 min [spec 4.8, 9.1]', () => {
  expect(pollMs).toBe(5000)
  expect(generatingTimeoutMs).toBe(600_000)
  expect(isStillGenerating(flag, [], start + 599_999)).toBe(true)
  expect(isStillGenerating(flag, [], start + 600_000)).toBe(false)
})

test('generating flag clears when a summary created after the request is readable [spec 4.7]', () => {
  expect(isStillGenerating(flag, [summary(1, { ...unwritten, state: 'working' })], start + 5000)).toBe(true)
  expect(isStillGenerating(flag, [summary(1, { state: 'readable' })], start + 5000)).toBe(false)
})

test('generating flag clears when a summary created after the request has failed', () => {
  expect(isStillGenerating(flag, [summary(1, { ...unwritten, state: 'failed' })], start + 5000)).toBe(false)
})

test('generating flag does not clear for a summary older than the request', () => {
  expect(isStillGenerating(flag, [summary(-60)], start + 5000)).toBe(true)
})

test('generating flag clears even if the device clock is ahead of the server', () => {
  const ahead = { sinceMs: start + 30_000, setAtMs: start + 30_000 }
  const created = summary(0)
  expect(isStillGenerating(ahead, [created], start + 31_000)).toBe(true)
  expect(isStillGenerating(alignToServerClock(ahead, created), [created], start + 31_000)).toBe(false)
})
