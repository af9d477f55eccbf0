import { existsSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startSubscription } from './fixtures/shop.ts'
import { executablePath, fillCard, openSite } from './fixtures/site.ts'

/** More cases are in stripe-js.long.test.ts. */
describe.skipIf(!existsSync(executablePath))(
  'Stripe.js in a browser',
  () => {
    let site: Awaited<ReturnType<typeof openSite>>
    beforeAll(async () => {
      site = await openSite()
    }, 30_000)
    afterAll(() => site?.close())

    it('the card form accepts a valid card without violating the CSP of the page', async () => {
      const { subscription, secret } = await startSubscription(site)
      const { page, card } = await site.visit(secret)
      await fillCard(card, '4242424242424242')
      expect(await card.getByLabel('Card number').inputValue()).toBe('4242 4242 4242 4242')
      expect(await card.getByLabel('Expiration date').inputValue()).toBe('12 / 34')
      await page.click('#pay')
      await page.getByText('succeeded').waitFor()
      expect((await site.stripe.subscriptions.retrieve(subscription.id)).status).toBe('active')
      expect(await page.evaluate('window.events')).toEqual(expect.arrayContaining(['ready', 'change', 'complete']))
      expect(site.violations).toEqual([])
    })

    it('the card form pays with a card that requires 3-D Secure', async () => {
      const { subscription, secret } = await startSubscription(site)
      const { page, card } = await site.visit(secret)
      await fillCard(card, '4000002500003155')
      await page.click('#pay')
      await page.frameLocator('iframe[title="3-D Secure"]').getByRole('button', { name: 'Complete' }).click()
      await page.getByText('succeeded').waitFor()
      expect(await page.locator('iframe[title="3-D Secure"]').count()).toBe(0)
      expect((await site.stripe.subscriptions.retrieve(subscription.id)).status).toBe('active')
    })
  },
  60_000,
)
