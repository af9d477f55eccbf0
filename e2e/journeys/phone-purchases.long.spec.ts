import type { Client } from '@recaps/contract'
import { phonePaymentPort, storePort } from '../demos.ts'
import {
  expect,
  installApp,
  type PhoneApp,
  platformsFor,
  registerUser,
  storeSessionOnPhone,
  test,
} from './phone-fixtures.ts'
import { storeCustomer } from './store-customer.ts'
import { createSheetUser, type SheetAction, type SheetUser } from './stripe-sheet.ts'

test.describe.configure({ mode: 'default' })

const goodCard = '4242424242424242'
const declinedCard = '4000000000000002'
/** The bank asks for confirmation at every payment. */
const cardWithBankCheck = '4000002760003184'

for (const platform of platformsFor('android'))
  test.describe(`paying by card on ${platform}`, () => {
    test.use({ baseURL: `http://localhost:${phonePaymentPort}`, platform })

    test('a user buys a plan in the payment sheet, upgrades with a bank check and downgrades without payment', async ({
      app,
      baseURL,
    }) => {
      const client = await newUserOn(app, baseURL!)
      const sheetUser = await preparePaymentSheet(app, client)
      const page = await app.start({ link: `${baseURL}/subscriptions?plan=premium` })
      await page.getByRole('button', { name: 'Choose: Premium' }).click()
      const sheet = page.getByRole('dialog', { name: 'Pay for Premium' })
      await expect(sheet.getByText('$9.99 today, then monthly until you cancel.')).toBeVisible()
      await expect(sheet.getByText(/^You’ll choose how to pay in the next step/)).toBeVisible()
      const pay = sheet.getByRole('button', { name: 'Pay $9.99' })

      // The sheet is closed: nothing is bought, and it can be opened again.
      sheetUser.queueActions('close')
      await pay.click()
      await expect.poll(() => sheetUser.openedSheets.length).toBe(1)
      await expect(pay).toBeEnabled()
      await expect(sheet.getByRole('alert')).toBeHidden()

      // A declined card and a failed bank check, both in the sheet. A double tap opens it only once.
      sheetUser.queueActions(
        { card: declinedCard },
        { card: cardWithBankCheck, bank: 'refuses' },
        { card: cardWithBankCheck, bank: 'confirms' },
      )
      await pay.dblclick()
      await expect(page.getByRole('dialog', { name: 'Premium is yours' })).toBeVisible()
      await expect(page.getByText('30 summaries left this month.')).toBeVisible()
      expect(sheetUser.openedSheets).toHaveLength(2)
      const [, shown] = sheetUser.openedSheets
      expect(shown!.problems).toEqual(['Your card was declined.', expect.stringMatching(/authenticat/)])
      expect(shown).toMatchObject({
        publishableKey: 'pk_test_fake',
        customer: { id: expect.stringMatching(/^cus_/), ephemeralKey: expect.stringMatching(/^ek_/) },
        wallet: platform === 'android' ? { kind: 'google_pay', isTesting: true } : null,
        returnUrl: platform === 'ios' ? 'app.recaps://stripe-redirect' : null,
      })
      await page.getByRole('button', { name: 'Done' }).click()
      const plan = page.getByRole('region', { name: 'Your plan' })
      await expect(plan).toContainText('Premium$9.99 a month · Paid by card')

      // The saved card needs a bank check at every payment, which also happens in the sheet.
      sheetUser.queueActions({ card: goodCard })
      await page.getByRole('button', { name: 'Upgrade: Pro' }).click()
      await page.getByRole('button', { name: 'Pay $15.00 and upgrade' }).click()
      await expect(page.getByRole('dialog', { name: 'Pro is yours' })).toBeVisible()
      expect(sheetUser.openedSheets).toHaveLength(3)
      await page.getByRole('button', { name: 'Done' }).click()

      await page.getByRole('button', { name: 'Switch at the end of the period: Basic' }).click()
      await page.getByRole('button', { name: /^Switch on / }).click()
      await expect(plan.getByText(/^Changes to Basic on/)).toBeVisible()
      expect(sheetUser.openedSheets).toHaveLength(3)

      // Cards are managed on pages of the payment service in the system browser. After it closes, the app fetches again.
      await page.getByRole('button', { name: 'Cards and invoices' }).click()
      await expect.poll(() => app.phone.browser.url).toMatch(/\/p\/session\//)
      const refetched = page.waitForResponse(/\/api\/subscriptions\/user$/)
      app.phone.closeBrowser()
      await refetched
    })

    test('a payment is recognized although the app was offline, lost the answer or was killed', {
      tag: platform === 'ios' ? [] : '@long',
    }, async ({ app, baseURL }) => {
      const client = await newUserOn(app, baseURL!)
      const sheetUser = await preparePaymentSheet(app, client)
      const link = `${baseURL}/subscriptions`
      let page = await app.start({ link })
      const choose = page.getByRole('button', { name: 'Choose: Basic' })
      await expect(choose).toBeVisible()

      await app.context.setOffline(true)
      app.phone.setNetwork(false)
      await choose.click()
      const sheet = page.getByRole('dialog', { name: 'Pay for Basic' })
      await expect(sheet.getByRole('alert')).toBeVisible()
      await app.context.setOffline(false)
      app.phone.setNetwork(true)
      await sheet.getByRole('button', { name: 'Try again' }).click()
      const pay = sheet.getByRole('button', { name: 'Pay $4.99' })
      await expect(pay).toBeVisible()

      // The network is lost while the sheet opens.
      await app.context.setOffline(true)
      app.environment.pay = () => Promise.resolve({ failed: 'A network error occurred.' })
      await pay.click()
      await expect(sheet.getByText(/^We couldn’t reach the payment service\. You won’t be charged twice/)).toBeVisible()
      await app.context.setOffline(false)
      // The network is back, but the sheet had failed: nothing was paid.
      await pay.click()
      await expect(
        sheet.getByText('The payment wasn’t completed. You won’t be charged twice. Try again.'),
      ).toBeVisible()
      // The payment succeeds, but the answer is lost.
      sheetUser.queueActions({ card: goodCard })
      app.environment.pay = async sheet => {
        await sheetUser.pay(sheet)
        return { failed: 'The connection was lost.' }
      }
      await pay.click()
      await expect(page.getByRole('dialog', { name: 'Basic is yours' })).toBeVisible()

      // The app is killed while the sheet is open, and the payment succeeds.
      const other = await newUserOn(app, baseURL!)
      const otherSheetUser = await preparePaymentSheet(app, other)
      page = await app.start({ link })
      otherSheetUser.queueActions({ card: goodCard })
      app.environment.pay = async sheet => {
        await app.page.close()
        await otherSheetUser.pay(sheet)
        return await new Promise(() => {})
      }
      await page.getByRole('button', { name: 'Choose: Basic' }).click()
      await page.getByRole('button', { name: 'Pay $4.99' }).click()
      await expect.poll(async () => (await other.subscriptions.user()).activePlan.id).toBe('basic')
      page = await app.start({ link })
      await expect(page.getByRole('region', { name: 'Your plan' })).toContainText('Basic$4.99 a month')
    })
  })

for (const platform of platformsFor('ios'))
  test.describe(`buying in the app store on ${platform}`, () => {
    test.use({ baseURL: `http://localhost:${storePort}`, platform })
    const store = platform === 'ios' ? 'the App Store' : 'Google Play'

    test('a user buys a plan at the store’s price, can use it at once and manages it in the store', async ({
      app,
      baseURL,
    }) => {
      const customer = storeCustomer(platform)
      app.environment.store = customer.store
      const client = await newUserOn(app, baseURL!)
      const page = await app.start({ link: `${baseURL}/subscriptions?plan=premium` })
      await expect(page.getByText(`You pay in ${store} and can cancel there anytime.`)).toBeVisible()
      await expect(page.getByText('€ 10,49')).toBeVisible()
      await expect(page.getByText('$9.99')).toBeHidden()
      await expect(page.getByRole('note')).toBeHidden()
      await page.getByRole('button', { name: 'Choose: Premium' }).click()
      const sheet = page.getByRole('dialog', { name: 'Subscribe to Premium' })
      await expect(sheet.getByRole('link', { name: 'Terms of Service' })).toBeVisible()
      await expect(sheet.getByRole('link', { name: 'Privacy Policy' })).toBeVisible()
      const buy = sheet.getByRole('button', { name: 'Subscribe for € 10,49 a month' })

      customer.nextEnding = 'cancelled'
      await buy.click()
      await expect(buy).toBeEnabled()
      await expect(sheet.getByRole('alert')).toBeHidden()
      customer.nextEnding = 'refused'
      await buy.click()
      await expect(sheet.getByText(`The purchase didn’t go through in ${store}.`, { exact: false })).toBeVisible()
      await buy.dblclick()
      await expect(page.getByRole('dialog', { name: 'Premium is yours' })).toBeVisible()
      expect(customer.bought).toHaveLength(1)
      await page.getByRole('button', { name: 'Done' }).click()
      const plan = page.getByRole('region', { name: 'Your plan' })
      await expect(plan).toContainText(`a month · Bought in ${store}`)

      // On Android the server acknowledges the purchase to Google; on iOS the app finishes the transaction.
      const { id, receipt } = customer.bought[0]!
      if (platform === 'android') await expect.poll(() => customer.runControl('isAcknowledged', receipt)).toBe(true)
      expect(app.phone.store.acknowledged).toEqual([])
      expect(app.phone.store.finished).toEqual(platform === 'ios' ? [id] : [])
      const { stores } = await client.subscriptions.user()
      expect(customer.bought[0]!.accountToken?.toLowerCase()).toBe(stores.accountToken)

      if (platform === 'ios') {
        await page.getByRole('button', { name: 'Upgrade: Pro' }).click()
        await page.getByRole('button', { name: 'Subscribe for € 25,49 a month' }).click()
        await expect(page.getByRole('dialog', { name: 'Pro is yours' })).toBeVisible()
        await page.getByRole('button', { name: 'Done' }).click()
        await page.getByRole('button', { name: 'Switch at the end of the period: Basic' }).click()
        await expect(page.getByText(/^You keep Pro until /)).toBeVisible()
        await page.getByRole('button', { name: 'Subscribe for € 5,49 a month' }).click()
        await expect(page.getByRole('dialog', { name: /^Basic starts on / })).toBeVisible()
        await page.getByRole('button', { name: 'Done' }).click()
        await expect(plan.getByText(/^Changes to Basic on /)).toBeVisible()
      } else {
        await expect(
          page.getByText('To change plans, first cancel yours in Google Play.', { exact: false }),
        ).toBeVisible()
        await expect(page.getByRole('button', { name: /^(Upgrade|Switch at)/ })).toBeHidden()
      }

      // Canceled in the store; the app notices when it returns to the foreground.
      await page.getByRole('button', { name: `Manage in ${store}` }).click()
      await expect.poll(() => app.phone.store.isManagementOpen).toBe(true)
      await customer.runControl('cancel', customer.bought.at(-1)!.receipt)
      await expect.poll(async () => (await client.subscriptions.user()).subscriptions[0]!.isCanceling).toBe(true)
      app.phone.moveToForeground()
      await expect(plan.getByText(/^Ends on .* Nothing will be deleted\.$/)).toBeVisible()
    })

    test('a store purchase made while the service is unreachable is registered after a restart', async ({
      app,
      baseURL,
    }) => {
      const customer = storeCustomer(platform)
      app.environment.store = customer.store
      const client = await newUserOn(app, baseURL!)
      let page = await app.start({ link: `${baseURL}/subscriptions` })
      await page.getByRole('button', { name: 'Choose: Basic' }).click()
      const claims: string[] = []
      await app.context.route('**/api/subscriptions/purchase', route => {
        claims.push(route.request().url())
        return route.abort()
      })
      // Switch off the store's webhooks, so that only the phone can report the purchase.
      await customer.runControl('deliverWebhooks', false)
      await page.getByRole('button', { name: 'Subscribe for € 5,49 a month' }).click()
      await expect(page.getByText(`Bought in ${store}. Setting up your plan…`)).toBeVisible()
      await expect.poll(() => claims.length).toBeGreaterThan(1)
      expect(app.phone.store.finished).toEqual([])
      await app.page.close()
      expect((await client.subscriptions.user()).activePlan.id).toBe('free')
      await app.context.unroute('**/api/subscriptions/purchase')
      page = await app.start({ link: `${baseURL}/subscriptions` })
      await expect(page.getByRole('region', { name: 'Your plan' })).toContainText('Basic')
      await expect.poll(async () => (await client.subscriptions.user()).activePlan.id).toBe('basic')
      if (platform === 'ios') await expect.poll(() => app.phone.store.finished).toHaveLength(1)
      await customer.runControl('deliverWebhooks', true)
    })

    test('a pending store purchase starts the plan when it is approved', async ({ app, baseURL }) => {
      const customer = storeCustomer(platform)
      app.environment.store = customer.store
      await newUserOn(app, baseURL!)
      const page = await app.start({ link: `${baseURL}/subscriptions` })
      await page.getByRole('button', { name: 'Choose: Basic' }).click()
      customer.nextEnding = 'pending'
      await page.getByRole('button', { name: 'Subscribe for € 5,49 a month' }).click()
      await expect(page.getByText(/^The purchase is waiting for payment or approval/)).toBeVisible()
      await page.getByRole('button', { name: 'Done' }).click()
      const transaction = await customer.approve()
      // iOS reports it at once; on Android the app notices when it returns to the foreground.
      if (platform === 'ios') app.phone.notifyPurchase(transaction)
      else app.phone.moveToForeground()
      await expect(page.getByRole('region', { name: 'Your plan' })).toContainText('Basic')
    })

    test('a store purchase can be restored by its owner but not by another account, and logout deletes all data', async ({
      browser,
      app,
      baseURL,
    }) => {
      const customer = storeCustomer(platform)
      const client = await newUserOn(app, baseURL!)
      app.environment.store = customer.store
      // Bought in the store itself, without an account token from the app.
      customer.bought.push(
        await customer.store.buy({ productId: 'recaps_pro_monthly', accountToken: null }).then(assertTransaction),
      )
      customer.bought.splice(1)
      const page = await app.start({ link: `${baseURL}/subscriptions` })
      await expect(page.getByRole('button', { name: 'Choose: Pro' })).toBeVisible()
      await page.getByRole('button', { name: 'Restore purchases' }).click()
      await expect(page.getByRole('region', { name: 'Your plan' })).toContainText(`Bought in ${store}`)
      expect(app.phone.store.syncCount).toBe(platform === 'ios' ? 1 : 0)
      const { activePlan, stores } = await client.subscriptions.user()
      expect(activePlan.id).toBe('pro')
      expect(app.phone.store.acknowledged).toEqual([])
      await page.getByRole('button', { name: 'Menu' }).click()
      await page.getByRole('button', { name: 'Log out' }).click()
      await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible()
      await expect.poll(() => app.phone.secure.size).toBe(0)
      // Only data about the service and the installation remains.
      expect([...app.phone.preferences.keys()].toSorted()).toEqual(['installation', 'installed'])

      const second = await installApp(browser, baseURL!, { platform })
      second.environment.store = customer.store
      const otherClient = await newUserOn(second, baseURL!)
      const secondPage = await second.start({ link: `${baseURL}/subscriptions` })
      await expect(secondPage.getByRole('button', { name: 'Choose: Pro' })).toBeVisible()
      await secondPage.getByRole('button', { name: 'Restore purchases' }).click()
      await expect(secondPage.getByText(/couldn’t match this purchase to your account/)).toBeVisible()
      expect((await otherClient.subscriptions.user()).activePlan.id).toBe('free')
      // A purchase with another account's token is rejected on the phone and blocks buying another plan.
      customer.bought[0] = { ...customer.bought[0]!, accountToken: stores.accountToken }
      await secondPage.getByRole('button', { name: 'Choose: Basic' }).click()
      await secondPage.getByRole('button', { name: 'Subscribe for € 5,49 a month' }).click()
      const otherAccountMessage = `The plan bought in ${store} on this phone belongs to another account.`
      await expect(secondPage.getByRole('dialog').getByText(otherAccountMessage, { exact: false })).toBeVisible()
      expect(customer.bought).toHaveLength(1)
      await secondPage.close()
      expect(second.offences).toEqual([])
      await second.context.close()
    })
  })

const assertTransaction = <Outcome>(outcome: Outcome): Exclude<Outcome, string> => {
  if (typeof outcome === 'string') throw new Error(`Nothing was bought: ${outcome}`)
  return outcome as Exclude<Outcome, string>
}

/** Registers a user and logs them in on the phone. Returns an API client for steps the test is not about. */
async function newUserOn(app: PhoneApp, baseUrl: string): Promise<Client> {
  const { client, token } = await registerUser(baseUrl)
  storeSessionOnPhone(app, token)
  return client
}

/** Connects the phone's payment sheet to the demo's fake Stripe. `queueActions` queues what the user does in the sheet. */
async function preparePaymentSheet(
  app: PhoneApp,
  client: Client,
): Promise<SheetUser & { queueActions(...actions: SheetAction[]): void }> {
  const { payments } = await client.subscriptions.user()
  const actions: SheetAction[] = []
  const sheetUser = createSheetUser(new URL(payments.scriptUrl!).origin, actions, url => app.phone.openLink(url))
  app.environment.pay = sheetUser.pay
  return Object.assign(sheetUser, { queueActions: (...next: SheetAction[]) => void actions.push(...next) })
}
