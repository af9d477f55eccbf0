import { describe, expect, it } from 'vitest'
import { frequencies, planById } from './plans.ts'
import { refuseSchedule, refuseStart, removedAfter, scheduleRefusalSentence } from './schedules.ts'

const ids = (count: number) => Array.from({ length: count }, (_, index) => `channel ${index}`)
const wish = (count: number, frequency: (typeof frequencies)[number] = 'monthly') => ({
  channelIds: ids(count),
  frequency,
})

describe('a schedule and the plan', () => {
  it('takes as many channels as the plan follows [spec 5.13]', () => {
    for (const [id, limit] of [
      ['free', 1],
      ['basic', 2],
      ['premium', 10],
      ['pro', 50],
      ['ultimate', 100],
    ] as const) {
      expect(refuseSchedule(planById(id), wish(limit))).toBeNull()
      expect(refuseSchedule(planById(id), wish(limit + 1))).toBe('too_many_channels')
    }
  })

  it('runs as often as the plan allows [spec 5.13]', () => {
    const allowed = (id: Parameters<typeof planById>[0]) =>
      frequencies.filter(frequency => refuseSchedule(planById(id), wish(1, frequency)) === null)
    expect(allowed('free')).toEqual(['monthly'])
    expect(allowed('basic')).toEqual(['weekly', 'biweekly', 'monthly'])
    expect(allowed('premium')).toEqual(['alternate_days', 'weekly', 'biweekly', 'monthly'])
    expect(allowed('pro')).toEqual(frequencies)
  })

  it('names the cheapest plan that opens what was refused', () => {
    const said = (id: Parameters<typeof planById>[0], wanted: ReturnType<typeof wish>) =>
      scheduleRefusalSentence(refuseSchedule(planById(id), wanted)!, planById(id), wanted)
    expect(said('free', wish(2))).toBe(
      'Your plan follows at most 1 channel, and this would be 2. The Basic plan follows 2 channels.',
    )
    expect(said('free', wish(11))).toContain('The Pro plan follows 50 channels.')
    expect(said('ultimate', wish(101))).toContain('No plan follows more than 100 channels.')
    expect(said('basic', wish(1, 'daily'))).toBe('Your plan does not include daily schedules. The Pro plan does.')
  })

  it('keeps under a smaller plan what it has, and may only become smaller', () => {
    const free = planById('free')
    const held = wish(10, 'daily')
    expect(refuseSchedule(free, held, held)).toBeNull()
    expect(refuseSchedule(free, wish(9, 'daily'), held)).toBeNull()
    expect(refuseSchedule(free, { ...held, channelIds: [...ids(9), 'another'] }, held)).toBe('too_many_channels')
    expect(refuseSchedule(free, wish(10, 'weekly'), held)).toBe('frequency_not_in_plan')
    expect(refuseSchedule(free, wish(10, 'monthly'), held)).toBeNull()
  })
})

describe('channels that were removed', () => {
  it('may all come back until another joins', () => {
    const [a, b, c, other] = ids(4) as [string, string, string, string]
    expect(removedAfter([a, c], [a, b, c], [])).toEqual([b])
    expect(removedAfter([a], [a, c], [b])).toEqual([c, b])
    expect(removedAfter([a, b], [a], [c, b])).toEqual([c])
    expect(removedAfter([a, other], [a], [c, b])).toEqual([])
  })
})

describe('the start of a schedule', () => {
  it('may be five minutes ago and a year ahead', () => {
    const now = new Date('2026-11-20T09:00:00Z')
    const refused = (start: string) => refuseStart(new Date(start), now)
    expect(refused('2026-11-20T08:55:00Z')).toBeNull()
    expect(refused('2026-11-20T08:54:59Z')).toBe('start_in_past')
    expect(refused('2027-11-21T09:00:00Z')).toBeNull()
    expect(refused('2027-11-21T09:00:01Z')).toBe('start_too_late')
  })
})
