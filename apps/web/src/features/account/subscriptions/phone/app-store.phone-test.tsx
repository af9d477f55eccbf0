// Before anything of the app is loaded.
import '../../../../test/phone/ios.ts'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { withMemoryServer } from '../../../../test/open-app.tsx'
import { held } from '../../../../test/phone/ios.ts'
import { openPhoneApp } from '../../../../test/phone/open-phone-app.tsx'
import { openShop, soldInStores } from '../../../../test/phone/shop.ts'
import { sampleInvoice, samplePayments, samplePurchase } from '../../../../test/server/payment-samples.ts'
import { createWorld, type World } from '../../../../test/server/world.ts'

withMemoryServer()
const now = Date.now()
const hence = (days: number) => new Date(now + days * 86_400_000).toISOString()
const another = 'b7a5c2d1-0000-4000-8000-000000000001'

async function open(
  change: Partial<World> = {},
  before: (shop: ReturnType<typeof openShop>, world: World) => void = () => {},
  at = '/subscriptions',
) {
  const world = createWorld({ plan: 'free', stores: soldInStores(), ...change })
  const shop = openShop(world)
  held.outside.store = shop
  before(shop, world)
  Object.assign(held.phone.storeUse, { finished: [], acknowledged: [], isManaging: false, synced: 0 })
  const app = await openPhoneApp(held, at, { world })
  const press = async (name: string | RegExp) => app.user.click(await screen.findByRole('button', { name }))
  return { ...app, shop, world, press }
}
const buyPro = 'Subscribe for €25.49 a month'

