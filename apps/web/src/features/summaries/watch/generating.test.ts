import { expect, test } from 'vitest'
import { sampleSummary, unwritten } from '../../../test/server/samples.ts'
import { alignedTo, generatingTimeoutMs, isStillGenerating, pollMs } from './generating.ts'

const start = Date.parse('2026-11-20T12:00:00.000Z')
const flag = { sinceMs: start, setAtMs: start }
const at = (seconds: number) => new Date(start + seconds * 1000).toISOString()
const entry = (seconds: number, change = {}) => sampleSummary(1, start, { createdAt: at(seconds), ...change })

test('the list is polled every 5 s and the flag ends after 10 min [spec 4.8, 9.1]', () => {
  expect(pollMs).toBe(5000)
  expect(generatingTimeoutMs).toBe(600_000)
  expect(isStillGenerating(flag, [], start + 599_999)).toBe(true)
  expect(isStillGenerating(flag, [], start + 600_000)).toBe(false)
})

test('it clears at the first entry made after the request that can be read [spec 4.7]', () => {
  expect(isStillGenerating(flag, [entry(1, { ...unwritten, state: 'working' })], start + 5000)).toBe(true)
  expect(isStillGenerating(flag, [entry(1, { state: 'readable' })], start + 5000)).toBe(false)
})

test('it clears when that entry failed', () => {
  expect(isStillGenerating(flag, [entry(1, { ...unwritten, state: 'failed' })], start + 5000)).toBe(false)
})

test('an older entry does not clear it', () => {
  expect(isStillGenerating(flag, [entry(-60)], start + 5000)).toBe(true)
})

test('a clock of ours that is ahead of the server does not keep it for ever', () => {
  const ahead = { sinceMs: start + 30_000, setAtMs: start + 30_000 }
  const made = entry(0)
  expect(isStillGenerating(ahead, [made], start + 31_000)).toBe(true)
  expect(isStillGenerating(alignedTo(ahead, made), [made], start + 31_000)).toBe(false)
})
