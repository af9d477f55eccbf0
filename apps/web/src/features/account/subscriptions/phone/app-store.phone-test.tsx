// Must be imported before any module of the app.
import '../../../../test/phone/ios.ts'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { withMemoryServer } from '../../../../test/open-app.tsx'
import { createFakeStore, sellingStores } from '../../../../test/phone/fake-store.ts'
import { installedPhone } from '../../../../test/phone/ios.ts'
import { openPhoneApp } from '../../../../test/phone/open-phone-app.tsx'
import { sampleInvoice, samplePayments, samplePurchase } from '../../../../test/server/payment-samples.ts'
import { createWorld, type World } from '../../../../test/server/world.ts'

withMemoryServer()
const now = Date.now()
const inDays = (days: number) => new Date(now + days * 86_400_000).toISOString()
const otherAccountToken = 'b7a5c2d1-0000-4000-8000-000000000001'

async function open(
  change: Partial<World> = {},
  before: (shop: ReturnType<typeof createFakeStore>, world: World) => void = () => {},
  at = '/subscriptions',
) {
  const world = createWorld({ plan: 'free', stores: sellingStores(), ...change })
  const shop = createFakeStore(world)
  installedPhone.environment.store = shop
  before(shop, world)
  Object.assign(installedPhone.phone.store, { finished: [], acknowledged: [], isManagementOpen: false, syncCount: 0 })
  const app = await openPhoneApp(installedPhone, at, { world })
  const press = async (name: string | RegExp) => app.user.click(await screen.findByRole('button', { name }))
  return { ...app, shop, world, press }
}
const subscribeToPro = 'Subscribe for €25.49 a month'