describe('where the App Store sells the plans', () => {
  test('they have its prices and no others, and what is said beside the button is there', async () => {
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
    expect(sheet.getByRole('button', { name: buyPro })).toBeInTheDocument()
  })

  test('one counts when the server has taken it, and then the store is told', async () => {
    const { press, world } = await open()
    await press('Choose: Pro')
    await press(buyPro)
    expect(await screen.findByRole('dialog', { name: 'Pro is yours' })).toHaveTextContent('497 summaries left')
    expect(world.purchases).toMatchObject([{ subscriptionId: 'pro', paymentMethod: 'apple_iap', status: 'active' }])
    expect(held.phone.storeUse.finished).toEqual(['1000'])
    await press('Done')
    await press('Manage in the App Store')
    await waitFor(() => expect(held.phone.storeUse.isManaging).toBe(true))
  })

  test('what the server refuses is said in its words, and the store keeps it', async () => {
    const { press, world, shop } = await open()
    await press('Choose: Pro')
    shop.buy = async ({ productId }) => ({
      ...{ productId, id: '7', receipt: 'forged', accountToken: world.stores.accountToken, boughtAt: new Date() },
    })
    await press(buyPro)
    expect(await screen.findByText(/^We couldn’t match this purchase to your account/)).toBeInTheDocument()
    expect(held.phone.storeUse.finished).toEqual([])
  })

  test('what the store cannot sell here has neither price nor button', async () => {
    await open({}, shop => shop.unsold.push('pro'))
    expect(await screen.findByRole('button', { name: 'Choose: Ultimate' })).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Choose: Pro' })).not.toBeInTheDocument()
    const card = screen.getByRole('heading', { name: 'Pro' }).closest('li')
    expect(card).not.toHaveTextContent(/[€$]/)
  })

  test('a store that does not answer is asked again', async () => {
    const { press, shop } = await open({}, it => {
      it.products = () => {
        throw new Error('Request failed')
      }
    })
    expect(await screen.findByText('The prices could not be read from the App Store.')).toBeInTheDocument()
    expect(screen.queryByRole('region', { name: 'Plans' })).not.toBeInTheDocument()
    shop.products = openShop(createWorld()).products
    await press('Try again')
    expect(await screen.findByRole('button', { name: 'Choose: Pro' })).toBeInTheDocument()
  })

  test('a dearer one takes the place of the one there is, and a cheaper one follows it', async () => {
    const { press, world } = await open({}, (shop, { purchases, stores }) => {
      shop.has('premium', stores.accountToken)
      purchases.push(samplePurchase('premium', now, { paymentMethod: 'apple_iap', stripeSubscriptionId: null }))
    })
    await press('Upgrade: Pro')
    expect(await screen.findByText(/^It begins at once, in place of Premium\./)).toBeInTheDocument()
    await press(buyPro)
    await screen.findByRole('dialog', { name: 'Pro is yours' })
    await press('Done')
    await press('Switch at the end of the period: Basic')
    expect(await screen.findByText(/^You keep Pro until .* Nothing is deleted\.$/)).toBeInTheDocument()
    await press('Subscribe for €5.49 a month')
    expect(await screen.findByRole('dialog', { name: /^Basic begins on/ })).toBeInTheDocument()
    expect(world.purchases).toMatchObject([{ subscriptionId: 'pro', nextPlan: { subscriptionId: 'basic' } }])
    await press('Done')
    await press('Switch at the end of the period: Free')
    await waitFor(() => expect(held.phone.storeUse.isManaging).toBe(true))
  })

  test('what another account here has is neither bought over nor claimed', async () => {
    const { press, api, shop } = await open({}, it => void it.has('basic', another))
    await press('Choose: Pro')
    await press(buyPro)
    const words =
      /of another account here\. Log in .* If it was deleted, end the plan in the App Store; once it is over/
    expect(await within(await screen.findByRole('dialog')).findByText(words)).toBeInTheDocument()
    await press('Not now')
    await press('Restore purchases')
    expect(await screen.findByText(words)).toBeInTheDocument()
    expect(screen.queryByText(/^There is a plan in the App Store/)).not.toBeInTheDocument()
    expect(shop.bought).toHaveLength(1)
    expect(api.calls).not.toContain('subscriptions.purchase')
  })

  test('what was paid before is claimed at the start and not bought twice', async () => {
    const { world } = await open({}, (shop, { stores }) => void shop.has('pro', stores.accountToken))
    expect(await screen.findByText('Pro is yours')).toBeInTheDocument()
    expect(world.purchases).toMatchObject([{ subscriptionId: 'pro', paymentMethod: 'apple_iap' }])
    expect(held.phone.storeUse.finished).toEqual(['1000'])
  })

  test('what was bought in the store itself tells of nobody: the page says so, and it is restored by hand', async () => {
    const { press, world, api } = await open({}, shop => void shop.has('pro', null))
    const hint = 'There is a plan in the App Store that was not bought in this app. If it is yours, restore it here.'
    expect(await screen.findByText(hint)).toBeInTheDocument()
    expect(api.calls).not.toContain('subscriptions.purchase')
    await press('Restore purchases')
    expect(await screen.findByText('Pro is yours')).toBeInTheDocument()
    expect(world.purchases).toMatchObject([{ subscriptionId: 'pro', paymentMethod: 'apple_iap' }])
    await waitFor(() => expect(screen.queryByText(hint)).not.toBeInTheDocument())
  })

  test('what a bank brings back to a browser opens no payment by card, nor tells of one', async () => {
    for (const status of ['succeeded', 'failed']) {
      const link = `/subscriptions?plan=pro&payment_intent=pi_10&redirect_status=${status}`
      const { api } = await open({}, () => {}, link)
      expect(await screen.findByRole('button', { name: 'Choose: Pro' })).toBeInTheDocument()
      expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
      expect(screen.queryByText(/^Your bank did not confirm/)).not.toBeInTheDocument()
      expect(api.calls).not.toContain('subscriptions.purchase')
      cleanup()
    }
  })

  test('there may be nothing to restore', async () => {
    const { press } = await open()
    await press('Restore purchases')
    expect(await screen.findByText('There is no plan of yours in the App Store.')).toBeInTheDocument()
    expect(held.phone.storeUse.synced).toBe(1)
  })

  test('a plan of Google Play is changed there, and not here', async () => {
    const google = samplePurchase('pro', now, { paymentMethod: 'google_play', stripeSubscriptionId: null })
    await open({ purchases: [google] })
    expect(await screen.findByRole('link', { name: 'Open Google Play' })).toHaveAttribute(
      'href',
      'https://play.google.test/subscriptions',
    )
    expect(await screen.findByText('You can change your plan where you bought it.')).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: /^(Upgrade|Switch at|Choose)/ })).not.toBeInTheDocument()
  })

  test('one that is paid by card is not changed here, and may be cancelled', async () => {
    await open({ purchases: [samplePurchase('pro', now)], invoices: [sampleInvoice(1, now, { status: 'open' })] })
    expect(await screen.findByText('It was not bought in this app.')).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Cancel plan' })).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Cards and invoices' })).not.toBeInTheDocument()
    // Its page at the payment service would take the payment.
    const invoices = within(await screen.findByRole('list', { name: 'Invoices' }))
    expect(invoices.getByText(/Open/)).toBeInTheDocument()
    expect(invoices.queryByRole('link')).not.toBeInTheDocument()
    expect(screen.queryByRole('button', { name: /^(Upgrade|Switch at|Choose)/ })).not.toBeInTheDocument()
  })

  test.each([
    ['whose payment failed', { paymentIssue: { since: hence(-2), graceEndsAt: hence(5) } }, 'Pro'],
    ['that was lost', { status: 'past_due' as const }, 'Pro is waiting for its payment.'],
  ])('one by card %s opens no pages of the payment service', async (_, change, said) => {
    await open({ purchases: [samplePurchase('pro', now, change)] })
    expect(await screen.findByText('It was not bought in this app.')).toBeInTheDocument()
    expect(screen.getAllByText(said)).not.toHaveLength(0)
    expect(screen.queryByRole('button', { name: /card/i })).not.toBeInTheDocument()
  })
})

