// Must be imported before any module of the app.
import '../../../../test/phone/android.ts'
import { act, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { withMemoryServer } from '../../../../test/open-app.tsx'
import { installedPhone } from '../../../../test/phone/android.ts'
import { createFakeStore, type FakeStore, sellingStores } from '../../../../test/phone/fake-store.ts'
import { openPhoneApp } from '../../../../test/phone/open-phone-app.tsx'
import { samplePurchase } from '../../../../test/server/payment-samples.ts'
import { createWorld, type World } from '../../../../test/server/world.ts'

withMemoryServer()
const now = Date.now()

async function open(change: Partial<World> = {}, before: (shop: FakeStore, world: World) => void = () => {}) {
  const world = createWorld({ plan: 'free', stores: sellingStores(), ...change })
  const shop = createFakeStore(world)
  installedPhone.environment.store = shop
  before(shop, world)
  Object.assign(installedPhone.phone.store, { finished: [], acknowledged: [], isManagementOpen: false, syncCount: 0 })
  const app = await openPhoneApp(installedPhone, '/subscriptions', { world })
  const press = async (name: string | RegExp) => app.user.click(await screen.findByRole('button', { name }))
  return { ...app, shop, world, press }
}

test('buys a Google Play plan for the account and leaves the acknowledgement to the server', async () => {
  const { press, shop, world } = await open()
  await press('Choose: Basic')
  await press('Subscribe for €5.49 a month')
  expect(await screen.findByRole('dialog', { name: 'Basic is yours' })).toBeInTheDocument()
  expect(shop.bought).toMatchObject([{ accountToken: world.stores.accountToken }])
  expect(installedPhone.phone.store).toMatchObject({ acknowledged: [], finished: [] })
  expect(installedPhone.phone.calls.findLast(({ method }) => method === 'purchaseProduct')?.options).toMatchObject({
    productIdentifier: 'recaps_basic_monthly',
    planIdentifier: 'monthly',
    productType: 'subs',
    autoAcknowledgePurchases: false,
  })
})

test('asks users to cancel a Google Play plan before choosing another, as Google would sell both', async () => {
  await open({ purchases: [samplePurchase('premium', now, { paymentMethod: 'google_play' })] })
  expect(await screen.findByText(/^To change plans, first cancel yours in Google Play\./)).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: /^(Upgrade|Switch at|Choose)/ })).not.toBeInTheDocument()
})

test('receives a Google Play purchase although the app queries the store as its sheet closes', async () => {
  const { press, shop, world } = await open()
  await press('Choose: Basic')
  const { buy } = shop
  shop.buy = async request => {
    const bought = await buy(request)
    installedPhone.phone.moveToBackground()
    // Returning to the app queries the store at once.
    installedPhone.phone.moveToForeground()
    await new Promise(resolve => setTimeout(resolve, 300))
    return bought
  }
  await press('Subscribe for €5.49 a month')
  // Soon, not only after the lookup of unanswered purchases.
  expect(await screen.findByRole('dialog', { name: 'Basic is yours' }, { timeout: 6000 })).toBeInTheDocument()
  expect(installedPhone.phone.store.acknowledged).toEqual([])
  expect(world.purchases).toMatchObject([{ subscriptionId: 'basic', status: 'active' }])
})

test('looks up a purchase after the sheet has closed if Google Play never answers', async () => {
  const { press, shop, world } = await open()
  await press('Choose: Premium')
  const { buy } = shop
  shop.buy = async request => {
    installedPhone.phone.moveToBackground()
    await buy(request)
    installedPhone.phone.moveToForeground()
    return await new Promise(() => {})
  }
  await press('Subscribe for €10.49 a month')
  expect(await screen.findByRole('dialog', { name: 'Premium is yours' }, { timeout: 30_000 })).toBeInTheDocument()
  expect(world.purchases).toMatchObject([{ subscriptionId: 'premium', status: 'active' }])
})

test('claims a plan that Google Play reports as already owned', async () => {
  const { press, shop, world } = await open()
  await press('Choose: Pro')
  shop.nextOutcome = 'owned'
  const { buy } = shop
  shop.buy = async request => {
    // Bought on another phone at this moment.
    shop.addPurchase('pro', world.stores.accountToken)
    return await buy(request)
  }
  await press('Subscribe for €25.49 a month')
  expect(await screen.findByRole('dialog', { name: 'Pro is yours' })).toBeInTheDocument()
  expect(shop.bought).toHaveLength(1)
})

test('claims a pending Google Play purchase once it is paid and the user returns to the app', async () => {
  const { shop, api, world } = await open({}, (it, { stores }) => {
    it.addPurchase('pro', stores.accountToken, { isPending: true })
  })
  await screen.findByRole('button', { name: 'Choose: Pro' })
  expect(api.calls).not.toContain('subscriptions.purchase')
  shop.bought[0]!.isPending = false
  act(() => installedPhone.phone.moveToForeground())
  await waitFor(() => expect(world.purchases).toMatchObject([{ subscriptionId: 'pro', status: 'active' }]))
  expect(await screen.findByRole('button', { name: 'Manage in Google Play' })).toBeInTheDocument()
})

test('restoring shows why the server rejects a plan, and acknowledges nothing to Google', async () => {
  const { press } = await open({}, shop => void shop.addPurchase('pro', null))
  installedPhone.environment.store!.purchases = async () => [
    { productId: 'recaps_pro_monthly', id: 'x', receipt: 'of-somebody', accountToken: null, boughtAt: new Date() },
  ]
  await press('Restore purchases')
  expect(await screen.findByText(/^We couldn’t match this purchase to your account/)).toBeInTheDocument()
  expect(installedPhone.phone.store).toMatchObject({ acknowledged: [], syncCount: 0 })
})
