import { failures, type UserSubscription } from '@recaps/contract'
import type { PlanId } from '@recaps/domain/plans'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { delayResponses, openApp, path, withMemoryServer } from '../../../test/open-app.tsx'
import { sampleInvoice, samplePayments, samplePurchase } from '../../../test/server/payment-samples.ts'
import { sampleSchedule } from '../../../test/server/schedule-samples.ts'
import { createWorld, type World } from '../../../test/server/world.ts'

withMemoryServer()
const now = Date.now()
const dayMs = 86_400_000
const inDays = (days: number) => new Date(now + days * dayMs).toISOString()
const dateIn = (days: number) => {
  const [at, year] = [new Date(now + days * dayMs), new Date(now).getFullYear()]
  const form = { month: 'long', day: 'numeric' } as const
  return at.toLocaleDateString('en-US', at.getFullYear() === year ? form : { ...form, year: 'numeric' })
}
const open = (world: World = createWorld({ plan: 'free' }), to = '/subscriptions') => openApp(to, { world })
const bought = (planId: PlanId, change: Partial<UserSubscription> = {}, world: Partial<World> = {}) =>
  createWorld({ plan: 'free', purchases: [samplePurchase(planId, now, change)], ...world })
const region = (name: string) => screen.findByRole('region', { name })
const cards = async () => within(await region('Plans')).findAllByRole('heading', { level: 3 })
const press = async (user: ReturnType<typeof open>['user'], name: string | RegExp) =>
  user.click(await screen.findByRole('button', { name }))

