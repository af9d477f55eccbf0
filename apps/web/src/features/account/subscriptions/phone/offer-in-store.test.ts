import { planById, planIds } from '@recaps/domain/plans'
import { describe, expect, test } from 'vitest'
import { samplePurchase } from '../../../../test/server/payment-samples.ts'
import { standingOf } from '../../../subscriptions/standing.ts'
import { offerInStore } from './offer-in-store.ts'

const now = Date.parse('2026-11-22T10:00:00Z')
const apple = { method: 'apple_iap', canChange: true } as const
const google = { method: 'google_play', canChange: false } as const
const priced = (id: (typeof planIds)[number]) => ({ id, price: planById(id).priceCents / 100 })
const offers = (
  purchases: Parameters<typeof standingOf>[0],
  counts: (typeof planIds)[number],
  store: Parameters<typeof offerInStore>[3],
) => planIds.map(id => offerInStore(priced(id), standingOf(purchases, new Date(now)), priced(counts), store).kind)
const inApple = { paymentMethod: 'apple_iap', stripeSubscriptionId: null } as const

describe('what may be done with each of the five plans in the store of a phone', () => {
  test('without a purchase, the dearer ones can be chosen', () => {
    expect(offers([], 'free', google)).toEqual(['present', 'buy', 'buy', 'buy', 'buy'])
  })

  test('one that was begun by card and not paid is bought in the store as any other', () => {
    const pending = samplePurchase('premium', now, { status: 'pending' })
    expect(offers([pending], 'free', apple)).toEqual(['present', 'buy', 'buy', 'buy', 'buy'])
  })

  test('the App Store puts one in the place of another, also of one that is about to end', () => {
    const changes = ['cancel', 'downgrade', 'present', 'upgrade', 'upgrade']
    expect(offers([samplePurchase('premium', now, inApple)], 'premium', apple)).toEqual(changes)
    const ending = samplePurchase('premium', now, { ...inApple, isCanceling: true })
    expect(offers([ending], 'premium', apple)).toEqual(['none', ...changes.slice(1)])
  })

  test('the one that follows is marked', () => {
    const nextPlan = { subscriptionId: 'basic', at: '2026-12-12T00:00:00Z' } as const
    expect(offers([samplePurchase('premium', now, { ...inApple, nextPlan })], 'premium', apple)[1]).toBe('coming')
  })

  test.each([
    ['of Google Play, on Android', { paymentMethod: 'google_play' }, google],
    ['of the App Store, on Android', inApple, google],
    ['of Google Play, on an iPhone', { paymentMethod: 'google_play' }, apple],
    ['paid by card', {}, apple],
  ] as const)('nothing can be done here with a plan %s', (_, change, store) => {
    expect(offers([samplePurchase('premium', now, change)], 'premium', store)).toEqual([
      'none',
      'none',
      'present',
      'none',
      'none',
    ])
  })

  test('nothing can be bought while a payment is owed', () => {
    const owing = { since: '2026-11-20T00:00:00Z', graceEndsAt: '2026-11-27T00:00:00Z' }
    expect(offers([samplePurchase('premium', now, { ...inApple, paymentIssue: owing })], 'premium', apple)).toEqual([
      'none',
      'none',
      'present',
      'none',
      'none',
    ])
  })
})
