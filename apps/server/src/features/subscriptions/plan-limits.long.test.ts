import { type PlanId, planById } from '@recaps/domain/plans'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { extent, inTurn } from '../../../test/extent.ts'
import { type PaymentServer, startPaymentServer } from '../../../test/payment-server.ts'
import { outcomeOf } from '../../../test/racing.ts'
import { databases } from '../../../test/start-server.ts'

const walksEach = extent(15, 6)
const bought = ['basic', 'premium', 'pro', 'ultimate'] as const
const frequencies = ['monthly', 'weekly', 'alternate_days', 'daily'] as const

const channels = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    id: `UC${String(n).padStart(22, 'y')}`,
    title: `Channel ${n}`,
    description: '',
    thumbnails: { default: '', medium: '', high: '' },
  }))

const change = fc.record({ kind: fc.constant('change' as const), plan: fc.constantFrom(...bought) })
const follow = fc.record({
  kind: fc.constant('follow' as const),
  count: fc.integer({ min: 1, max: 14 }),
  frequency: fc.constantFrom(...frequencies),
})
const anew = fc.record({
  kind: fc.constant('anew' as const),
  count: fc.integer({ min: 1, max: 14 }),
  frequency: fc.constantFrom(...frequencies),
})
/** What is done at the same time; `month` lets the period end, and with it what was wished for its end come. */
const round = fc.oneof(
  { weight: 5, arbitrary: fc.array(fc.oneof(change, follow, follow, anew), { minLength: 1, maxLength: 6 }) },
  { weight: 2, arbitrary: fc.constant('month' as const) },
)
type Deed = Exclude<typeof round extends fc.Arbitrary<infer T> ? T : never, 'month'>[number]

describe.each(inTurn(databases, 2, 2))('what a plan allows, $name', ({ kind, isHere }) => {
  it.runIf(isHere)(
    `is never gone beyond, in whatever order and at once plans and channels change, in ${walksEach} walks [threat 19]`,
    async () => {
      const walks = fc.sample(fc.array(round, { minLength: 6, maxLength: 10 }), {
        numRuns: walksEach,
        seed: 20_261_122,
      })
      for (const walk of walks) {
        // One for each: what was bought before would go through its months as well.
        const test = await startPaymentServer({ database: kind })
        try {
          await goThrough(test, walk)
          await test.settled()
          expect(await test.differences()).toEqual([])
          expect(await test.injustices()).toEqual([])
        } finally {
          await test.stop()
        }
      }
    },
  )
})

async function goThrough(test: PaymentServer, walk: readonly ('month' | Deed[])[]): Promise<void> {
  const user = await test.newUser()
  const { subscriptions, schedules } = user.client
  const purchase = await test.buy(user, 'basic')
  await schedules.create({ body: { channelList: channels(1), frequency: 'monthly' } })
  const planOf = async () => planById((await subscriptions.user()).activePlan.id as PlanId)
  const heldNow = async () => (await schedules.list())[0]

  for (const one of walk) {
    const [planBefore, heldBefore] = [await planOf(), await heldNow()]
    if (one === 'month') await test.passTo((await test.purchaseOf(user))!.currentPeriodEnd, 1)
    else await Promise.all(one.map(deed => outcomeOf(act(deed, heldBefore?.id ?? 0))))
    await test.settled()

    const [plan, all] = [await planOf(), await schedules.list()]
    expect(all.length).toBeLessThanOrEqual(1)
    for (const schedule of all) {
      // What is there already may be kept; what comes to it has to fit a plan that counted meanwhile.
      const room = Math.max(planBefore.channelLimit, plan.channelLimit, heldBefore?.channelList.length ?? 0)
      expect([one, schedule.channelList.length <= room]).toEqual([one, true])
      const allowed = [...planBefore.allowedFrequencies, ...plan.allowedFrequencies, heldBefore?.frequency]
      expect([one, schedule.frequency, allowed.includes(schedule.frequency)]).toEqual([one, schedule.frequency, true])
      const running = schedule.channelStates.filter(({ pausedByPlan }) => !pausedByPlan).length
      expect(running).toBe(Math.min(schedule.channelList.length, plan.channelLimit))
      expect(schedule.pausedByPlan).toBe(!plan.allowedFrequencies.includes(schedule.frequency))
    }
  }
  expect((await subscriptions.user()).subscriptions).toEqual([expect.objectContaining({ id: purchase.id })])

  async function act(deed: Deed, id: number): Promise<unknown> {
    if (deed.kind === 'change') return await subscriptions.change({ body: { subscriptionId: deed.plan } })
    const body = { channelList: channels(deed.count), frequency: deed.frequency }
    if (deed.kind === 'follow') return await schedules.change({ params: { id }, body })
    await schedules.delete({ params: { id } })
    return await schedules.create({ body })
  }
}