describe('Subscriptions page', () => {
  test('sends signed-out users from Subscriptions to the login page', async () => {
    openApp('/subscriptions', { isSignedOut: true })
    expect(await screen.findByRole('heading', { name: 'Log in' })).toBeInTheDocument()
    expect(path()).toBe('/login')
  })

  test("shows this month's usage and when it resets", async () => {
    open(createWorld({ used: 3, schedules: [sampleSchedule(now)] }))
    const month = within(await region('This month'))
    expect(await month.findByText('3 of 10')).toBeInTheDocument()
    expect(month.getByText('0 of 10')).toBeInTheDocument()
    expect(await month.findByText('3 of 2')).toBeInTheDocument()
    expect(
      month.getByText(/^Summaries and community reads reset (today|tomorrow|\w+ \d+(, \d+)?) at/),
    ).toBeInTheDocument()
    expect(month.getByRole('progressbar', { name: 'Summaries' })).toHaveAttribute('aria-valuenow', '30')
  })

  test.each([
    [10, [sampleSchedule(now)], true],
    [10, [], false],
    [9, [sampleSchedule(now)], false],
  ])(
    'explains that digests continue after the quota is used up, if the user gets digests: %#',
    async (used, schedules, isShown) => {
      open(createWorld({ used, schedules }))
      const month = within(await region('This month'))
      expect(await month.findByText(schedules.length ? '3 of 2' : '0 of 2')).toBeInTheDocument()
      expect(month.queryByText(/digests list new videos by title/) !== null).toBe(isShown)
    },
  )

  test('shows what the quota was used for and which units were refunded, with retries and paging', async () => {
    const line = { title: 'Why bridges hum', origin: 'request', createdAt: new Date(now).toISOString() } as const
    const older = Array.from({ length: 49 }, (_, at) => ({ ...line, id: 90 - at, summaryId: null }))
    const usage = [
      { ...line, id: 99, summaryId: 7, state: 'reserved', reason: null },
      { ...line, id: 98, summaryId: 6, state: 'released', reason: 'no_captions' },
      { ...line, id: 97, summaryId: null, origin: 'schedule', state: 'released', reason: 'duplicate' },
      ...older.map(entry => ({ ...entry, state: 'committed', reason: null }) as const),
    ] as const
    const { user, api } = open(createWorld({ usage: [...usage] }))
    api.break('summaries.usage', 'internal')
    await press(user, 'Show details')
    await screen.findByText(/^Couldn’t load your usage\./)
    api.repair('summaries.usage')
    await press(user, 'Try again')
    const list = within(await screen.findByRole('list', { name: 'Usage details' }))
    const lines = () => list.getAllByRole('listitem')
    expect(lines()[0]).toHaveTextContent(/^Why bridges hum.* · requested by youIn progress$/)
    expect(within(lines()[0]!).getByRole('link')).toHaveAttribute('href', '/history-detail/7')
    for (const line of lines())
      expect(within(line).getByText('Why bridges hum').closest('p')).toHaveAttribute('dir', 'auto')
    expect(lines()[1]).toHaveTextContent(/This video has no captions\.Not counted$/)
    expect(lines()[2]).toHaveTextContent(/from your schedule · You already had it\.Not counted$/)
    expect(within(lines()[2]!).queryByRole('link')).toBeNull()
    expect(lines()[3]).toHaveTextContent(/requested by you · deletedCounted$/)
    expect(lines()).toHaveLength(50)
    api.break('summaries.usage', 'not_found')
    await press(user, 'Show older')
    expect(await screen.findByRole('alert')).toHaveTextContent(failures.not_found.sentence)
    expect(lines()).toHaveLength(50)
    api.repair('summaries.usage')
    await press(user, 'Try again')
    await waitFor(() => expect(lines()).toHaveLength(52))
    expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull()
    await press(user, 'Hide details')
    expect(screen.queryByRole('list', { name: 'Usage details' })).toBeNull()
  })

  test('shows the five plans with prices and features, and marks the current plan [spec 9.5]', async () => {
    open(bought('premium'))
    expect((await cards()).map(({ textContent }) => textContent)).toEqual([
      'Free',
      'Basic',
      'Premium',
      'Pro',
      'Ultimate',
    ])
    const [, basic, premium, pro] = within(await region('Plans'))
      .getAllByRole('listitem')
      .filter(item => within(item).queryByRole('heading'))
    expect(basic).toHaveTextContent('$4.99 a month')
    expect(basic).toHaveTextContent(
      '10 summaries a month2 channels10 community reads a monthDigests up to once a weekNo questions about the video',
    )
    expect(pro).toHaveTextContent('Ask questions about the video')
    expect(within(premium!).getByText('Your plan')).toBeInTheDocument()
    expect(within(premium!).queryByRole('button')).not.toBeInTheDocument()
  })

  test("recommends the plan that covers the user's schedule", async () => {
    open(createWorld({ plan: 'free', schedules: [sampleSchedule(now, { forecastPerMonth: 8 })] }))
    const mark = await screen.findByText('Fits your usage')
    expect(within(mark.closest('li')!).getByRole('heading')).toHaveTextContent('Premium')
  })

  test('does not recommend a cheaper plan than the active one', async () => {
    open(bought('pro', {}, { schedules: [sampleSchedule(now, { forecastPerMonth: 8 })] }))
    await cards()
    expect(screen.queryByText('Fits your usage')).not.toBeInTheDocument()
  })

  test('marks plans up to the one every user has as included', async () => {
    open(createWorld({ plan: 'pro' }))
    expect(await screen.findAllByText('Included in your plan')).toHaveLength(3)
    expect(screen.getByRole('button', { name: 'Choose: Ultimate' })).toBeInTheDocument()
  })

  test('shows the test mode notice with the test card [spec 9.17]', async () => {
    open()
    expect(await screen.findByRole('note')).toHaveTextContent(
      'Test mode You won’t be charged. Pay with card 4242 4242 4242 4242',
    )
  })

  test('shows no test mode notice when payments are live', async () => {
    open(createWorld({ plan: 'free', payments: samplePayments({ isTest: false }) }))
    await cards()
    expect(screen.queryByRole('note')).not.toBeInTheDocument()
  })

  test('shows the active plan without plans to buy when payments are not set up', async () => {
    const none = samplePayments({ provider: 'none', publishableKey: null, scriptUrl: null, isTest: false })
    open(createWorld({ plan: 'ultimate', payments: none }))
    expect(within(await region('Your plan')).getByText('Ultimate')).toBeInTheDocument()
    expect(screen.getByText(/Plans aren’t sold here/)).toBeInTheDocument()
    expect(screen.queryByRole('region', { name: 'Plans' })).not.toBeInTheDocument()
  })

  test('highlights the plan from the link', async () => {
    open(createWorld({ plan: 'free' }), '/subscriptions?plan=pro')
    const choose = await screen.findByRole('button', { name: 'Choose: Pro' })
    expect(choose).toHaveClass('button--primary')
    expect(screen.getByRole('button', { name: 'Choose: Basic' })).not.toHaveClass('button--primary')
  })

  test('offers a retry when the plan could not be loaded', async () => {
    const { user, api } = openApp('/subscriptions', {
      setUp: server => server.break('subscriptions.user', 'unavailable'),
    })
    expect(await screen.findByRole('heading', { name: 'Couldn’t load your plan' })).toBeInTheDocument()
    api.repair('subscriptions.user')
    await press(user, 'Try again')
    expect(await region('Your plan')).toBeInTheDocument()
  })
})

