// Must be imported before any module of the app.
import '../../../../test/phone/ios.ts'
import { expect, test } from 'vitest'
import { connect } from '../../../../api/connection.ts'
import { wallet } from '../../../../device/phone/wallet.ts'
import { createStorage } from '../../../../device/storage.ts'
import { createFakeStore, sellingStores } from '../../../../test/phone/fake-store.ts'
import { installedPhone } from '../../../../test/phone/ios.ts'
import { createMemoryApi } from '../../../../test/server/memory-api.ts'
import { createWorld, sampleToken } from '../../../../test/server/world.ts'
import { getPhoneStore } from '../../../subscriptions/phone/phone-store.ts'
import { createStorePayment, type StoreStep } from './store-payment.ts'

function payment() {
  const world = createWorld({ plan: 'free', stores: sellingStores() })
  const shop = createFakeStore(world)
  installedPhone.environment.store = shop
  const api = createMemoryApi(world)
  const storage = createStorage(() => localStorage)
  storage.initialise()
  storage.set('authToken', sampleToken)
  const { client, session } = connect(storage, { clearMemory() {}, eraseDevice() {} }, async (input, init) =>
    api.handle(new Request(new URL(String(input), 'http://localhost'), init)),
  )
  session.restore()
  const steps: StoreStep[] = []
  const pauses: number[] = []
  const storePayment = createStorePayment(
    client,
    getPhoneStore(world)!,
    'pro',
    step => void steps.push(step),
    async ms => void pauses.push(ms),
  )
  return { api, shop, storePayment, steps, pauses, kinds: () => steps.map(({ kind }) => kind) }
}

test('retries the claim of a store purchase with growing pauses while the server is busy, then on request', async () => {
  const { api, shop, storePayment, pauses, kinds } = payment()
  api.break('subscriptions.purchase', 'payment_unavailable')
  await storePayment.buy()
  expect(kinds()).toEqual(['ready', 'settling', 'untold'])
  expect(pauses).toEqual([2000, 4000, 8000, 16_000, 32_000])
  api.repair('subscriptions.purchase')
  await storePayment.retryClaim()
  expect(kinds().slice(3)).toEqual(['settling', 'done'])
  expect(shop.bought).toHaveLength(1)
})

test('claims a store purchase even if the sheet is closed, without reporting further steps', async () => {
  const { api, storePayment, kinds } = payment()
  const buying = storePayment.buy()
  storePayment.close()
  await buying
  expect(kinds()).toEqual(['ready'])
  expect(api.calls).toContain('subscriptions.purchase')
})

test('buys a store plan only once when the button is pressed twice', async () => {
  const { shop, storePayment } = payment()
  await Promise.all([storePayment.buy(), storePayment.buy()])
  expect(shop.bought).toHaveLength(1)
})

test('saves the card for later if nothing is due now, and opens only one payment sheet at a time', async () => {
  let close = (_: 'canceled') => {}
  installedPhone.environment.pay = () => new Promise(resolve => (close = resolve))
  const place = { fields: document.body, wallets: document.body, onWalletAvailability() {}, onWalletPay() {} }
  const common = { publishableKey: 'pk_live_1', scriptUrl: '', customer: null, returnUrl: '' }
  const { pay } = await wallet.openPaymentForm({ ...common, clientSecret: 'seti_1_secret_x' }, place)
  const first = pay()
  expect(await pay()).toEqual({ kind: 'unfinished' })
  await expect
    .poll(() => installedPhone.phone.calls.filter(({ method }) => method === 'presentPaymentSheet').length)
    .toBe(1)
  close('canceled')
  expect(await first).toEqual({ kind: 'unfinished' })
  const [sheet] = installedPhone.phone.calls.filter(({ method }) => method === 'createPaymentSheet')
  expect(sheet!.options).toMatchObject({ setupIntentClientSecret: 'seti_1_secret_x', GooglePayIsTesting: false })
  expect(sheet!.options).not.toHaveProperty('paymentIntentClientSecret')
})
