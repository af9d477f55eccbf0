import { expect, it } from 'vitest'
import { parseSubscribers } from './subscribers.ts'

it.each([
  [['@handle', '8.84k subscribers', '258 videos'], 8_840],
  [['1.15m subscribers'], 1_150_000],
  [['1.15M subscribers'], 1_150_000],
  [['2b subscribers'], 2_000_000_000],
  [['1,284 subscribers'], 1_284],
  [['1 subscriber'], 1],
  [['0 subscribers'], 0],
  [['4,55 k abonnés'], null],
  [['@1k subscribers'], null],
  [['. subscribers', '1.2.3k subscribers', 'N/A', undefined], null],
  [['182 videos'], null],
  [[], null],
] as const)('reads from the channel texts %o the subscriber count %s', (facts, count) => {
  expect(parseSubscribers(facts)).toBe(count)
})
