import { opensInApp } from '@recaps/domain/app-links'
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { installFakeStripeJs } from '../../../test/fake-stripe-js.ts'
import { delayResponses, openApp, path, withMemoryServer } from '../../../test/open-app.tsx'
import { samplePurchase } from '../../../test/server/payment-samples.ts'
import { createWorld, type World } from '../../../test/server/world.ts'

withMemoryServer()
const now = Date.now()
const sheet = (name = 'Pay for Pro') => screen.findByRole('dialog', { name })

async function choosePro(change: Partial<World> = {}, options: Parameters<typeof installFakeStripeJs>[1] = {}) {
  const world = createWorld({ plan: 'free', ...change })
  const stripe = installFakeStripeJs(world, options)
  const app = openApp('/subscriptions', { world })
  const choose = await screen.findByRole('button', { name: /: Pro$/ })
  expect(stripe.scripts).toBe(0)
  await app.user.click(choose)
  const typeCard = async () => app.user.type(await screen.findByLabelText('Card number'), '4242')
  const pay = async () => app.user.click(await screen.findByRole('button', { name: 'Pay $24.99' }))
  return { ...app, stripe, typeCard, pay }
}

describe('card payment', () => {
  test('pays in a sheet and shows success only after the server confirms the plan', async () => {
    const { api, user, typeCard, pay } = await choosePro({ checksUntilPaid: 1 })
    expect(within(await sheet()).getByText('$24.99 today, then monthly until you cancel.')).toBeInTheDocument()
    await typeCard()
    await pay()
    expect(await screen.findByText(/Paid. Waiting for the payment service to confirm/)).toBeInTheDocument()
    expect(screen.queryByText('Pro is yours')).not.toBeInTheDocument()
    expect(await within(await sheet('Pro is yours')).findByText(/497 summaries left this month/)).toBeInTheDocument()
    expect(api.world.purchases).toMatchObject([{ subscriptionId: 'pro', status: 'active', paymentMethod: 'card' }])
    await user.click(screen.getByRole('button', { name: 'Done' }))
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(within(await screen.findByRole('region', { name: 'Your plan' })).getByText('Pro')).toBeInTheDocument()
  })

  test('pays with the button of a wallet', async () => {
    const { api, stripe } = await choosePro({}, { hasWallets: true })
    expect(await screen.findByText('or pay by card')).toBeVisible()
    act(() => stripe.payWithWallet('apple_pay'))
    await sheet('Pro is yours')
    expect(api.world.purchases[0]).toMatchObject({ paymentMethod: 'apple_pay', status: 'active' })
  })

  test('hides the wallet buttons on a device without a wallet', async () => {
    await choosePro()
    await screen.findByLabelText('Card number')
    expect(screen.getByText('or pay by card')).not.toBeVisible()
  })

  test('does not pay while the card form is incomplete', async () => {
    const { api, pay } = await choosePro()
    await screen.findByLabelText('Card number')
    await pay()
    expect(await screen.findByRole('button', { name: 'Pay $24.99' })).not.toHaveAttribute('aria-disabled', 'true')
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
    expect(api.calls).not.toContain('subscriptions.purchase')
  })

  test.each([
    ['declines', 'Your card was declined. You weren’t charged. Try again or use another card.'],
    ['does not confirm', 'Your bank didn’t confirm the payment. You weren’t charged. Try again or use another card.'],
    ['is not reached', /^We couldn’t reach the payment service\. You won’t be charged twice/],
  ] as const)('keeps the typed card for another try when the bank %s', async (bank, sentence) => {
    const { api, stripe, typeCard, pay } = await choosePro()
    stripe.bank = bank
    await typeCard()
    await pay()
    expect(await screen.findByText(sentence)).toBeInTheDocument()
    expect(screen.getByLabelText('Card number')).toHaveValue('4242')
    stripe.bank = 'pays'
    await pay()
    await sheet('Pro is yours')
    expect(api.world.intents.size).toBe(1)
  })

  test('offers a retry when the payment form is blocked', async () => {
    const world = createWorld({ plan: 'free' })
    const stripe = installFakeStripeJs(world)
    stripe.isBlocked = true
    const { user } = openApp('/subscriptions', { world })
    await user.click(await screen.findByRole('button', { name: 'Choose: Pro' }))
    expect(await screen.findByText(/Couldn’t load the payment form\..*You weren’t charged/)).toBeInTheDocument()
    stripe.isBlocked = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByLabelText('Card number')).toBeInTheDocument()
    expect(stripe.scripts).toBe(2)
  })

  test('shows why the server could not start a payment, and offers a retry', async () => {
    const world = createWorld({ plan: 'free' })
    installFakeStripeJs(world)
    const { user, api } = openApp('/subscriptions', {
      world,
      setUp: server => server.break('subscriptions.createPaymentIntent', 'payment_unavailable'),
    })
    await user.click(await screen.findByRole('button', { name: 'Choose: Pro' }))
    expect(await screen.findByText(/couldn’t reach the payment service/)).toBeInTheDocument()
    api.repair('subscriptions.createPaymentIntent')
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByLabelText('Card number')).toBeInTheDocument()
  })

  test('resumes an unfinished payment with the same payment intent', async () => {
    const { user, api, typeCard, pay } = await choosePro()
    await screen.findByLabelText('Card number')
    await user.click(screen.getByRole('button', { name: 'Not now' }))
    expect(await screen.findByText('You chose Pro but haven’t paid for it yet.')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Finish payment' }))
    await typeCard()
    await pay()
    await sheet('Pro is yours')
    expect(api.world.intents.size).toBe(1)
    await waitFor(() =>
      expect(screen.queryByText('You chose Pro but haven’t paid for it yet.')).not.toBeInTheDocument(),
    )
  })

  test('closes the payment sheet with Escape and makes the page usable again', async () => {
    const { user } = await choosePro()
    await screen.findByLabelText('Card number')
    expect(document.querySelector('[inert]')).not.toBeNull()
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(document.querySelector('[inert]')).toBeNull()
    expect(screen.getByRole('button', { name: /: Pro$/ })).toHaveFocus()
  })

  test('keeps the payment form in the theme of the page, even after a theme change', async () => {
    const { stripe } = await choosePro()
    await screen.findByLabelText('Card number')
    document.documentElement.dataset.theme = 'dark'
    await waitFor(() => expect(stripe.appearances.map(({ theme }) => theme)).toEqual(['stripe', 'night']))
  })
})

