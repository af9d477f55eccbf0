import type { PlanId } from '@recaps/domain/plans'
import type { Page } from 'playwright'
import { sampleInvoice, samplePayments, samplePurchase } from '../server/payment-samples.ts'
import { sampleChannels, sampleSchedule } from '../server/schedule-samples.ts'
import { createWorld, type World } from '../server/world.ts'
import { buyAtFake, fakePaymentSetup } from './payment-fake.ts'
import type { Shot } from './shot.ts'
import { expandToFullPage, neverRespond, press, waitForRetries } from './steps.ts'

const path = '/subscriptions'
const now = Date.now()
const inDays = (days: number) => new Date(now + days * 86_400_000).toISOString()
const issue = { since: inDays(-2), graceEndsAt: inDays(5) }
const invoices = [
  sampleInvoice(1, now, { status: 'partly_refunded', refunded: 2, amount: 9.99, subscriptionId: 'premium' }),
  sampleInvoice(2, now, { status: 'failed', url: null }),
  sampleInvoice(3, now),
]
const usageEntry = { title: 'Why bridges hum in the wind', origin: 'request', createdAt: inDays(-1) } as const
const usage = [
  { ...usageEntry, id: 4, summaryId: 4, state: 'reserved', reason: null },
  { ...usageEntry, id: 3, summaryId: 3, state: 'released', reason: 'no_captions' },
  { ...usageEntry, id: 2, summaryId: null, origin: 'schedule', state: 'committed', reason: null },
  { ...usageEntry, id: 1, summaryId: 1, origin: 'upload', state: 'released', reason: 'duplicate' },
] satisfies World['usage']
const free = (change: Partial<World> = {}) => createWorld({ plan: 'free', used: 2, ...change })
const bought =
  (planId: PlanId, change: Partial<ReturnType<typeof samplePurchase>> = {}, world: Partial<World> = {}) =>
  () =>
    free({
      purchases: [samplePurchase(planId, now, change)],
      schedules: [sampleSchedule(now, { channelList: sampleChannels(8), frequency: 'alternate_days' })],
      invoices,
      used: 21,
      ...world,
    })

const withFakeStripe = async () => free({ payments: await fakePaymentSetup() })
const cardForm = (page: Page) => page.frameLocator('iframe[title="Secure payment input frame"]')
const openForm = async (page: Page) => {
  await press('Choose: Pro')(page)
  await cardForm(page).getByLabel('Card number').waitFor()
  await page.waitForTimeout(300)
}
const payWith = (number: string) => async (page: Page) => {
  await openForm(page)
  await cardForm(page).getByLabel('Card number').fill(number)
  await cardForm(page).getByLabel('Expiration date').fill('12 / 34')
  await cardForm(page).getByLabel('Security code').fill('123')
  await cardForm(page).getByLabel('ZIP code').fill('12345')
  await press(/^Pay \$/)(page)
  await page.waitForTimeout(1200)
}

