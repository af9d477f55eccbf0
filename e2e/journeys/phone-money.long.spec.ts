import type { Client } from '@recaps/contract'
import { phonePaymentPort, storePort } from '../demos.ts'
import { enterPhone, expect, type HeldPhone, holdPhone, newcomer, platformsInTurn, test } from './phone.ts'
import { storeCustomer } from './store-customer.ts'
import { type Deed, type Person, personAtSheet } from './stripe-sheet.ts'

test.describe.configure({ mode: 'default' })

const good = '4242424242424242'
const declined = '4000000000000002'
/** The bank asks at every payment. */
const asking = '4000002760003184'

for (const platform of platformsInTurn('android'))
  test.describe(`by card, on ${platform}`, () => {
    test.use({ baseURL: `http://localhost:${phonePaymentPort}`, platform })

    test('a plan is bought in the sheet of the payment service, raised where the bank asks, and changed where nothing is due', async ({
      held,
      baseURL,
    }) => {
      const client = await newUserOn(held, baseURL!)
      const person = await beforeSheet(held, client)
      const page = await held.start({ link: `${baseURL}/subscriptions?plan=premium` })
      await page.getByRole('button', { name: 'Choose: Premium' }).click()
      const sheet = page.getByRole('dialog', { name: 'Pay for Premium' })
      await expect(sheet.getByText('$9.99 today, then each month until you cancel.')).toBeVisible()
      await expect(sheet.getByText(/^You choose how to pay in the next step/)).toBeVisible()
      const pay = sheet.getByRole('button', { name: 'Pay $9.99' })

      // The sheet is closed again: nothing is bought, and it can be opened anew.
      person.does('close')
      await pay.click()
      await expect.poll(() => person.shown.length).toBe(1)
      await expect(pay).toBeEnabled()
      await expect(sheet.getByRole('alert')).toBeHidden()

      // A card is declined and a bank not confirmed, both in the sheet; tapped twice it opens once.
      person.does({ card: declined }, { card: asking, bank: 'refuses' }, { card: asking, bank: 'confirms' })
      await pay.dblclick()
      await expect(page.getByRole('dialog', { name: 'Premium is yours' })).toBeVisible()
      await expect(page.getByText('30 summaries left this month.')).toBeVisible()
      expect(person.shown).toHaveLength(2)
      const [, shown] = person.shown
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

      // The card that is saved wants its bank asked each time: that is done in the sheet, too.
      person.does({ card: good })
      await page.getByRole('button', { name: 'Upgrade: Pro' }).click()
      await page.getByRole('button', { name: 'Pay $15.00 and upgrade' }).click()
      await expect(page.getByRole('dialog', { name: 'Pro is yours' })).toBeVisible()
      expect(person.shown).toHaveLength(3)
      await page.getByRole('button', { name: 'Done' }).click()

      await page.getByRole('button', { name: 'Switch at the end of the period: Basic' }).click()
      await page.getByRole('button', { name: /^Switch on / }).click()
      await expect(plan.getByText(/^Changes to Basic on/)).toBeVisible()
      expect(person.shown).toHaveLength(3)

      // Cards are changed on the pages of the payment service, beside the app; back here it is looked at again.
      await page.getByRole('button', { name: 'Cards and invoices' }).click()
      await expect.poll(() => held.phone.browser.url).toMatch(/\/p\/session\//)
      const looked = page.waitForResponse(/\/api\/subscriptions\/user$/)
      held.phone.closeBrowser()
      await looked
    })

    test('a payment that nobody told the app of is found again: killed, cut off, and without a network', {
      tag: platform === 'ios' ? [] : '@long',
    }, async ({ held, baseURL }) => {
      const client = await newUserOn(held, baseURL!)
      const person = await beforeSheet(held, client)
      const link = `${baseURL}/subscriptions`
      let page = await held.start({ link })
      const choose = page.getByRole('button', { name: 'Choose: Basic' })
      await expect(choose).toBeVisible()

      await held.context.setOffline(true)
      held.phone.setNetwork(false)
      await choose.click()
      const sheet = page.getByRole('dialog', { name: 'Pay for Basic' })
      await expect(sheet.getByRole('alert')).toBeVisible()
      await held.context.setOffline(false)
      held.phone.setNetwork(true)
      await sheet.getByRole('button', { name: 'Try again' }).click()
      const pay = sheet.getByRole('button', { name: 'Pay $4.99' })
      await expect(pay).toBeVisible()

      // The network is lost while the sheet opens.
      await held.context.setOffline(true)
      held.outside.pay = () => Promise.resolve({ failed: 'A network error occurred.' })
      await pay.click()
      await expect(sheet.getByText(/^The payment service could not be reached\. Nothing is paid twice/)).toBeVisible()
      await held.context.setOffline(false)
      // It is there again, and the sheet cannot go on: nothing was paid.
      await pay.click()
      await expect(sheet.getByText('The payment was not finished. Nothing is paid twice: try again.')).toBeVisible()
      // It is paid, and the answer gets lost.
      person.does({ card: good })
      held.outside.pay = async given => {
        await person.pay(given)
        return { failed: 'The connection was lost.' }
      }
      await pay.click()
      await expect(page.getByRole('dialog', { name: 'Basic is yours' })).toBeVisible()

      // The app is killed over the sheet, and the payment goes through.
      const other = await newUserOn(held, baseURL!)
      const again = await beforeSheet(held, other)
      page = await held.start({ link })
      again.does({ card: good })
      held.outside.pay = async given => {
        await held.page.close()
        await again.pay(given)
        return await new Promise(() => {})
      }
      await page.getByRole('button', { name: 'Choose: Basic' }).click()
      await page.getByRole('button', { name: 'Pay $4.99' }).click()
      await expect.poll(async () => (await other.subscriptions.user()).activePlan.id).toBe('basic')
      page = await held.start({ link })
      await expect(page.getByRole('region', { name: 'Your plan' })).toContainText('Basic$4.99 a month')
    })
  })

for (const platform of platformsInTurn('ios'))
  test.describe(`in the store of the phone, on ${platform}`, () => {
    test.use({ baseURL: `http://localhost:${storePort}`, platform })
    const store = platform === 'ios' ? 'the App Store' : 'Google Play'

    test('a plan is bought at the price of the store, counts at once, and is managed there', async ({
      held,
      baseURL,
    }) => {
      const customer = storeCustomer(platform)
      held.outside.store = customer.store
      const client = await newUserOn(held, baseURL!)
      const page = await held.start({ link: `${baseURL}/subscriptions?plan=premium` })
      await expect(page.getByText(`You pay in ${store}, and can cancel there at any time`)).toBeVisible()
      await expect(page.getByText('€ 10,49')).toBeVisible()
      await expect(page.getByText('$9.99')).toBeHidden()
      await expect(page.getByRole('note')).toBeHidden()
      await page.getByRole('button', { name: 'Choose: Premium' }).click()
      const sheet = page.getByRole('dialog', { name: 'Subscribe to Premium' })
      await expect(sheet.getByRole('link', { name: 'Terms of Service' })).toBeVisible()
      await expect(sheet.getByRole('link', { name: 'Privacy Policy' })).toBeVisible()
      const buy = sheet.getByRole('button', { name: 'Subscribe for € 10,49 a month' })

      customer.next = 'cancelled'
      await buy.click()
      await expect(buy).toBeEnabled()
      await expect(sheet.getByRole('alert')).toBeHidden()
      customer.next = 'refused'
      await buy.click()
      await expect(sheet.getByText(`The purchase did not go through in ${store}.`, { exact: false })).toBeVisible()
      await buy.dblclick()
      await expect(page.getByRole('dialog', { name: 'Premium is yours' })).toBeVisible()
      expect(customer.bought).toHaveLength(1)
      await page.getByRole('button', { name: 'Done' }).click()
      const plan = page.getByRole('region', { name: 'Your plan' })
      await expect(plan).toContainText(`a month · Bought in ${store}`)

      // Our server tells Google that it has come; an iPhone is told that it is done with.
      const { id, receipt } = customer.bought[0]!
      if (platform === 'android') await expect.poll(() => customer.does('isAcknowledged', receipt)).toBe(true)
      expect(held.phone.storeUse.acknowledged).toEqual([])
      expect(held.phone.storeUse.finished).toEqual(platform === 'ios' ? [id] : [])
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
        await expect(page.getByRole('dialog', { name: /^Basic begins on / })).toBeVisible()
        await page.getByRole('button', { name: 'Done' }).click()
        await expect(plan.getByText(/^Changes to Basic on /)).toBeVisible()
      } else {
        await expect(
          page.getByText('To change to another plan, end yours in Google Play first.', { exact: false }),
        ).toBeVisible()
        await expect(page.getByRole('button', { name: /^(Upgrade|Switch at)/ })).toBeHidden()
      }

      // It is ended in the store, and seen when the app is looked at again.
      await page.getByRole('button', { name: `Manage in ${store}` }).click()
      await expect.poll(() => held.phone.storeUse.isManaging).toBe(true)
      await customer.does('cancel', customer.bought.at(-1)!.receipt)
      await expect.poll(async () => (await client.subscriptions.user()).subscriptions[0]!.isCanceling).toBe(true)
      held.phone.comeBack()
      await expect(plan.getByText(/^Ends on .* Nothing is deleted then\.$/)).toBeVisible()
    })

    test('what was paid is not lost: the service is not reached, and the app is started anew', async ({
      held,
      baseURL,
    }) => {
      const customer = storeCustomer(platform)
      held.outside.store = customer.store
      const client = await newUserOn(held, baseURL!)
      let page = await held.start({ link: `${baseURL}/subscriptions` })
      await page.getByRole('button', { name: 'Choose: Basic' }).click()
      const claims: string[] = []
      await held.context.route('**/api/subscriptions/purchase', route => {
        claims.push(route.request().url())
        return route.abort()
      })
      // The store would tell of it as well: it has to be the phone that does.
      await customer.does('tells', false)
      await page.getByRole('button', { name: 'Subscribe for € 5,49 a month' }).click()
      await expect(page.getByText(`Bought in ${store}. Your plan is being set up.`)).toBeVisible()
      await expect.poll(() => claims.length).toBeGreaterThan(1)
      expect(held.phone.storeUse.finished).toEqual([])
      await held.page.close()
      expect((await client.subscriptions.user()).activePlan.id).toBe('free')
      await held.context.unroute('**/api/subscriptions/purchase')
      page = await held.start({ link: `${baseURL}/subscriptions` })
      await expect(page.getByRole('region', { name: 'Your plan' })).toContainText('Basic')
      await expect.poll(async () => (await client.subscriptions.user()).activePlan.id).toBe('basic')
      if (platform === 'ios') await expect.poll(() => held.phone.storeUse.finished).toHaveLength(1)
      await customer.does('tells', true)
    })

    test('what waits for somebody’s consent begins when it is given', async ({ held, baseURL }) => {
      const customer = storeCustomer(platform)
      held.outside.store = customer.store
      await newUserOn(held, baseURL!)
      const page = await held.start({ link: `${baseURL}/subscriptions` })
      await page.getByRole('button', { name: 'Choose: Basic' }).click()
      customer.next = 'pending'
      await page.getByRole('button', { name: 'Subscribe for € 5,49 a month' }).click()
      await expect(
        page.getByText(/^The purchase waits for its payment, or for somebody who has to agree/),
      ).toBeVisible()
      await page.getByRole('button', { name: 'Done' }).click()
      const transaction = await customer.approve()
      // An iPhone is told at once; on Android it is seen by who comes back.
      if (platform === 'ios') held.phone.storeTells(transaction)
      else held.phone.comeBack()
      await expect(page.getByRole('region', { name: 'Your plan' })).toContainText('Basic')
    })

    test('on a second phone the plan is restored, to another account it is not given, and a log-out leaves nothing', async ({
      browser,
      held,
      baseURL,
    }) => {
      const customer = storeCustomer(platform)
      const client = await newUserOn(held, baseURL!)
      held.outside.store = customer.store
      // Bought in the store itself, where no app tells it for whom.
      customer.bought.push(
        await customer.store.buy({ productId: 'recaps_pro_monthly', accountToken: null }).then(transaction),
      )
      customer.bought.splice(1)
      const page = await held.start({ link: `${baseURL}/subscriptions` })
      await expect(page.getByRole('button', { name: 'Choose: Pro' })).toBeVisible()
      await page.getByRole('button', { name: 'Restore purchases' }).click()
      await expect(page.getByRole('region', { name: 'Your plan' })).toContainText(`Bought in ${store}`)
      expect(held.phone.storeUse.synced).toBe(platform === 'ios' ? 1 : 0)
      const { activePlan, stores } = await client.subscriptions.user()
      expect(activePlan.id).toBe('pro')
      expect(held.phone.storeUse.acknowledged).toEqual([])
      await page.getByRole('button', { name: 'Menu' }).click()
      await page.getByRole('button', { name: 'Log out' }).click()
      await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible()
      await expect.poll(() => held.phone.secure.size).toBe(0)
      // What the service says of itself, and that the app is installed.
      expect([...held.phone.preferences.keys()].toSorted()).toEqual(['installation', 'installed'])

      const second = await holdPhone(browser, baseURL!, { platform })
      second.outside.store = customer.store
      const stranger = await newUserOn(second, baseURL!)
      const their = await second.start({ link: `${baseURL}/subscriptions` })
      await expect(their.getByRole('button', { name: 'Choose: Pro' })).toBeVisible()
      await their.getByRole('button', { name: 'Restore purchases' }).click()
      await expect(their.getByText(/couldn’t match this purchase to your account/)).toBeVisible()
      expect((await stranger.subscriptions.user()).activePlan.id).toBe('free')
      // One that names its account is not even tried, nor changed by buying another.
      customer.bought[0] = { ...customer.bought[0]!, accountToken: stores.accountToken }
      await their.getByRole('button', { name: 'Choose: Basic' }).click()
      await their.getByRole('button', { name: 'Subscribe for € 5,49 a month' }).click()
      const another = `The plan that was bought in ${store} with this phone is of another account here.`
      await expect(their.getByRole('dialog').getByText(another, { exact: false })).toBeVisible()
      expect(customer.bought).toHaveLength(1)
      await their.close()
      expect(second.offences).toEqual([])
      await second.context.close()
    })
  })

const transaction = <Bought>(bought: Bought): Exclude<Bought, string> => {
  if (typeof bought === 'string') throw new Error(`Nothing was bought: ${bought}`)
  return bought as Exclude<Bought, string>
}

/** Somebody new is logged in on the phone; gives the same user's client for what the journey is not about. */
async function newUserOn(held: HeldPhone, baseUrl: string): Promise<Client> {
  const { client, token } = await newcomer(baseUrl)
  enterPhone(held, token)
  return client
}

/** Whoever holds the phone pays at the payment service of this installation. */
async function beforeSheet(held: HeldPhone, client: Client): Promise<Person & { does(...deeds: Deed[]): void }> {
  const { payments } = await client.subscriptions.user()
  const deeds: Deed[] = []
  const person = personAtSheet(new URL(payments.scriptUrl!).origin, deeds, url => held.phone.openLink(url))
  held.outside.pay = person.pay
  return Object.assign(person, { does: (...next: Deed[]) => void deeds.push(...next) })
}
