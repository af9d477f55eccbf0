import { type PlanId, planById } from '@recaps/domain/plans'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { usePaymentServer } from '../../../test/payment-server.ts'

const bought = ['basic', 'premium', 'pro', 'ultimate'] as const
const frequencies = ['monthly', 'weekly', 'alternate_days', 'daily'] as const

const channels = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    id: `UC${String(n).padStart(22, 'y')}`,
    title: `Channel ${n}`,
    description: '',
    thumbnails: { default: '', medium: '', high: '' },
  }))

const step = fc.oneof(
  fc.record({ kind: fc.constant('change' as const), plan: fc.constantFrom(...bought) }),
  fc.record({
    kind: fc.constant('follow' as const),
    count: fc.integer({ min: 1, max: 14 }),
    frequency: fc.constantFrom(...frequencies),
  }),
  fc.record({ kind: fc.constant('month' as const) }),
)

describe('what a plan allows', async () => {
  const test = await usePaymentServer()

  it('is never gone beyond, in whatever order plans and channels change', async () => {
    const walks = fc.sample(fc.array(step, { minLength: 6, maxLength: 10 }), { numRuns: 6, seed: 20_261_122 })
    for (const walk of walks) {
      const user = await test.newUser()
      const { subscriptions, schedules } = user.client
      const purchase = await test.buy(user, 'basic')
      const { id } = await schedules.create({ body: { channelList: channels(1), frequency: 'monthly' } })
      for (const one of walk) {
        if (one.kind === 'change') await subscriptions.change({ body: { subscriptionId: one.plan } }).catch(() => {})
        else if (one.kind === 'month') await test.passTo((await test.purchaseOf(user))!.currentPeriodEnd, 1)
        else {
          const plan = await planOf()
          const body = { channelList: channels(one.count), frequency: one.frequency }
          const isTaken = await schedules.change({ params: { id }, body }).then(
            () => true,
            () => false,
          )
          if (isTaken) expect([one, plan.allowedFrequencies.includes(one.frequency)]).toEqual([one, true])
          if (isTaken) expect(one.count).toBeLessThanOrEqual(plan.channelLimit)
        }
        const plan = await planOf()
        const [schedule] = await schedules.list()
        const running = schedule!.channelStates.filter(({ pausedByPlan }) => !pausedByPlan).length
        expect(running).toBeLessThanOrEqual(plan.channelLimit)
        expect(schedule!.pausedByPlan).toBe(!plan.allowedFrequencies.includes(schedule!.frequency))
      }
      expect((await subscriptions.user()).subscriptions).toEqual([expect.objectContaining({ id: purchase.id })])

      async function planOf() {
        return planById((await subscriptions.user()).activePlan.id as PlanId)
      }
    }
    await test.settled()
    expect(await test.differences()).toEqual([])
  })
})
