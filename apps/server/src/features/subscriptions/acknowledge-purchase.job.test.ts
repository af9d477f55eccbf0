import { describe, expect, it } from 'vitest'
import { dayMs } from '../../../test/payment-server.ts'
import { useStoreServer } from '../../../test/store-server.ts'
import { acknowledgePurchase } from './job-kinds.ts'

describe('acknowledging Google Play purchases', async () => {
  const test = await useStoreServer({ deliversWebhooks: false })
  const { database, queue, metrics } = test.server.services
  const failedCount = async () =>
    /^recaps_store_acknowledgements_total\{outcome="failed"\} (\d+)/m.exec(await metrics.text())?.[1]
  const enqueue = async (id: string, daysAgo: number) => {
    const since = new Date(test.clock.now().getTime() - daysAgo * dayMs).toISOString()
    const data = { provider: 'google' as const, id, since, tries: 40 }
    await database.db.transaction().execute(trx => queue.send(trx, acknowledgePurchase, data))
  }
  const calls = () => test.google.requests.filter(({ path }) => path.endsWith(':acknowledge')).length

  it('retries the acknowledgement of a purchase for three days and then counts it as failed', async () => {
    const user = await test.newUser()
    const lift = test.google.fault({ kind: 'error', when: 'before' }, { endpoint: 'subscriptions.acknowledge' })
    const { receipt } = await test.buy(user, test.shops.google)
    await test.untilSettled()
    await enqueue(receipt, 2.9)
    await test.untilSettled()
    expect(await failedCount()).toBeUndefined()
    await enqueue(receipt, 3)
    await test.untilSettled()
    expect(await failedCount()).toBe('1')
    lift()
  })

  it('does not acknowledge ended or unknown purchases', async () => {
    const user = await test.newUser()
    const { receipt } = await test.buy(user, test.shops.google)
    await test.untilSettled()
    const before = calls()
    await user.client.account.delete({ body: { password: 'correct horse battery' } })
    await enqueue(receipt, 0)
    await enqueue('nobody-has-bought-this-one', 0)
    await test.untilSettled()
    expect(calls()).toBe(before)
  })

  it('keeps a purchase active when it is acknowledged twice', async () => {
    const user = await test.newUser()
    const { receipt } = await test.buy(user, test.shops.google)
    await enqueue(receipt, 0)
    await test.untilSettled()
    expect(await test.purchaseOf(user)).toMatchObject({ status: 'active' })
    expect(await failedCount()).toBe('1')
  })
})
