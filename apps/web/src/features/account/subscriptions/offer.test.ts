import { planById, planIds } from '@recaps/domain/plans'
import { describe, expect, test } from 'vitest'
import { samplePurchase } from '../../../test/server/payment-samples.ts'
import { standingOf } from '../../subscriptions/standing.ts'
import { offerOf } from './offer.ts'

const now = Date.parse('2026-11-22T10:00:00Z')
const priced = (id: (typeof planIds)[number]) => ({ id, price: planById(id).priceCents / 100 })
const offers = (purchases: Parameters<typeof standingOf>[0], counts: (typeof planIds)[number]) =>
  planIds.map(id => offerOf(priced(id), standingOf(purchases, new Date(now)), priced(counts)).kind)

describe('what may be done with each of the five plans', () => {
  test('without a purchase, the dearer ones can be chosen', () => {
    expect(offers([], 'free')).toEqual(['present', 'buy', 'buy', 'buy', 'buy'])
    expect(offers([], 'ultimate')).toEqual(['included', 'included', 'included', 'included', 'present'])
    expect(offers([], 'pro')).toEqual(['included', 'included', 'included', 'present', 'buy'])
  })

  test('with one that waits for its payment, that one goes on and others can be chosen', () => {
    const pending = samplePurchase('premium', now, { status: 'pending' })
    expect(offers([pending], 'free')).toEqual(['present', 'buy', 'go_on', 'buy', 'buy'])
  })

  test('with one that runs, dearer ones hold at once and cheaper ones later', () => {
    expect(offers([samplePurchase('premium', now)], 'premium')).toEqual([
      'cancel',
      'downgrade',
      'present',
      'upgrade',
      'upgrade',
    ])
  })

  test('while a bank looks into a payment, there is no way up', () => {
    const disputed = samplePurchase('premium', now, { isDisputed: true })
    expect(offers([disputed], 'premium')).toEqual(['cancel', 'downgrade', 'present', 'disputed', 'disputed'])
  })

  test('with a change that waits, the coming one is marked', () => {
    const changing = samplePurchase('pro', now, { nextPlan: { subscriptionId: 'basic', at: '2026-12-12T00:00:00Z' } })
    expect(offers([changing], 'pro')).toEqual(['cancel', 'coming', 'downgrade', 'present', 'upgrade'])
  })

  test.each([
    ['one that ends', { isCanceling: true }],
    ['a payment that failed', { paymentIssue: { since: '2026-11-20T00:00:00Z', graceEndsAt: '2026-11-27T00:00:00Z' } }],
    ['one from a store', { paymentMethod: 'apple_iap' }],
  ] as const)('with %s nothing is offered beside it', (_, change) => {
    expect(offers([samplePurchase('pro', now, change)], 'pro')).toEqual(['none', 'none', 'none', 'present', 'none'])
  })

  test('with one that is lost, nothing is offered until it is paid', () => {
    const lost = samplePurchase('pro', now, { status: 'past_due' })
    expect(offers([lost], 'free')).toEqual(['present', 'none', 'none', 'none', 'none'])
  })
})

describe('how it stands with what was bought', () => {
  test('a purchase that goes on is told before one that is over', () => {
    const old = samplePurchase('basic', now, { id: 1, status: 'canceled', createdAt: '2027-01-01T00:00:00Z' })
    expect(standingOf([old, samplePurchase('pro', now)], new Date(now)).kind).toBe('running')
  })

  test('one that ended is told of for a month', () => {
    const ended = samplePurchase('pro', now, { status: 'canceled', endDate: new Date(now).toISOString() })
    expect(standingOf([ended], new Date(now + 29 * 86_400_000)).kind).toBe('ended')
    expect(standingOf([ended], new Date(now + 31 * 86_400_000)).kind).toBe('never')
  })

  test('one that was never paid is not told of', () => {
    expect(standingOf([samplePurchase('pro', now, { status: 'expired' })], new Date(now)).kind).toBe('never')
  })
})
