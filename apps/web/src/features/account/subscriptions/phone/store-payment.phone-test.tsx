// Before anything of the app is loaded.
import '../../../../test/phone/ios.ts'
import { expect, test } from 'vitest'
import { connect } from '../../../../api/connection.ts'
import { wallet } from '../../../../device/phone/wallet.ts'
import { createStorage } from '../../../../device/storage.ts'
import { held } from '../../../../test/phone/ios.ts'
import { openShop, soldInStores } from '../../../../test/phone/shop.ts'
import { createMemoryApi } from '../../../../test/server/memory-api.ts'
import { createWorld, sampleToken } from '../../../../test/server/world.ts'
import { storeHere } from '../../../subscriptions/phone/store-here.ts'
import { createStorePayment, type StoreStep } from './store-payment.ts'

function payment() {
  const world = createWorld({ plan: 'free', stores: soldInStores() })
  const shop = openShop(world)
  held.outside.store = shop
  const api = createMemoryApi(world)
  const storage = createStorage(() => localStorage)
  storage.initialise()
  storage.set('authToken', sampleToken)
  const { client, session } = connect(storage, { forget() {}, erase() {} }, async (input, init) =>
    api.handle(new Request(new URL(String(input), 'http://localhost'), init)),
  )
  session.restore()
  const steps: StoreStep[] = []
  const pauses: number[] = []
  const made = createStorePayment(
    client,
    storeHere(world)!,
    'pro',
    step => void steps.push(step),
    async ms => void pauses.push(ms),
  )
  return { api, shop, made, steps, pauses, kinds: () => steps.map(({ kind }) => kind) }
}

test('a server that is busy is told again, longer apart each time, and again by hand', async () => {
  const { api, shop, made, pauses, kinds } = payment()
  api.break('subscriptions.purchase', 'payment_unavailable')
  await made.buy()
  expect(kinds()).toEqual(['ready', 'settling', 'untold'])
  expect(pauses).toEqual([2000, 4000, 8000, 16_000, 32_000])
  api.mend('subscriptions.purchase')
  await made.tellAgain()
  expect(kinds().slice(3)).toEqual(['settling', 'done'])
  expect(shop.bought).toHaveLength(1)
})

test('what is closed meanwhile is told to nobody, and to the server all the same', async () => {
  const { api, made, kinds } = payment()
  const buying = made.buy()
  made.close()
  await buying
  expect(kinds()).toEqual(['ready'])
  expect(api.calls).toContain('subscriptions.purchase')
})

test('two presses are one purchase', async () => {
  const { shop, made } = payment()
  await Promise.all([made.buy(), made.buy()])
  expect(shop.bought).toHaveLength(1)
})

test('where nothing is due at once, the sheet keeps a card for later; and there is one sheet at a time', async () => {
  let close = (_: 'canceled') => {}
  held.outside.pay = () => new Promise(resolve => (close = resolve))
  const place = { fields: document.body, wallets: document.body, onWallets() {}, onWalletPay() {} }
  const common = { publishableKey: 'pk_live_1', scriptUrl: '', customer: null, returnTo: '' }
  const { pay } = await wallet.payWith({ ...common, clientSecret: 'seti_1_secret_x' }, place)
  const first = pay()
  expect(await pay()).toEqual({ kind: 'unfinished' })
  await expect.poll(() => held.phone.calls.filter(({ method }) => method === 'presentPaymentSheet').length).toBe(1)
  close('canceled')
  expect(await first).toEqual({ kind: 'unfinished' })
  const [sheet] = held.phone.calls.filter(({ method }) => method === 'createPaymentSheet')
  expect(sheet!.options).toMatchObject({ setupIntentClientSecret: 'seti_1_secret_x', GooglePayIsTesting: false })
  expect(sheet!.options).not.toHaveProperty('paymentIntentClientSecret')
})
