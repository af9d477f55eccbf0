import { describe, expect, it } from 'vitest'
import { frequencies, planById } from './plans.ts'
import { checkScheduleLimits, checkStartDate, restorableChannels, scheduleLimitSentence } from './schedules.ts'

const ids = (count: number) => Array.from({ length: count }, (_, index) => `channel ${index}`)
const request = (count: number, frequency: (typeof frequencies)[number] = 'monthly') => ({
  channelIds: ids(count),
  frequency,
})

describe('plan limits of a schedule', () => {
  it('allows a schedule with up to the number of channels in the plan [spec 5.13]', () => {
    for (const [id, limit] of [
      ['free', 1],
      ['basic', 2],
      ['premium', 10],
      ['pro', 50],
      ['ultimate', 100],
    ] as const) {
      expect(checkScheduleLimits(planById(id), request(limit))).toBeNull()
      expect(checkScheduleLimits(planById(id), request(limit + 1))).toBe('too_many_channels')
    }
  })

  it('allows a schedule with the frequencies in the plan [spec 5.13]', () => {
    const allowed = (id: Parameters<typeof planById>[0]) =>
      frequencies.filter(frequency => checkScheduleLimits(planById(id), request(1, frequency)) === null)
    expect(allowed('free')).toEqual(['monthly'])
    expect(allowed('basic')).toEqual(['weekly', 'biweekly', 'monthly'])
    expect(allowed('premium')).toEqual(['alternate_days', 'weekly', 'biweekly', 'monthly'])
    expect(allowed('pro')).toEqual(frequencies)
  })

  it('suggests the cheapest plan that allows a rejected schedule', () => {
    const sentence = (id: Parameters<typeof planById>[0], requested: ReturnType<typeof request>) =>
      scheduleLimitSentence(checkScheduleLimits(planById(id), requested)!, planById(id), requested)
    expect(sentence('free', request(2))).toBe(
      'Your plan allows up to 1 channel, but you chose 2. The Basic plan allows 2 channels.',
    )
    expect(sentence('free', request(11))).toContain('The Pro plan allows 50 channels.')
    expect(sentence('ultimate', request(101))).toContain('No plan allows more than 100 channels.')
    expect(sentence('basic', request(1, 'daily'))).toBe('Your plan doesn’t include daily schedules. The Pro plan does.')
  })

  it('lets a schedule keep its channels and frequency after a downgrade, but not add to them', () => {
    const free = planById('free')
    const current = request(10, 'daily')
    expect(checkScheduleLimits(free, current, current)).toBeNull()
    expect(checkScheduleLimits(free, request(9, 'daily'), current)).toBeNull()
    expect(checkScheduleLimits(free, { ...current, channelIds: [...ids(9), 'another'] }, current)).toBe(
      'too_many_channels',
    )
    expect(checkScheduleLimits(free, request(10, 'weekly'), current)).toBe('frequency_not_in_plan')
    expect(checkScheduleLimits(free, request(10, 'monthly'), current)).toBeNull()
  })
})

describe('removed channels', () => {
  it('allows restoring removed channels until a new one is added', () => {
    const [a, b, c, other] = ids(4) as [string, string, string, string]
    expect(restorableChannels([a, c], [a, b, c], [])).toEqual([b])
    expect(restorableChannels([a], [a, c], [b])).toEqual([c, b])
    expect(restorableChannels([a, b], [a], [c, b])).toEqual([c])
    expect(restorableChannels([a, other], [a], [c, b])).toEqual([])
  })
})

describe('schedule starts', () => {
  it('accepts a schedule start from five minutes ago to a year ahead', () => {
    const now = new Date('2026-11-20T09:00:00Z')
    const refuse = (start: string) => checkStartDate(new Date(start), now)
    expect(refuse('2026-11-20T08:55:00Z')).toBeNull()
    expect(refuse('2026-11-20T08:54:59Z')).toBe('start_in_past')
    expect(refuse('2027-11-21T09:00:00Z')).toBeNull()
    expect(refuse('2027-11-21T09:00:01Z')).toBe('start_too_late')
  })
})
