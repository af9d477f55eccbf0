import { expect, it } from 'vitest'
import { scheduleFindings, zones } from './schedules-by-chance.ts'

/** 10,000 by `npm run test:long -- --whole`; others each time. */
const schedules = process.env.TEST_EXTENT === 'whole' ? 10_000 : 2_500
const inOnePart = 500

it(`each occurrence of ${schedules.toLocaleString('en')} schedules in forty zones comes once in five years`, () => {
  expect(new Set(zones).size).toBe(40)
  const seed = Number(process.env.SCHEDULES_SEED ?? Date.now() % 1e9)
  for (let part = 0; part < schedules / inOnePart; part++)
    expect(scheduleFindings(inOnePart, seed + part, 1)).toEqual([])
}, 1_800_000)
