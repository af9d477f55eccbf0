import { describe, expect, it } from 'vitest'
import { dayMs } from '../../../test/payment-server.ts'
import { useStoreServer } from '../../../test/store-server.ts'
import { acknowledgePurchase } from './job-kinds.ts'

describe('a purchase that Google Play waits to hear of', async () => {
  const test = await useStoreServer({ isTold: false })
  const { database, queue, metrics } = test.server.services
  const failed = async () =>
    /^recaps_store_acknowledgements_total\{outcome="failed"\} (\d+)/m.exec(await metrics.text())?.[1]
  const tell = async (id: string, daysAgo: number) => {
    const since = new Date(test.clock.now().getTime() - daysAgo * dayMs).toISOString()
    const data = { provider: 'google' as const, id, since, tries: 40 }
    await database.db.transaction().execute(trx => queue.send(trx, acknowledgePurchase, data))
  }
  const calls = () => test.google.requests.filter(({ path }) => path.endsWith(':acknowledge')).length

  it('is told of again for three days, and then somebody is called', async () => {
    const user = await test.newUser()
    const lift = test.google.fault({ kind: 'error', when: 'before' }, { endpoint: 'subscriptions.acknowledge' })
    const { receipt } = await test.buy(user, test.shops.google)
    await test.settled()
    await tell(receipt, 2.9)
    await test.settled()
    expect(await failed()).toBeUndefined()
    await tell(receipt, 3)
    await test.settled()
    expect(await failed()).toBe('1')
    lift()
  })

  it('is not told of any more once it is over', async () => {
    const user = await test.newUser()
    const { receipt } = await test.buy(user, test.shops.google)
    await test.settled()
    const before = calls()
    await user.client.account.delete({ body: { password: 'correct horse battery' } })
    await tell(receipt, 0)
    await tell('nobody-has-bought-this-one', 0)
    await test.settled()
    expect(calls()).toBe(before)
  })

  it('is told of twice without harm', async () => {
    const user = await test.newUser()
    const { receipt } = await test.buy(user, test.shops.google)
    await tell(receipt, 0)
    await test.settled()
    expect(await test.purchaseOf(user)).toMatchObject({ status: 'active' })
    expect(await failed()).toBe('1')
  })
})