describe('current plan', () => {
  test('shows price and renewal date of the current plan', async () => {
    open(bought('premium'))
    const card = within(await region('Your plan'))
    expect(card.getByText('$9.99 a month · Paid by card')).toBeInTheDocument()
    expect(card.getByText(`Renews on ${dateIn(20)}.`)).toBeInTheDocument()
  })

  test('explains how to change plans while the current plan is ending', async () => {
    open(bought('premium', { isCanceling: true, endDate: inDays(20) }))
    expect(await screen.findByText('To change plans, press Keep Premium first.')).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Keep Premium' })).toBeInTheDocument()
  })

  test('cancels the plan with two clicks, naming its last day, and resumes it with one', async () => {
    const { user, api } = open(bought('premium'))
    await press(user, 'Cancel plan')
    const dialog = within(await screen.findByRole('dialog', { name: 'Cancel Premium?' }))
    expect(dialog.getByText(new RegExp(`You keep Premium until ${dateIn(20)}`))).toBeInTheDocument()
    await user.click(dialog.getByRole('button', { name: 'Cancel plan' }))
    expect(await screen.findByText(`Ends on ${dateIn(20)}. Nothing will be deleted.`)).toBeInTheDocument()
    expect(api.world.purchases[0]).toMatchObject({ isCanceling: true, status: 'active' })
    await press(user, 'Keep Premium')
    expect(await screen.findByText(`Renews on ${dateIn(20)}.`)).toBeInTheDocument()
    expect(api.world.purchases[0]!.isCanceling).toBe(false)
    expect(await screen.findByText('You’re keeping Premium')).toBeInTheDocument()
    expect(screen.queryByText(/^Plan cancelled/)).not.toBeInTheDocument()
  })

  test('resumes a cancelled plan with Undo in the toast', async () => {
    const { user, api } = open(bought('premium'))
    await press(user, 'Cancel plan')
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel plan' }))
    await press(user, 'Undo')
    await waitFor(() => expect(api.world.purchases[0]!.isCanceling).toBe(false))
  })

  test('keeps the dialog open on Escape while the plan is being cancelled, but closes it by its button', async () => {
    const { user, api } = open(bought('premium'))
    const answer = delayResponses(api, 'POST', '/api/subscriptions/cancel')
    await press(user, 'Cancel plan')
    const dialog = await screen.findByRole('dialog')
    await user.click(within(dialog).getByRole('button', { name: 'Cancel plan' }))
    expect(fireEvent(dialog, new Event('cancel', { cancelable: true }))).toBe(false)
    await user.click(within(dialog).getByRole('button', { name: 'Keep it' }))
    await press(user, 'Upgrade: Pro')
    answer()
    // The response must not close a dialog that was opened later.
    await screen.findByRole('button', { name: 'Undo' })
    expect(screen.getByRole('dialog', { name: 'Change to Pro?' })).toBeInTheDocument()
    await press(user, 'Undo')
    await waitFor(() => expect(api.world.purchases[0]!.isCanceling).toBe(false))
  })

  test('shows in the dialog why the plan could not be cancelled', async () => {
    const { user, api } = open(bought('premium'))
    await press(user, 'Cancel plan')
    api.break('subscriptions.cancel', 'payment_unavailable')
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel plan' }))
    expect(await screen.findByText(/couldn’t reach the payment service/)).toBeInTheDocument()
    expect(screen.getByRole('dialog')).toBeInTheDocument()
  })

  test('shows why the plan could not be cancelled even if the dialog was closed before the response', async () => {
    const { user, api } = open(bought('premium'))
    const answer = delayResponses(api, 'POST', '/api/subscriptions/cancel')
    await press(user, 'Cancel plan')
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(dialog.getByRole('button', { name: 'Cancel plan' }))
    await user.click(dialog.getByRole('button', { name: 'Keep it' }))
    api.break('subscriptions.cancel', 'payment_unavailable')
    answer()
    expect(await screen.findByText(/couldn’t reach the payment service/)).toBeInTheDocument()
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })

  test('shows until when a plan with a failed payment stays, and opens the payment portal', async () => {
    const issue = { since: inDays(-2), graceEndsAt: inDays(5) }
    const { user, api } = open(bought('pro', { paymentIssue: issue }))
    expect(
      await screen.findByText(new RegExp(`Your last payment for Pro failed. You’ll keep Pro until ${dateIn(5)}`)),
    ).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: /^(Upgrade|Switch at)/ })).not.toBeInTheDocument()
    expect(screen.queryByText(/^Renews on/)).not.toBeInTheDocument()
    await press(user, 'Update card')
    await waitFor(() => expect(api.calls).toContain('subscriptions.portal'))
    await waitFor(() => expect(window.location.hash).toBe('#portal'))
  })

  test('shows a plan on hold, which can be paid or ended', async () => {
    const { user, api } = open(bought('pro', { status: 'past_due' }))
    expect(await screen.findByText(/Pro is on hold/)).toBeInTheDocument()
    const card = within(await region('Your plan'))
    expect(card.getByText('Free')).toBeInTheDocument()
    await user.click(card.getByRole('button', { name: 'Cards and invoices' }))
    await waitFor(() => expect(api.calls).toContain('subscriptions.portal'))
    await user.click(card.getByRole('button', { name: 'End Pro' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'End Pro?' }))
    expect(dialog.getByText(/^Pro ends right away/)).toBeInTheDocument()
    expect(dialog.getByText(/are already paused\./)).toBeInTheDocument()
    expect(dialog.getByRole('button', { name: 'Not now' })).toBeInTheDocument()
    await user.click(dialog.getByRole('button', { name: 'End Pro' }))
    expect(await screen.findByText('Pro has ended. You won’t be charged again.')).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument()
    expect(await screen.findByRole('button', { name: 'Choose: Basic' })).toBeInTheDocument()
  })

  test('ends a plan with a failed payment right away, because its period is unpaid', async () => {
    const { user, api } = open(bought('pro', { paymentIssue: { since: inDays(-2), graceEndsAt: inDays(5) } }))
    await press(user, 'End Pro')
    const dialog = within(await screen.findByRole('dialog', { name: 'End Pro?' }))
    expect(dialog.queryByText(/^You keep Pro/)).not.toBeInTheDocument()
    expect(dialog.getByText(/will be paused then\./)).toBeInTheDocument()
    await user.click(dialog.getByRole('button', { name: 'End Pro' }))
    expect(await screen.findByText(/^Your Pro plan ended on/)).toBeInTheDocument()
    expect(api.world.purchases[0]!.status).toBe('canceled')
  })

  test('explains a disputed payment and offers no upgrade', async () => {
    open(bought('premium', { isDisputed: true }))
    expect(await screen.findByText(/^Your bank is looking into a payment for Premium/)).toBeInTheDocument()
    expect(await screen.findAllByText('Available once your bank settles the dispute.')).toHaveLength(2)
    expect(screen.queryByRole('button', { name: /^Upgrade/ })).not.toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Switch at the end of the period: Basic' })).toBeInTheDocument()
  })

  test('reports a refunded plan and offers other plans', async () => {
    open(bought('pro', { status: 'refunded', endDate: inDays(-1) }))
    expect(await screen.findByText(/Your payment for Pro was refunded/)).toBeInTheDocument()
    expect(await screen.findByRole('button', { name: 'Choose: Basic' })).toBeInTheDocument()
  })

  test('shows when the plan ended', async () => {
    open(bought('pro', { status: 'canceled', endDate: inDays(-3) }))
    expect(await screen.findByText(`Your Pro plan ended on ${dateIn(-3)}.`)).toBeInTheDocument()
  })

  test('sends users to the app store to change a plan bought there', async () => {
    open(bought('pro', { paymentMethod: 'apple_iap' }))
    expect(
      await screen.findByText('You bought this plan in the App Store. Change or cancel it there.'),
    ).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Open the App Store' })).toHaveAttribute(
      'href',
      expect.stringContaining('apple.com'),
    )
    expect(screen.queryByRole('button', { name: /Cancel plan|^Upgrade|^Switch at|Cards/ })).not.toBeInTheDocument()
  })
})

