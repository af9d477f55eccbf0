import type { UserSubscription } from '@recaps/contract'
import type { PlanId } from '@recaps/domain/plans'
import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { openApp, withMemoryServer } from '../../test/open-app.tsx'
import { samplePayments, samplePurchase } from '../../test/server/payment-samples.ts'
import { sampleSummary } from '../../test/server/samples.ts'
import { sampleChannels, sampleSchedule, sampleState } from '../../test/server/schedule-samples.ts'
import { addSummaries, createWorld } from '../../test/server/world.ts'

withMemoryServer()
const now = Date.now()
const to = (plan: string) => `/subscriptions?plan=${plan}`
const link = (name: string) => screen.findByRole('link', { name })

describe('upgrade links at limits', () => {
  test('links to the plan with more summaries when the monthly quota is used up', async () => {
    openApp('/tabs/summarize', { world: createWorld({ used: 10 }) })
    expect(await screen.findByText(/The Premium plan has 30 a month/)).toBeInTheDocument()
    expect(await link('See Premium')).toHaveAttribute('href', to('premium'))
  })

  test('links to the plan with questions on the Ask tab', async () => {
    const world = addSummaries(createWorld(), [sampleSummary(1, now)])
    const { user } = openApp('/history-detail/1', { world })
    await user.click(await screen.findByRole('tab', { name: 'Ask' }))
    expect(await link('See Pro')).toHaveAttribute('href', to('pro'))
  })

  test('links to the plan with more channels when the wizard reaches the channel limit', async () => {
    const { user } = openApp('/schedule-wizard-channels', {
      world: createWorld({ channels: sampleChannels(12) }),
    })
    await user.type(await screen.findByRole('searchbox'), 'e')
    await user.click(await screen.findByRole('button', { name: 'Add Plain Structures' }))
    await user.click(screen.getByRole('button', { name: 'Add The Slow Kitchen' }))
    expect(await link('See Premium')).toHaveAttribute('href', to('premium'))
  })

  test('links each unavailable frequency in the wizard to a plan that has it', async () => {
    const channels = sampleChannels(1)
    openApp('/schedule-wizard-frequency', {
      world: createWorld({ schedules: [sampleSchedule(now, { channelList: channels })] }),
    })
    expect((await screen.findAllByRole('link', { name: 'In the Pro plan' }))[0]).toHaveAttribute('href', to('pro'))
  })

  test('links to a plan from a paused schedule and from paused channels', async () => {
    const channelList = sampleChannels(3)
    const channelStates = channelList.map(({ id }, at) => sampleState(id, now, { pausedByPlan: at > 1 }))
    const schedule = sampleSchedule(now, { channelList, channelStates, frequency: 'daily', pausedByPlan: true })
    openApp('/tabs/dashboard', { world: createWorld({ schedules: [schedule] }) })
    expect(await link('See Pro')).toHaveAttribute('href', to('pro'))
    const list = await screen.findByRole('list', { name: 'Channels' })
    expect(await within(list).findByRole('link', { name: 'See Premium' })).toHaveAttribute('href', to('premium'))
  })

  test('links to the plan with more community reads, without a retry button, when they are used up', async () => {
    openApp('/history-detail/9', { setUp: api => api.break('summaries.detail', 'community_reads_used_up') })
    expect(await link('See Premium')).toHaveAttribute('href', to('premium'))
    expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument()
  })
})

describe('upgrade links while a payment is owed', () => {
  const summarize = (planId: PlanId, change: Partial<UserSubscription>, used: number) =>
    openApp('/tabs/summarize', {
      world: createWorld({ plan: 'free', used, purchases: [samplePurchase(planId, now, change)] }),
    })
  const banner = async (text: RegExp) => within((await screen.findByText(text)).closest('.banner')!)

  test('links to updating the card instead of a larger plan while the plan is on hold', async () => {
    summarize('pro', { status: 'past_due' }, 3)
    const spent = await banner(/Pro is on hold, so you have the Free plan’s 3 summaries a month\.$/)
    expect(spent.getByRole('link', { name: 'Update card' })).toHaveAttribute('href', '/subscriptions')
    expect(screen.queryByText(/The Basic plan has/)).not.toBeInTheDocument()
    expect(screen.queryByRole('link', { name: /^See / })).not.toBeInTheDocument()
  })

  test('links to updating the card instead of a larger plan during the grace period', async () => {
    const paymentIssue = {
      since: new Date(now).toISOString(),
      graceEndsAt: new Date(now + 5 * 86_400_000).toISOString(),
    }
    summarize('pro', { paymentIssue }, 500)
    const spent = await banner(/You can change plans once the payment for Pro goes through\.$/)
    expect(spent.getByRole('link', { name: 'Update card' })).toHaveAttribute('href', '/subscriptions')
  })

  test('links to the Subscriptions page while a plan from an app store is on hold', async () => {
    summarize('pro', { status: 'past_due', paymentMethod: 'google_play' }, 3)
    const spent = await banner(/Pro is on hold, so you have/)
    expect(spent.getByRole('link', { name: 'Fix payment' })).toHaveAttribute('href', '/subscriptions')
  })

  test('does not advertise a larger plan below the schedule forecast while a payment is owed', async () => {
    openApp('/tabs/dashboard', {
      world: createWorld({
        plan: 'free',
        purchases: [samplePurchase('pro', now, { status: 'past_due' })],
        schedules: [sampleSchedule(now, { channelList: sampleChannels(1), forecastPerMonth: 44 })],
      }),
    })
    const forecast = within(await screen.findByText(/^Uses about 44 summaries a month\. Your plan has 3\./))
    expect(forecast.getByRole('link', { name: 'Update card' })).toHaveAttribute('href', '/subscriptions')
    expect(screen.queryByText(/plan has 500/)).not.toBeInTheDocument()
  })

  test('names the plan of a frequency without a link while a payment is owed', async () => {
    const channels = sampleChannels(1)
    openApp('/schedule-wizard-frequency', {
      world: createWorld({
        plan: 'free',
        purchases: [samplePurchase('pro', now, { status: 'past_due' })],
        schedules: [sampleSchedule(now, { channelList: channels })],
      }),
    })
    expect(await screen.findAllByText('In the Pro plan')).not.toHaveLength(0)
    expect(screen.queryByRole('link', { name: 'In the Pro plan' })).not.toBeInTheDocument()
  })
})

test('names the larger plan without a link if this server sells no plans', async () => {
  openApp('/tabs/summarize', { world: createWorld({ used: 10, payments: samplePayments({ provider: 'none' }) }) })
  expect(await screen.findByText(/The Premium plan has 30 a month/)).toBeInTheDocument()
  expect(screen.queryByRole('link', { name: 'See Premium' })).not.toBeInTheDocument()
})
