import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buy, startSubscription } from './fixtures/shop.ts'
import { fillCard, openSite } from './fixtures/site.ts'

describe('Stripe.js in a browser', () => {
  let site: Awaited<ReturnType<typeof openSite>>
  beforeAll(async () => {
    site = await openSite()
  })
  afterAll(async () => {
    expect(site.violations).toEqual([])
    await site.close()
  })

  it('the card form shows what is missing or invalid, as the real Stripe.js does', async () => {
    const { page, card } = await site.visit((await startSubscription(site)).secret)
    await page.click('#pay')
    await page.getByText('incomplete_number').waitFor()
    expect(await card.locator('#number-error').textContent()).toBe('Your card number is incomplete.')
    await fillCard(card, '4242424242424241', '0120')
    await page.click('#pay')
    await page.getByText('invalid_number').waitFor()
    expect(await card.locator('#expiry-error').textContent()).toBe("Your card's expiration year is in the past.")
  })

  it.each([
    ['4000000000000002', 'card_declined: Your card was declined.'],
    ['4000000000009995', 'card_declined: Your card has insufficient funds.'],
    ['6011111111111117', 'card_declined: Your card was declined. Your request was in test mode'],
  ])('the card form shows why card %s is declined, and accepts another one', async (number, message) => {
    const { page, card } = await site.visit((await startSubscription(site)).secret)
    await fillCard(card, number)
    await page.click('#pay')
    await page.getByText(message).waitFor()
    await card.getByLabel('Card number').fill('')
    await card.getByLabel('Card number').pressSequentially('5555555555554444')
    await page.click('#pay')
    await page.getByText('succeeded').waitFor()
  })

  it('Stripe.js reports a failed 3-D Secure authentication', async () => {
    const { subscription, secret } = await startSubscription(site)
    const { page, card } = await site.visit(secret)
    await fillCard(card, '4000002760003184')
    await page.click('#pay')
    await page.frameLocator('iframe[title="3-D Secure"]').getByRole('button', { name: 'Fail' }).click()
    await page.getByText('payment_intent_authentication_failure').waitFor()
    expect((await site.stripe.subscriptions.retrieve(subscription.id)).status).toBe('incomplete')
  })

  it('Stripe.js pays with a wallet after another wallet was canceled', async () => {
    const { subscription, secret } = await startSubscription(site)
    const { page } = await site.visit(secret)
    const buttons = page.frameLocator('#express iframe')
    const sheet = page.frameLocator('iframe[title="Wallet"]')
    await buttons.getByRole('button', { name: 'Apple Pay' }).click()
    await sheet.getByRole('button', { name: 'Cancel' }).click()
    await expect.poll(() => page.evaluate('window.events')).toContain('cancel')
    await buttons.getByRole('button', { name: 'Google Pay' }).click()
    await sheet.getByText('$4.99').waitFor()
    await sheet.getByRole('button', { name: 'Confirm payment' }).click()
    await page.getByText('succeeded').waitFor()
    const { default_payment_method } = await site.stripe.subscriptions.retrieve(subscription.id, {
      expand: ['default_payment_method'],
    })
    expect(default_payment_method).toMatchObject({ card: { wallet: { type: 'google_pay' } } })
  })

  it('Stripe.js saves a card for later and redirects to the return URL', async () => {
    const { customer } = await buy(site)
    const setup = await site.stripe.setupIntents.create({ customer })
    const { page, card } = await site.visit(setup.client_secret!, 'always')
    await fillCard(card, '5555555555554444')
    await page.click('#pay')
    await page.waitForURL(/done/)
    expect(page.url()).toContain(`setup_intent=${setup.id}`)
    expect(page.url()).toContain('redirect_status=succeeded')
  })

  it('Stripe.js reports that the payment service cannot be reached', async () => {
    const { page, card } = await site.visit((await startSubscription(site)).secret)
    await fillCard(card, '4242424242424242')
    await page.route('**/confirm', route => route.abort())
    await page.click('#pay')
    await page.getByText('You have not been charged').waitFor()
  })
})
