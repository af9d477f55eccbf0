import { expect, it } from 'vitest'
import { scheduleFindings, zones } from './schedules-by-chance.ts'

it('each occurrence of 10,000 schedules in forty zones comes once in five years', () => {
  expect(new Set(zones).size).toBe(40)
  const seed = Number(process.env.SCHEDULES_SEED ?? Date.now() % 1e9)
  for (let part = 0; part < 20; part++) expect(scheduleFindings(500, seed + part, 1)).toEqual([])
}, 1_800_000)