describe('plans sold by the App Store', () => {
  test("shows only the App Store's prices, and the required notices beside the button", async () => {
    const { press } = await open()
    const plans = within(await screen.findByRole('region', { name: 'Plans' }))
    expect((await plans.findAllByText(/€/)).map(({ textContent }) => textContent)).toEqual([
      '€5.49',
      '€10.49',
      '€25.49',
      '€99.99',
    ])
    expect(document.body).not.toHaveTextContent('$')
    expect(screen.queryByRole('note')).not.toBeInTheDocument()
    await press('Choose: Pro')
    const sheet = within(await screen.findByRole('dialog', { name: 'Subscribe to Pro' }))
    expect(sheet.getByText(/^It renews each month until you cancel it in the App Store/)).toBeInTheDocument()
    expect(sheet.getByRole('link', { name: 'Terms of Service' })).toHaveAttribute('href', '/terms')
    expect(sheet.getByRole('link', { name: 'Privacy Policy' })).toHaveAttribute('href', '/privacy')
    expect(sheet.getByRole('button', { name: subscribeToPro })).toBeInTheDocument()
  })

  test('activates a plan after the server accepts it, then finishes the App Store transaction', async () => {
    const { press, world } = await open()
    await press('Choose: Pro')
    await press(subscribeToPro)
    expect(await screen.findByRole('dialog', { name: 'Pro is yours' })).toHaveTextContent('497 summaries left')
    expect(world.purchases).toMatchObject([{ subscriptionId: 'pro', paymentMethod: 'apple_iap', status: 'active' }])
    expect(installedPhone.phone.store.finished).toEqual(['1000'])
    await press('Done')
    await press('Manage in the App Store')
    await waitFor(() => expect(installedPhone.phone.store.isManagementOpen).toBe(true))
  })

  test('shows why the server rejects a purchase and leaves the transaction open', async () => {
    const { press, world, shop } = await open()
    await press('Choose: Pro')
    shop.buy = async ({ productId }) => ({
      ...{ productId, id: '7', receipt: 'forged', accountToken: world.stores.accountToken, boughtAt: new Date() },
    })
    await press(subscribeToPro)
    expect(await screen.findByText(/^We couldn’t match this purchase to your account/)).toBeInTheDocument()
    expect(installedPhone.phone.store.finished).toEqual([])
  })

  test('shows neither price nor button for a plan the App Store does not sell', async () => {
    await open({}, shop => shop.unsold.push('pro'))
    expect(await screen.findByRole('button', { name: 'Choose: Ultimate' })).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Choose: Pro' })).not.toBeInTheDocument()
    const card = screen.getByRole('heading', { name: 'Pro' }).closest('li')
    expect(card).not.toHaveTextContent(/[€$]/)
  })

  test('offers a retry when the App Store does not return prices', async () => {
    const { press, shop } = await open({}, it => {
      it.products = () => {
        throw new Error('Request failed')
      }
    })
    expect(await screen.findByText('Couldn’t load the prices from the App Store.')).toBeInTheDocument()
    expect(screen.queryByRole('region', { name: 'Plans' })).not.toBeInTheDocument()
    shop.products = createFakeStore(createWorld()).products
    await press('Try again')
    expect(await screen.findByRole('button', { name: 'Choose: Pro' })).toBeInTheDocument()
  })

  test('upgrades in the App Store right away and downgrades at the end of the period', async () => {
    const { press, world } = await open({}, (shop, { purchases, stores }) => {
      shop.addPurchase('premium', stores.accountToken)
      purchases.push(samplePurchase('premium', now, { paymentMethod: 'apple_iap', stripeSubscriptionId: null }))
    })
    await press('Upgrade: Pro')
    expect(await screen.findByText(/^It starts right away and replaces Premium\./)).toBeInTheDocument()
    await press(subscribeToPro)
    await screen.findByRole('dialog', { name: 'Pro is yours' })
    await press('Done')
    await press('Switch at the end of the period: Basic')
    expect(await screen.findByText(/^You keep Pro until .* Nothing will be deleted\.$/)).toBeInTheDocument()
    await press('Subscribe for €5.49 a month')
    expect(await screen.findByRole('dialog', { name: /^Basic starts on/ })).toBeInTheDocument()
    expect(world.purchases).toMatchObject([{ subscriptionId: 'pro', nextPlan: { subscriptionId: 'basic' } }])
    await press('Done')
    await press('Switch at the end of the period: Free')
    await waitFor(() => expect(installedPhone.phone.store.isManagementOpen).toBe(true))
  })

  test('neither replaces nor claims a plan that belongs to another account', async () => {
    const { press, api, shop } = await open({}, it => void it.addPurchase('basic', otherAccountToken))
    await press('Choose: Pro')
    await press(subscribeToPro)
    const explanation =
      /belongs to another account\. Log in .* If you deleted that account, cancel the plan in the App Store\. Once it has ended/
    expect(await within(await screen.findByRole('dialog')).findByText(explanation)).toBeInTheDocument()
    await press('Not now')
    await press('Restore purchases')
    expect(await screen.findByText(explanation)).toBeInTheDocument()
    expect(screen.queryByText(/^There’s a plan in the App Store/)).not.toBeInTheDocument()
    expect(shop.bought).toHaveLength(1)
    expect(api.calls).not.toContain('subscriptions.purchase')
  })

  test('claims an earlier purchase at app start and does not buy it twice', async () => {
    const { world } = await open({}, (shop, { stores }) => void shop.addPurchase('pro', stores.accountToken))
    expect(await screen.findByText('Pro is yours')).toBeInTheDocument()
    expect(world.purchases).toMatchObject([{ subscriptionId: 'pro', paymentMethod: 'apple_iap' }])
    expect(installedPhone.phone.store.finished).toEqual(['1000'])
  })

  test('offers to restore a plan bought in the App Store itself, as it names no account', async () => {
    const { press, world, api } = await open({}, shop => void shop.addPurchase('pro', null))
    const hint = 'There’s a plan in the App Store that wasn’t bought in this app. If it’s yours, restore it here.'
    expect(await screen.findByText(hint)).toBeInTheDocument()
    expect(api.calls).not.toContain('subscriptions.purchase')
    await press('Restore purchases')
    expect(await screen.findByText('Pro is yours')).toBeInTheDocument()
    expect(world.purchases).toMatchObject([{ subscriptionId: 'pro', paymentMethod: 'apple_iap' }])
    await waitFor(() => expect(screen.queryByText(hint)).not.toBeInTheDocument())
  })

  test('ignores the return link of a bank in the app', async () => {
    for (const status of ['succeeded', 'failed']) {
      const link = `/subscriptions?plan=pro&payment_intent=pi_10&redirect_status=${status}`
      const { api } = await open({}, () => {}, link)
      expect(await screen.findByRole('button', { name: 'Choose: Pro' })).toBeInTheDocument()
      expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
      expect(screen.queryByText(/^Your bank didn’t confirm/)).not.toBeInTheDocument()
      expect(api.calls).not.toContain('subscriptions.purchase')
      cleanup()
    }
  })

  test('reports that there is nothing to restore', async () => {
    const { press } = await open()
    await press('Restore purchases')
    expect(await screen.findByText('You don’t have a plan in the App Store.')).toBeInTheDocument()
    expect(installedPhone.phone.store.syncCount).toBe(1)
  })

  test('sends users of a Google Play plan to Google Play and offers no change in the iPhone app', async () => {
    const google = samplePurchase('pro', now, { paymentMethod: 'google_play', stripeSubscriptionId: null })
    await open({ purchases: [google] })
    expect(await screen.findByRole('link', { name: 'Open Google Play' })).toHaveAttribute(
      'href',
      'https://play.google.test/subscriptions',
    )
    expect(await screen.findByText('You can change your plan where you bought it.')).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: /^(Upgrade|Switch at|Choose)/ })).not.toBeInTheDocument()
  })

  test('lets users cancel but not change or pay a card plan in the iPhone app', async () => {
    await open({ purchases: [samplePurchase('pro', now)], invoices: [sampleInvoice(1, now, { status: 'open' })] })
    expect(await screen.findByText('You didn’t buy this plan in this app.')).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Cancel plan' })).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Cards and invoices' })).not.toBeInTheDocument()
    // A link would open a page that takes payments.
    const invoices = within(await screen.findByRole('list', { name: 'Invoices' }))
    expect(invoices.getByText(/Unpaid/)).toBeInTheDocument()
    expect(invoices.queryByRole('link')).not.toBeInTheDocument()
    expect(screen.queryByRole('button', { name: /^(Upgrade|Switch at|Choose)/ })).not.toBeInTheDocument()
  })

  test.each([
    ['with a failed payment', { paymentIssue: { since: inDays(-2), graceEndsAt: inDays(5) } }, 'Pro'],
    ['on hold', { status: 'past_due' as const }, 'The payment for Pro is overdue.'],
  ])('shows no links to the payment service for a card plan %s', async (_, change, text) => {
    await open({ purchases: [samplePurchase('pro', now, change)] })
    expect(await screen.findByText('You didn’t buy this plan in this app.')).toBeInTheDocument()
    expect(screen.getAllByText(text)).not.toHaveLength(0)
    expect(screen.queryByRole('button', { name: /card/i })).not.toBeInTheDocument()
  })
})

