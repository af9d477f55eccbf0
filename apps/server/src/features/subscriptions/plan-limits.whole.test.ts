import { type PlanId, planById } from '@recaps/domain/plans'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { extent } from '../../../test/extent.ts'
import { type PaymentServer, startPaymentServer } from '../../../test/payment-server.ts'
import { callOutcome } from '../../../test/race-servers.ts'
import { usualDatabases } from '../../../test/start-server.ts'

const walksEach = extent(15, 6)
const paidPlans = ['basic', 'premium', 'pro', 'ultimate'] as const
const frequencies = ['monthly', 'weekly', 'alternate_days', 'daily'] as const

const channels = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    id: `UC${String(n).padStart(22, 'y')}`,
    title: `Channel ${n}`,
    description: '',
    thumbnails: { default: '', medium: '', high: '' },
  }))

const change = fc.record({ kind: fc.constant('change' as const), plan: fc.constantFrom(...paidPlans) })
const follow = fc.record({
  kind: fc.constant('follow' as const),
  count: fc.integer({ min: 1, max: 14 }),
  frequency: fc.constantFrom(...frequencies),
})
const recreate = fc.record({
  kind: fc.constant('recreate' as const),
  count: fc.integer({ min: 1, max: 14 }),
  frequency: fc.constantFrom(...frequencies),
})
/** Actions that run concurrently; `month` ends the billing period, which applies a scheduled downgrade. */
const round = fc.oneof(
  { weight: 5, arbitrary: fc.array(fc.oneof(change, follow, follow, recreate), { minLength: 1, maxLength: 6 }) },
  { weight: 2, arbitrary: fc.constant('month' as const) },
)
type Action = Exclude<typeof round extends fc.Arbitrary<infer T> ? T : never, 'month'>[number]

describe.each(usualDatabases)('plan limits $name', ({ kind, isAvailable }) => {
  it.runIf(isAvailable)(
    `never exceeds the plan limits when plans and channels change concurrently and in any order, in ${walksEach} random walks [threat 19]`,
    async () => {
      const walks = fc.sample(fc.array(round, { minLength: 6, maxLength: 10 }), {
        numRuns: walksEach,
        seed: 20_261_122,
      })
      for (const walk of walks) {
        // Each walk has its own server: earlier purchases would also be renewed with every month.
        const test = await startPaymentServer({ database: kind })
        try {
          await runWalk(test, walk)
          await test.untilSettled()
          expect(await test.findLedgerDifferences()).toEqual([])
          expect(await test.findEntitlementErrors()).toEqual([])
        } finally {
          await test.stop()
        }
      }
    },
  )
})

async function runWalk(test: PaymentServer, walk: readonly ('month' | Action[])[]): Promise<void> {
  const user = await test.newUser()
  const { subscriptions, schedules } = user.client
  const purchase = await test.buy(user, 'basic')
  await schedules.create({ body: { channelList: channels(1), frequency: 'monthly' } })
  const planOf = async () => planById((await subscriptions.user()).activePlan.id as PlanId)
  const currentSchedule = async () => (await schedules.list())[0]

  for (const step of walk) {
    const [planBefore, scheduleBefore] = [await planOf(), await currentSchedule()]
    if (step === 'month') await test.passDaysUntil((await test.purchaseOf(user))!.currentPeriodEnd, 1)
    else await Promise.all(step.map(action => callOutcome(act(action, scheduleBefore?.id ?? 0))))
    await test.untilSettled()

    const [plan, all] = [await planOf(), await schedules.list()]
    expect(all.length).toBeLessThanOrEqual(1)
    for (const schedule of all) {
      // Existing channels may stay; new ones must fit the plan before or after this step.
      const maxChannels = Math.max(planBefore.channelLimit, plan.channelLimit, scheduleBefore?.channelList.length ?? 0)
      expect([step, schedule.channelList.length <= maxChannels]).toEqual([step, true])
      const allowed = [...planBefore.allowedFrequencies, ...plan.allowedFrequencies, scheduleBefore?.frequency]
      expect([step, schedule.frequency, allowed.includes(schedule.frequency)]).toEqual([step, schedule.frequency, true])
      const running = schedule.channelStates.filter(({ pausedByPlan }) => !pausedByPlan).length
      expect(running).toBe(Math.min(schedule.channelList.length, plan.channelLimit))
      expect(schedule.pausedByPlan).toBe(!plan.allowedFrequencies.includes(schedule.frequency))
    }
  }
  expect((await subscriptions.user()).subscriptions).toEqual([expect.objectContaining({ id: purchase.id })])

  async function act(action: Action, id: number): Promise<unknown> {
    if (action.kind === 'change') return await subscriptions.change({ body: { subscriptionId: action.plan } })
    const body = { channelList: channels(action.count), frequency: action.frequency }
    if (action.kind === 'follow') return await schedules.change({ params: { id }, body })
    await schedules.delete({ params: { id } })
    return await schedules.create({ body })
  }
}
