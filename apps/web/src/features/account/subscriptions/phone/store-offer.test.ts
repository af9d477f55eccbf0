import { planById, planIds } from '@recaps/domain/plans'
import { describe, expect, test } from 'vitest'
import { samplePurchase } from '../../../../test/server/payment-samples.ts'
import { getPlanStatus } from '../../../subscriptions/plan-status.ts'
import { storeOfferFor } from './store-offer.ts'

const now = Date.parse('2026-11-22T10:00:00Z')
const apple = { method: 'apple_iap', canReplacePlan: true } as const
const google = { method: 'google_play', canReplacePlan: false } as const
const priced = (id: (typeof planIds)[number]) => ({ id, price: planById(id).priceCents / 100 })
const offers = (
  purchases: Parameters<typeof getPlanStatus>[0],
  activePlan: (typeof planIds)[number],
  store: Parameters<typeof storeOfferFor>[3],
) =>
  planIds.map(id => storeOfferFor(priced(id), getPlanStatus(purchases, new Date(now)), priced(activePlan), store).kind)
const inApple = { paymentMethod: 'apple_iap', stripeSubscriptionId: null } as const

describe('offers in the app store of a phone', () => {
  test('offers every more expensive plan in the store to users without a purchase', () => {
    expect(offers([], 'free', google)).toEqual(['present', 'buy', 'buy', 'buy', 'buy'])
  })

  test('offers a plan in the store even if a card payment for it was started but never completed', () => {
    const pending = samplePurchase('premium', now, { status: 'pending' })
    expect(offers([pending], 'free', apple)).toEqual(['present', 'buy', 'buy', 'buy', 'buy'])
  })

  test('offers all plan changes in the App Store, even while the current plan is ending', () => {
    const changes = ['cancel', 'downgrade', 'present', 'upgrade', 'upgrade']
    expect(offers([samplePurchase('premium', now, inApple)], 'premium', apple)).toEqual(changes)
    const ending = samplePurchase('premium', now, { ...inApple, isCanceling: true })
    expect(offers([ending], 'premium', apple)).toEqual(['none', ...changes.slice(1)])
  })

  test('marks the next plan in the store', () => {
    const nextPlan = { subscriptionId: 'basic', at: '2026-12-12T00:00:00Z' } as const
    expect(offers([samplePurchase('premium', now, { ...inApple, nextPlan })], 'premium', apple)[1]).toBe('coming')
  })

  test.each([
    ['from Google Play on Android', { paymentMethod: 'google_play' }, google],
    ['from the App Store on Android', inApple, google],
    ['from Google Play on an iPhone', { paymentMethod: 'google_play' }, apple],
    ['paid by card', {}, apple],
  ] as const)('offers no change in the store for a plan %s', (_, change, store) => {
    expect(offers([samplePurchase('premium', now, change)], 'premium', store)).toEqual([
      'none',
      'none',
      'present',
      'none',
      'none',
    ])
  })

  test('offers nothing in the store while a payment is overdue', () => {
    const paymentIssue = { since: '2026-11-20T00:00:00Z', graceEndsAt: '2026-11-27T00:00:00Z' }
    expect(
      offers([samplePurchase('premium', now, { ...inApple, paymentIssue: paymentIssue })], 'premium', apple),
    ).toEqual(['none', 'none', 'present', 'none', 'none'])
  })
})
