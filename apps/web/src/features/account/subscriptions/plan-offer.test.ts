import { planById, planIds } from '@recaps/domain/plans'
import { describe, expect, test } from 'vitest'
import { samplePurchase } from '../../../test/server/payment-samples.ts'
import { getPlanStatus } from '../../subscriptions/plan-status.ts'
import { planOfferFor } from './plan-offer.ts'

const now = Date.parse('2026-11-22T10:00:00Z')
const priced = (id: (typeof planIds)[number]) => ({ id, price: planById(id).priceCents / 100 })
const offers = (purchases: Parameters<typeof getPlanStatus>[0], activePlan: (typeof planIds)[number]) =>
  planIds.map(id => planOfferFor(priced(id), getPlanStatus(purchases, new Date(now)), priced(activePlan)).kind)

describe('plan offers', () => {
  test('offers every more expensive plan to users without a purchase', () => {
    expect(offers([], 'free')).toEqual(['present', 'buy', 'buy', 'buy', 'buy'])
    expect(offers([], 'ultimate')).toEqual(['included', 'included', 'included', 'included', 'present'])
    expect(offers([], 'pro')).toEqual(['included', 'included', 'included', 'present', 'buy'])
  })

  test('offers to finish a pending payment or to buy another plan', () => {
    const pending = samplePurchase('premium', now, { status: 'pending' })
    expect(offers([pending], 'free')).toEqual(['present', 'buy', 'go_on', 'buy', 'buy'])
  })

  test('offers upgrades and downgrades to users with an active plan', () => {
    expect(offers([samplePurchase('premium', now)], 'premium')).toEqual([
      'cancel',
      'downgrade',
      'present',
      'upgrade',
      'upgrade',
    ])
  })

  test('offers no upgrade while a payment is disputed', () => {
    const disputed = samplePurchase('premium', now, { isDisputed: true })
    expect(offers([disputed], 'premium')).toEqual(['cancel', 'downgrade', 'present', 'disputed', 'disputed'])
  })

  test('marks the plan that follows at the end of the period', () => {
    const changing = samplePurchase('pro', now, { nextPlan: { subscriptionId: 'basic', at: '2026-12-12T00:00:00Z' } })
    expect(offers([changing], 'pro')).toEqual(['cancel', 'coming', 'downgrade', 'present', 'upgrade'])
  })

  test.each([
    ['is ending', { isCanceling: true }],
    ['has a failed payment', { paymentIssue: { since: '2026-11-20T00:00:00Z', graceEndsAt: '2026-11-27T00:00:00Z' } }],
    ['is from an app store', { paymentMethod: 'apple_iap' }],
  ] as const)('offers no other plan when the current one %s', (_, change) => {
    expect(offers([samplePurchase('pro', now, change)], 'pro')).toEqual(['none', 'none', 'none', 'present', 'none'])
  })

  test('offers nothing while a plan on hold is unpaid', () => {
    const lost = samplePurchase('pro', now, { status: 'past_due' })
    expect(offers([lost], 'free')).toEqual(['present', 'none', 'none', 'none', 'none'])
  })
})

describe('plan status', () => {
  test('an active purchase decides the plan status before an ended one', () => {
    const old = samplePurchase('basic', now, { id: 1, status: 'canceled', createdAt: '2027-01-01T00:00:00Z' })
    expect(getPlanStatus([old, samplePurchase('pro', now)], new Date(now)).kind).toBe('running')
  })

  test('the plan status mentions an ended plan for 30 days', () => {
    const ended = samplePurchase('pro', now, { status: 'canceled', endDate: new Date(now).toISOString() })
    expect(getPlanStatus([ended], new Date(now + 29 * 86_400_000)).kind).toBe('ended')
    expect(getPlanStatus([ended], new Date(now + 31 * 86_400_000)).kind).toBe('never')
  })

  test('the plan status does not mention a purchase that was never paid', () => {
    expect(getPlanStatus([samplePurchase('pro', now, { status: 'expired' })], new Date(now)).kind).toBe('never')
  })
})
