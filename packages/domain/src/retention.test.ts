import { describe, expect, it } from 'vitest'
import { erasureCutoff, erasureDueAt, exportExpiresAt } from './retention.ts'

describe('retention periods', () => {
  it.each([
    ['2026-11-21T15:37:09.123Z', '2026-12-21T15:37:09.123Z'],
    ['2027-01-31T00:00:00.000Z', '2027-03-02T00:00:00.000Z'],
    ['2028-02-01T23:59:59.999Z', '2028-03-02T23:59:59.999Z'],
    // Clocks in Europe and America change on these days, but UTC does not.
    ['2027-03-14T06:30:00.000Z', '2027-04-13T06:30:00.000Z'],
    ['2026-10-20T01:00:00.000Z', '2026-11-19T01:00:00.000Z'],
  ])('erases the data of an account deleted at %s from %s on, not a millisecond earlier', (deleted, erased) => {
    const [deletedAt, from] = [new Date(deleted), new Date(erased)]
    expect(erasureDueAt(deletedAt)).toEqual(from)
    expect(deletedAt <= erasureCutoff(from)).toBe(true)
    expect(deletedAt <= erasureCutoff(new Date(from.getTime() - 1))).toBe(false)
  })

  it('lets a data export be downloaded for seven days', () => {
    expect(exportExpiresAt(new Date('2026-12-28T12:00:00Z'))).toEqual(new Date('2027-01-04T12:00:00Z'))
  })
})