describe('return from a bank page', () => {
  const paidAtBank = () => {
    const purchase = samplePurchase('pro', now, { status: 'pending', currentPeriodEnd: null })
    const world = createWorld({ plan: 'free', purchases: [purchase] })
    world.intents.set('pi_10', { planId: 'pro', purchaseId: purchase.id, isPaid: true })
    return world
  }
  const returnLink = (status: string) =>
    `/subscriptions/returned?plan=pro&payment_intent=pi_10&payment_intent_client_secret=pi_10_secret_x&redirect_status=${status}`

  test('gives the bank a return address that phones open in the browser, as the app may be used by someone else', async () => {
    const { stripe, typeCard, pay } = await choosePro()
    await typeCard()
    await pay()
    await sheet('Pro is yours')
    const { origin, pathname, search } = new URL(stripe.returnUrls[0]!)
    expect([origin, pathname + search]).toEqual([location.origin, '/subscriptions/returned?plan=pro'])
    expect(opensInApp(pathname + search)).toBe(false)
  })

  test('checks with the server whether the plan is active after the return from the bank', async () => {
    openApp(returnLink('succeeded'), { world: paidAtBank() })
    await sheet('Pro is yours')
    expect(path()).toBe('/subscriptions?plan=pro')
  })

  test('reports a payment the bank did not confirm, and offers to finish it', async () => {
    const { api } = openApp(returnLink('failed'), { world: paidAtBank() })
    expect(await screen.findByText(/^Your bank didn’t confirm the payment/)).toBeInTheDocument()
    expect(await screen.findByRole('button', { name: 'Finish payment: Pro' })).toBeInTheDocument()
    expect(path()).toBe('/subscriptions?plan=pro')
    expect(api.calls).not.toContain('subscriptions.purchase')
  })
})

test('the return link of the payment service opens the plans', async () => {
  openApp('/subscriptions/returned', { world: createWorld({ plan: 'free' }) })
  expect(await screen.findByRole('button', { name: 'Choose: Pro' })).toBeInTheDocument()
  expect(path()).toBe('/subscriptions')
})

describe('upgrade that the bank wants confirmed', () => {
  const upgrade = async (bank: ReturnType<typeof installFakeStripeJs>['bank']) => {
    const world = createWorld({ plan: 'free', purchases: [samplePurchase('premium', now)], savedCard: 'asks' })
    const stripe = installFakeStripeJs(world)
    stripe.bank = bank
    const app = openApp('/subscriptions', { world })
    await app.user.click(await screen.findByRole('button', { name: 'Upgrade: Pro' }))
    await app.user.click(await screen.findByRole('button', { name: /^Pay \$/ }))
    return { ...app, stripe }
  }

  test('confirms the upgrade with the saved card', async () => {
    const { api } = await upgrade('pays')
    await sheet('Pro is yours')
    expect(api.world.purchases).toMatchObject([{ subscriptionId: 'pro', status: 'active' }])
  })

  test('asks for the confirmation even if the upgrade dialog was closed before the response', async () => {
    const world = createWorld({ plan: 'free', purchases: [samplePurchase('premium', now)], savedCard: 'asks' })
    installFakeStripeJs(world)
    const { user, api } = openApp('/subscriptions', { world })
    const answer = delayResponses(api, 'POST', '/api/subscriptions/change')
    await user.click(await screen.findByRole('button', { name: 'Upgrade: Pro' }))
    await user.click(await screen.findByRole('button', { name: /^Pay \$/ }))
    await user.click(screen.getByRole('button', { name: 'Not now' }))
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    answer()
    await sheet('Pro is yours')
    expect(api.world.purchases).toMatchObject([{ subscriptionId: 'pro', status: 'active' }])
  })

  test('keeps the old plan when the upgrade is not confirmed, and accepts another card', async () => {
    const { api, user, stripe } = await upgrade('does not confirm')
    expect(await screen.findByText(/^Your bank didn’t confirm the payment/)).toBeInTheDocument()
    expect(api.world.purchases[0]!.subscriptionId).toBe('premium')
    stripe.bank = 'pays'
    await user.type(await screen.findByLabelText('Card number'), '4242')
    await user.click(screen.getByRole('button', { name: 'Confirm payment' }))
    await sheet('Pro is yours')
  })
})
