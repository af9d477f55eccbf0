import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { activePlan, type Plan, type PlanId, parsePlanId, planById, planIds, plans } from './plans.ts'
import { calculateMonthlyUsage, toMonth } from './quota.ts'

describe('the plan table of the specification [spec 9.5]', () => {
  const upToWeekly = 'weekly biweekly monthly'
  test.each([
    ['free', 0, 3, 1, 3, 'monthly', false, 'youtube'],
    ['basic', 499, 10, 2, 10, upToWeekly, false, 'youtube'],
    ['premium', 999, 30, 10, 30, `alternate_days ${upToWeekly}`, false, 'youtube'],
    ['pro', 2499, 500, 50, 500, `daily alternate_days ${upToWeekly}`, true, 'youtube'],
    ['ultimate', 9999, 1000, 100, 9999, `daily alternate_days ${upToWeekly}`, true, 'all'],
  ] as const)(
    'the plan %s costs %i cents and has %i summaries, %i channels and %i community reads',
    (id, priceCents, summariesPerMonth, channelLimit, communityReadsPerMonth, frequencies, aiInteraction, type) => {
      const { allowedFrequencies, ...plan } = planById(id)
      const figures = { priceCents, summariesPerMonth, channelLimit, communityReadsPerMonth }
      expect(plan).toMatchObject({ ...figures, aiInteraction, type, offersFreeTrial: false })
      expect(allowedFrequencies.join(' ')).toBe(frequencies)
    },
  )

  it('parses plan ids with and without the project prefix [spec 3.5]', () => {
    for (const id of planIds) expect([parsePlanId(id), parsePlanId(`youtube-${id}`)]).toEqual([id, id])
    expect([parsePlanId('podcast-free'), parsePlanId('gold'), parsePlanId('')]).toEqual([null, null, null])
  })
})

describe('the active plan', () => {
  const bought = (planId: PlanId, status = 'active', type: Plan['type'] = 'youtube') => ({ planId, status, type })

  it('the active plan is that of an active purchase of the project’s type [spec 4.9]', () => {
    expect(activePlan([bought('free', 'canceled'), bought('pro')], 'free').id).toBe('pro')
    expect(activePlan([bought('ultimate', 'active', 'all')], 'free').id).toBe('ultimate')
  })

  it('the active plan is the free plan if there is no active purchase [spec 4.9]', () => {
    expect(activePlan([], 'free').id).toBe('free')
    expect(activePlan([bought('pro', 'pending'), bought('basic', 'canceled')], 'free').id).toBe('free')
    expect(activePlan([bought('pro', 'active', 'podcast')], 'free').id).toBe('free')
  })

  it('the active plan is the first of the list if the free plan is not in it [spec 4.9]', () => {
    const [, ...paidPlans] = plans
    expect(activePlan([], 'free', paidPlans).id).toBe('basic')
  })
})

describe('the monthly quota', () => {
  const at = new Date('2026-11-30T23:59:59.999Z')

  it('the remaining quota is the plan’s summaries minus those made this month, and at least 0 [spec 5.12, 9.4]', () => {
    fc.assert(
      fc.property(fc.constantFrom(...plans), fc.nat(2000), (plan, used) => {
        const { remaining, limit } = calculateMonthlyUsage(plan, used, at)
        expect(limit).toBe(plan.summariesPerMonth)
        expect(remaining).toBe(Math.max(0, plan.summariesPerMonth - used))
      }),
    )
  })

  it('the quota covers a calendar month and resets at the start of the next one [spec 9.4]', () => {
    expect(toMonth(at)).toBe('2026-11')
    expect(calculateMonthlyUsage(planById('free'), 3, at).resetsAt.toISOString()).toBe('2026-12-01T00:00:00.000Z')
  })
})
