import { expect, it } from 'vitest'
import { findOccurrenceErrors, zones } from './random-schedules.ts'

/** 10,000 with `npm run test:long -- --whole`. Each run uses different schedules. */
const schedules = process.env.TEST_EXTENT === 'whole' ? 10_000 : 2_500
const schedulesPerPart = 500

it(`finds each occurrence of ${schedules.toLocaleString('en')} schedules in forty zones exactly once over five years`, () => {
  expect(new Set(zones).size).toBe(40)
  const seed = Number(process.env.SCHEDULES_SEED ?? 1)
  for (let part = 0; part < schedules / schedulesPerPart; part++)
    expect(findOccurrenceErrors(schedulesPerPart, seed + part, 1)).toEqual([])
}, 1_800_000)