describe('plan change', () => {
  test('an upgrade shows the amount due and what is gained, and applies right away', async () => {
    const { user, api } = open(bought('premium', {}, { used: 3 }))
    await press(user, 'Upgrade: Pro')
    const dialog = within(await screen.findByRole('dialog', { name: 'Change to Pro?' }))
    expect(await dialog.findByText('Due now')).toBeInTheDocument()
    expect(dialog.getByText('$24.99')).toBeInTheDocument()
    expect(dialog.getByText('Right away')).toBeInTheDocument()
    expect(dialog.getByText('You can ask questions about videos.')).toBeInTheDocument()
    expect(dialog.getByText('Left this month: 497 summaries and 500 community reads.')).toBeInTheDocument()
    await user.click(dialog.getByRole('button', { name: 'Pay $10.00 and upgrade' }))
    expect(await screen.findByText('Pro is yours')).toBeInTheDocument()
    expect(await screen.findByText('$24.99 a month · Paid by card')).toBeInTheDocument()
    expect(api.world.purchases[0]!.subscriptionId).toBe('pro')
  })

  test('a downgrade shows what will be paused and from when, and can be undone', async () => {
    const schedule = sampleSchedule(now, { frequency: 'daily' })
    const { user } = open(bought('pro', {}, { schedules: [schedule] }))
    await press(user, 'Switch at the end of the period: Basic')
    const dialog = within(await screen.findByRole('dialog', { name: 'Change to Basic?' }))
    expect(
      await dialog.findByText(
        '1 of your channels will be paused until your plan has room for it. Nothing will be deleted.',
      ),
    ).toBeInTheDocument()
    expect(
      dialog.getByText('Your schedule will be paused until you choose a frequency your plan includes.'),
    ).toBeInTheDocument()
    expect(dialog.getByText('You can no longer ask questions about videos.')).toBeInTheDocument()
    expect(dialog.queryByText('Due now')).not.toBeInTheDocument()
    await user.click(dialog.getByRole('button', { name: `Switch on ${dateIn(20)}` }))
    expect(await screen.findByText(`Changes to Basic on ${dateIn(20)}.`)).toBeInTheDocument()
    expect(screen.getByText(`Starts on ${dateIn(20)}`)).toBeInTheDocument()
    await press(user, 'Keep Pro')
    expect(await screen.findByText(`Renews on ${dateIn(20)}.`)).toBeInTheDocument()
  })

  test('switching to the free plan cancels the current one', async () => {
    const { user } = open(bought('basic'))
    await press(user, 'Switch at the end of the period: Free')
    expect(await screen.findByRole('dialog', { name: 'Cancel Basic?' })).toBeInTheDocument()
  })

  test('keeps the old plan when the card is declined, and offers to update the card', async () => {
    const { user, api } = open(bought('premium', {}, { savedCard: 'declines' }))
    await press(user, 'Upgrade: Pro')
    await press(user, /^Pay \$/)
    expect(await screen.findByText('The payment was declined. Use another card, or ask your bank.')).toBeInTheDocument()
    expect(api.world.purchases[0]!.subscriptionId).toBe('premium')
    // Errors must be shown inside the open dialog, because everything else is out of reach.
    api.break('subscriptions.portal', 'payment_unavailable')
    await press(user, 'Update card')
    expect(
      await within(screen.getByRole('dialog')).findByText(/couldn’t reach the payment service/),
    ).toBeInTheDocument()
  })

  test('explains why the plan cannot be changed while a payment is disputed', async () => {
    const { user } = open(bought('premium', {}, { isDisputed: true }))
    await press(user, 'Upgrade: Pro')
    expect(await screen.findByText(/One of your payments is disputed at your bank/)).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Contact us' })).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: /^Pay/ })).not.toBeInTheDocument()
  })

  test('offers a retry when the cost of a change cannot be loaded', async () => {
    const { user, api } = open(bought('premium'))
    api.break('subscriptions.previewChange', 'payment_unavailable')
    await press(user, 'Upgrade: Pro')
    expect(await screen.findByText(/couldn’t reach the payment service/)).toBeInTheDocument()
    api.repair('subscriptions.previewChange')
    await press(user, 'Try again')
    expect(await screen.findByText('Due now')).toBeInTheDocument()
  })
})