describe('card payments on phones', () => {
  const byCard = { stores: { ...sellingStores(), isUsedByApps: false } }

  test('opens the payment sheet with the data from the server', async () => {
    const { press, world } = await open(byCard)
    installedPhone.environment.pay = async ({ clientSecret }) => {
      world.intents.get(clientSecret.split('_secret_')[0]!)!.isPaid = true
      return 'completed'
    }
    await press('Choose: Pro')
    expect(await screen.findByText(/^You’ll choose how to pay in the next step/)).toBeInTheDocument()
    await press('Pay $24.99')
    await screen.findByRole('dialog', { name: 'Pro is yours' })
    expect(installedPhone.phone.calls.findLast(({ method }) => method === 'createPaymentSheet')?.options).toMatchObject(
      {
        paymentIntentClientSecret: expect.stringMatching(/^pi_/),
        customerId: 'cus_1',
        customerEphemeralKeySecret: 'ek_1',
        returnURL: 'app.recaps://stripe-redirect',
        style: 'alwaysLight',
      },
    )
  })

  test('completes a payment that went through although the payment sheet failed, before opening the sheet again', async () => {
    const { press, world } = await open(byCard)
    installedPhone.environment.pay = async () => ({ failed: 'The network connection was lost.' })
    await press('Choose: Pro')
    await press('Pay $24.99')
    expect(
      await screen.findByText('The payment wasn’t completed. You won’t be charged twice. Try again.'),
    ).toBeInTheDocument()
    for (const intent of world.intents.values()) intent.isPaid = true
    await press('Pay $24.99')
    expect(await screen.findByRole('dialog', { name: 'Pro is yours' })).toBeInTheDocument()
  })

  test('confirms an upgrade in the payment sheet when the bank asks for it', async () => {
    const { press, world } = await open({ ...byCard, purchases: [samplePurchase('premium', now)], savedCard: 'asks' })
    installedPhone.environment.pay = async ({ clientSecret }) => {
      world.intents.get(clientSecret.split('_secret_')[0]!)!.isPaid = true
      return 'completed'
    }
    await press('Upgrade: Pro')
    await press(/^Pay \$/)
    expect(await screen.findByRole('dialog', { name: 'Pro is yours' })).toBeInTheDocument()
  })

  test('sells no plans when neither a store nor a payment provider is set up', async () => {
    const none = samplePayments({ provider: 'none', publishableKey: null, scriptUrl: null, isTest: false })
    await open({ ...byCard, payments: none })
    expect(await screen.findByText('Plans aren’t sold here.')).toBeInTheDocument()
    expect(screen.queryByRole('region', { name: 'Plans' })).not.toBeInTheDocument()
  })
})
