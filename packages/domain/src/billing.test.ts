import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  buyablePlanIds,
  buyablePlans,
  cheapestPlanFor,
  type ProviderStatus,
  planChangeEffects,
  planChangeKind,
  toPurchaseStatus,
} from './billing.ts'
import { planById, plans } from './plans.ts'

const now = new Date('2026-11-22T12:00:00Z')
const daysAgo = (days: number) => new Date(now.getTime() - days * 24 * 3600_000)
const healthy: ProviderStatus = { state: 'active', failedSince: null, willRetry: false, isRefunded: false }

describe('subscription status', () => {
  it.each<[string, Partial<ProviderStatus>, string]>([
    ['incomplete', {}, 'pending'],
    ['incomplete_expired', {}, 'expired'],
    ['trialing', {}, 'active'],
    ['active', {}, 'active'],
    ['past_due', { failedSince: daysAgo(0), willRetry: true }, 'active'],
    ['past_due', { failedSince: daysAgo(6.9), willRetry: true }, 'active'],
    ['past_due', { failedSince: daysAgo(7), willRetry: true }, 'past_due'],
    ['past_due', { failedSince: daysAgo(2), willRetry: false }, 'past_due'],
    ['unpaid', { failedSince: daysAgo(1), willRetry: true }, 'past_due'],
    ['paused', {}, 'paused'],
    ['canceled', {}, 'canceled'],
    ['active', { isRefunded: true }, 'refunded'],
    ['canceled', { isRefunded: true }, 'refunded'],
    ['a state of next year', {}, 'past_due'],
  ])('maps the provider state %s (%o) to the subscription status %s', (state, more, status) => {
    expect(toPurchaseStatus({ ...healthy, state, ...more }, now).status).toBe(status)
  })

  it('returns the end of the grace period after a failed payment', () => {
    const { graceEndsAt } = toPurchaseStatus(
      { ...healthy, state: 'past_due', failedSince: daysAgo(3), willRetry: true },
      now,
    )
    expect(graceEndsAt).toEqual(daysAgo(-4))
  })

  it('reports an unknown provider state as unknown and never as active', () => {
    fc.assert(
      fc.property(fc.string(), state => {
        const status = toPurchaseStatus({ ...healthy, state }, now)
        const known = [
          'incomplete',
          'incomplete_expired',
          'trialing',
          'active',
          'past_due',
          'unpaid',
          'paused',
          'canceled',
        ]
        if (!known.includes(state)) expect(status).toMatchObject({ status: 'past_due', isUnknown: true })
      }),
    )
  })
})

describe('plan changes', () => {
  it('treats a change to a more expensive plan as an upgrade and to a cheaper one as a downgrade', () => {
    expect(planChangeKind('basic', 'pro')).toBe('upgrade')
    expect(planChangeKind('pro', 'basic')).toBe('downgrade')
    expect(planChangeKind('pro', 'pro')).toBe('same')
  })

  it('pauses channels and frequencies beyond the new plan and counts the usage so far against it', () => {
    const use = { channels: 12, frequency: 'daily', summariesThisMonth: 25, readsThisMonth: 3 }
    expect(planChangeEffects(planById('pro'), planById('premium'), use)).toEqual({
      waitingChannels: 2,
      isFrequencyPaused: true,
      summariesLeft: 5,
      readsLeft: 27,
      aiInteraction: 'lost',
    })
    expect(planChangeEffects(planById('premium'), planById('pro'), use)).toEqual({
      waitingChannels: 0,
      isFrequencyPaused: false,
      summariesLeft: 475,
      readsLeft: 497,
      aiInteraction: 'gained',
    })
  })
})

describe('the cheapest sufficient plan', () => {
  it.each([
    [{ channels: 1, frequency: 'monthly', summariesThisMonth: 2, readsThisMonth: 0 }, 'free'],
    [{ channels: 2, frequency: null, summariesThisMonth: 0, readsThisMonth: 0 }, 'basic'],
    [{ channels: 1, frequency: 'alternate_days', summariesThisMonth: 1, readsThisMonth: 0 }, 'premium'],
    [{ channels: 1, frequency: 'daily', summariesThisMonth: 1, readsThisMonth: 0 }, 'pro'],
    [{ channels: 60, frequency: 'monthly', summariesThisMonth: 1, readsThisMonth: 0 }, 'ultimate'],
  ])('for the usage %o, %s is the cheapest sufficient plan', (use, id) => {
    expect(cheapestPlanFor(use)?.id).toBe(id)
  })

  it('finds no plan for a usage beyond all plans', () => {
    expect(cheapestPlanFor({ channels: 101, frequency: null, summariesThisMonth: 0, readsThisMonth: 0 })).toBeNull()
  })

  it('offers every plan with a price for sale, and none with a free trial', () => {
    expect(buyablePlans.map(({ id }) => id)).toEqual(buyablePlanIds)
    expect(plans.filter(({ offersFreeTrial }) => offersFreeTrial)).toEqual([])
  })
})