describe('invoices', () => {
  const many = Array.from({ length: 8 }, (_, at) => sampleInvoice(at + 1, now))

  test('shows date, plan, status, amount and link of each invoice', async () => {
    const half = sampleInvoice(1, now, { status: 'partly_refunded', refunded: 2 })
    open(bought('basic', {}, { invoices: [half, sampleInvoice(2, now, { status: 'failed', url: null })] }))
    const list = await screen.findByRole('list', { name: 'Invoices' })
    const [first, second] = within(list).getAllByRole('listitem')
    expect(first).toHaveTextContent(`${dateIn(-30)}Basic · Partly refunded: $2.00 · R-0001$4.99`)
    expect(within(first!).getByRole('link')).toHaveAttribute('href', 'https://invoice.stripe.test/1')
    expect(second).toHaveTextContent('Failed')
    expect(within(second!).queryByRole('link')).not.toBeInTheDocument()
  })

  test('shows six invoices until the others are expanded', async () => {
    const { user } = open(bought('basic', {}, { invoices: many }))
    const list = await screen.findByRole('list', { name: 'Invoices' })
    expect(within(list).getAllByRole('listitem')).toHaveLength(6)
    await press(user, 'Show all 8')
    expect(within(list).getAllByRole('listitem')).toHaveLength(8)
  })

  test('offers a retry when the invoices could not be loaded', async () => {
    const { user, api } = openApp('/subscriptions', {
      world: bought('basic', {}, { invoices: many }),
      setUp: server => server.break('subscriptions.invoices', 'forbidden'),
    })
    const card = within(await region('Invoices'))
    expect(await card.findByText('Couldn’t load your invoices.')).toBeInTheDocument()
    api.repair('subscriptions.invoices')
    await user.click(card.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('list', { name: 'Invoices' })).toBeInTheDocument()
  })
})

describe('failed payment', () => {
  const issue = { since: inDays(-2), graceEndsAt: inDays(5) }

  test('shows a failed payment once, on every page', async () => {
    const { user } = openApp('/tabs/history', { world: bought('pro', { paymentIssue: issue }) })
    expect(
      await screen.findByText(`Your last payment for Pro failed. You’ll keep Pro until ${dateIn(5)}.`),
    ).toBeInTheDocument()
    await user.click(screen.getByRole('link', { name: 'Update card' }))
    expect(await screen.findByRole('button', { name: 'Update card' })).toBeInTheDocument()
    expect(screen.getAllByText(/Your last payment for Pro failed/)).toHaveLength(1)
    expect(screen.queryByRole('link', { name: 'Update card' })).not.toBeInTheDocument()
  })

  test('links to the app store when a payment failed there', async () => {
    openApp('/tabs/history', { world: bought('pro', { paymentMethod: 'google_play', paymentIssue: issue }) })
    expect(await screen.findByRole('link', { name: 'Open Google Play' })).toHaveAttribute(
      'href',
      'https://play.google.com/store/account/subscriptions',
    )
  })
})