describe('where phones buy by card', () => {
  const byCard = { stores: { ...soldInStores(), isUsedByApps: false } }

  test('the sheet of the payment service is opened with what the server gave', async () => {
    const { press, world } = await open(byCard)
    held.outside.pay = async ({ clientSecret }) => {
      world.intents.get(clientSecret.split('_secret_')[0]!)!.isPaid = true
      return 'completed'
    }
    await press('Choose: Pro')
    expect(await screen.findByText(/^You choose how to pay in the next step/)).toBeInTheDocument()
    await press('Pay $24.99')
    await screen.findByRole('dialog', { name: 'Pro is yours' })
    expect(held.phone.calls.findLast(({ method }) => method === 'createPaymentSheet')?.options).toMatchObject({
      paymentIntentClientSecret: expect.stringMatching(/^pi_/),
      customerId: 'cus_1',
      customerEphemeralKeySecret: 'ek_1',
      returnURL: 'app.recaps://stripe-redirect',
      style: 'alwaysLight',
    })
  })

  test('a sheet that broke off after the payment is no loss, and before it can be opened again', async () => {
    const { press, world } = await open(byCard)
    held.outside.pay = async () => ({ failed: 'The network connection was lost.' })
    await press('Choose: Pro')
    await press('Pay $24.99')
    expect(
      await screen.findByText('The payment was not finished. Nothing is paid twice: try again.'),
    ).toBeInTheDocument()
    for (const intent of world.intents.values()) intent.isPaid = true
    await press('Pay $24.99')
    expect(await screen.findByRole('dialog', { name: 'Pro is yours' })).toBeInTheDocument()
  })

  test('an upgrade that the bank asks about is confirmed in the sheet', async () => {
    const { press, world } = await open({ ...byCard, purchases: [samplePurchase('premium', now)], savedCard: 'asks' })
    held.outside.pay = async ({ clientSecret }) => {
      world.intents.get(clientSecret.split('_secret_')[0]!)!.isPaid = true
      return 'completed'
    }
    await press('Upgrade: Pro')
    await press(/^Pay \$/)
    expect(await screen.findByRole('dialog', { name: 'Pro is yours' })).toBeInTheDocument()
  })

  test('nothing is sold where neither is set up', async () => {
    const none = samplePayments({ provider: 'none', publishableKey: null, scriptUrl: null, isTest: false })
    await open({ ...byCard, payments: none })
    expect(await screen.findByText('Nothing can be bought here.')).toBeInTheDocument()
    expect(screen.queryByRole('region', { name: 'Plans' })).not.toBeInTheDocument()
  })
})