/** The plans page and the payment sheet. */
export const planShots: Shot[] = [
  { name: 'plans-free', state: 'empty', path, world: () => free(), prepare: expandToFullPage },
  { name: 'plans-free-top', path, world: () => free() },
  { name: 'plans-premium', state: 'full', path, world: bought('premium'), prepare: expandToFullPage },
  { name: 'plans-chosen', path: `${path}?plan=pro`, world: () => free() },
  {
    name: 'plans-none',
    path,
    world: () =>
      free({ plan: 'ultimate', payments: samplePayments({ provider: 'none', scriptUrl: null, isTest: false }) }),
  },
  {
    name: 'plans-unpaid',
    path,
    world: bought('pro', { status: 'pending', currentPeriodEnd: null }),
    prepare: expandToFullPage,
  },
  {
    name: 'plans-ending',
    path,
    world: bought('premium', { isCanceling: true, endDate: inDays(20) }),
    prepare: expandToFullPage,
  },
  {
    name: 'plans-changing',
    path,
    world: bought('pro', { nextPlan: { subscriptionId: 'basic', at: inDays(20) } }),
    prepare: expandToFullPage,
  },
  { name: 'plans-failing', path, world: bought('pro', { paymentIssue: issue }), prepare: expandToFullPage },
  { name: 'plans-failing-elsewhere', path: '/tabs/history', world: bought('pro', { paymentIssue: issue }) },
  { name: 'plans-lost', path, world: bought('pro', { status: 'past_due' }) },
  { name: 'plans-lost-elsewhere', path: '/tabs/summarize', world: bought('pro', { status: 'past_due' }) },
  { name: 'plans-refunded', path, world: bought('pro', { status: 'refunded', endDate: inDays(-1) }) },
  { name: 'plans-store', path, world: bought('pro', { paymentMethod: 'apple_iap' }) },
  { name: 'plans-loading', state: 'loading', path, setUp: api => api.break('subscriptions.user', neverRespond) },
  {
    name: 'plans-broken',
    state: 'error',
    path,
    setUp: api => api.break('subscriptions.user', 'internal'),
    prepare: waitForRetries,
  },
  { name: 'plans-upgrade', path, world: bought('premium'), prepare: press('Upgrade: Pro') },
  { name: 'plans-downgrade', path, world: bought('pro'), prepare: press('Switch at the end of the period: Basic') },
  { name: 'plans-disputed', path, world: bought('premium', { isDisputed: true }), prepare: expandToFullPage },
  { name: 'plans-included', path, world: () => free({ plan: 'pro' }), prepare: expandToFullPage },
  {
    name: 'plans-declined-upgrade',
    path,
    world: bought('premium', {}, { savedCard: 'declines' }),
    async prepare(page) {
      await press('Upgrade: Pro')(page)
      await press(/^Pay \$/)(page)
    },
  },
  { name: 'plans-end-unpaid', path, world: bought('premium', { status: 'past_due' }), prepare: press('End Premium') },
  {
    name: 'plans-usage',
    path,
    world: () => free({ usage }),
    async prepare(page) {
      await press('Show details')(page)
      await page.getByText('Why bridges hum').first().waitFor()
    },
  },
  { name: 'plans-cancel', path, world: bought('premium'), prepare: press('Cancel plan') },
  {
    name: 'plans-cancelled',
    path,
    world: bought('premium'),
    async prepare(page) {
      await press('Cancel plan')(page)
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel plan' }).click()
      await page.waitForTimeout(500)
    },
  },
  { name: 'plans-pay', path, world: withFakeStripe, setUp: buyAtFake, prepare: openForm },
  { name: 'plans-pay-declined', path, world: withFakeStripe, setUp: buyAtFake, prepare: payWith('4000000000000002') },
  { name: 'plans-pay-bank', path, world: withFakeStripe, setUp: buyAtFake, prepare: payWith('4000002500003155') },
  { name: 'plans-pay-done', path, world: withFakeStripe, setUp: buyAtFake, prepare: payWith('4242424242424242') },
  {
    name: 'plans-pay-blocked',
    path,
    world: withFakeStripe,
    setUp: buyAtFake,
    async prepare(page) {
      const { scriptUrl } = await fakePaymentSetup()
      await page.route(scriptUrl!, route => route.abort())
      await press('Choose: Pro')(page)
      await page.getByText('Couldn’t load the payment form.').waitFor()
    },
  },
  { name: 'plans-200', path, text: 200, world: bought('premium'), prepare: expandToFullPage },
  { name: 'plans-pay-200', path, text: 200, world: withFakeStripe, setUp: buyAtFake, prepare: openForm },
  { name: 'plans-upgrade-200', path, text: 200, world: bought('premium'), prepare: press('Upgrade: Pro') },
  { name: 'limit-reached', path: '/tabs/summarize', world: () => createWorld({ used: 10 }) },
]
