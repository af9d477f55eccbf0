import type { Page } from '@playwright/test'
import type { Notice } from '@recaps/contract'
import { accounts } from '../../scripts/demo-accounts.ts'
import { pushPort } from '../demos.ts'
import {
  test as base,
  enterPhone,
  expect,
  type HeldPhone,
  known,
  newcomer,
  platformsInTurn,
  readySummary,
  talks,
} from './phone.ts'

const firebase = `http://127.0.0.1:${pushPort}/phones`

/** The person before the phone, and the tokens that Firebase gave it. */
const person = { allows: true }
let tokens: { id: string; token: string }[] = []

const test = base.extend({})
test.use({
  actionTimeout: 30_000,
  outside: {
    allowsPushes: () => person.allows,
    async newPushToken() {
      const made = (await (await fetch(firebase, { method: 'POST' })).json()) as { id: string; token: string }
      tokens.push(made)
      return made.token
    },
    async forgetPushToken(token) {
      await fetch(`${firebase}/${token}`, { method: 'DELETE' })
    },
  },
})
test.beforeEach(() => {
  person.allows = true
  tokens = []
})

interface Message {
  title: string
  body: string
  path: string
}

/** What Firebase was given for this phone, under any of its tokens. */
async function arrived(): Promise<Message[]> {
  const all = await Promise.all(
    tokens.map(async ({ id }) => ((await (await fetch(`${firebase}/${id}`)).json()) as { arrived: Message[] }).arrived),
  )
  return all.flat()
}

const card = (page: Page) => page.getByRole('region', { name: 'Push messages' })
const here = (page: Page) => card(page).getByRole('switch', { name: 'On this device' })

/** As a test message that is tapped does. */
async function openSettings(held: HeldPhone): Promise<Page> {
  const page = await held.start({ push: { path: '/settings' } })
  await expect(here(page)).toBeVisible()
  return page
}

async function logOut(page: Page): Promise<void> {
  await page.goBack().catch(() => {})
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible()
}

for (const platform of platformsInTurn('ios'))
  test.describe(`on ${platform}`, () => {
    test.use({ platform })

    test('messages are asked for by a press, tell what is ready, open it by a tap, and end with the session', async ({
      held,
      baseURL,
    }) => {
      const { client, token } = await newcomer(baseURL!)
      enterPhone(held, token)
      let page = await openSettings(held)
      expect(held.phone.push.asked).toBe(0)
      await here(page).click()
      await expect(here(page)).toBeChecked()
      expect(held.phone.push.asked).toBe(1)
      await page.getByRole('button', { name: 'Send a test message' }).click()
      await expect(page.getByText('Sent. It should be here now.')).toBeVisible()
      await expect.poll(arrived).toHaveLength(1)

      const id = await readySummary(client, talks.bread.link)
      await expect.poll(arrived).toHaveLength(2)
      const ready = (await arrived())[1]!
      held.phone.receivePush(ready, { isOpen: true })
      const open = page.getByRole('button', { name: 'Open', exact: true })
      if (platform === 'android') {
        // The system shows nothing while the app is open.
        expect(held.phone.push.shown).toEqual([])
        await open.click()
      } else {
        expect(held.phone.push.shown).toHaveLength(1)
        // Time enough for the app to say it as well; what it says goes away by itself, so this is asked once.
        await page.waitForTimeout(1000)
        expect(await open.count()).toBe(0)
        held.phone.tapPush({ path: ready.path })
      }
      await expect(page).toHaveURL(new RegExp(`/history-detail/${id}$`))

      page = await held.start({ push: { path: ready.path } })
      await expect(page).toHaveURL(new RegExp(`/history-detail/${id}$`))
      await expect(page.getByRole('heading', { name: 'Key points' })).toBeVisible()
      // Another app may send the like, on Android.
      for (const path of ['https://elsewhere.example/', '//elsewhere.example', '/auth/callback?token=theirs', '/reset'])
        held.phone.tapPush({ path })
      await expect(page).toHaveURL(new RegExp(`/history-detail/${id}$`))
      expect(held.phone.push.asked).toBe(1)

      const known = held.phone.push.token
      await page.getByRole('link', { name: 'Summaries', exact: true }).click()
      await page.getByRole('button', { name: 'Menu' }).click()
      await page.getByRole('button', { name: 'Log out' }).click()
      await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible()
      await expect.poll(() => held.phone.push.token).not.toBe(known)
      expect(held.phone.push.shown).toEqual([])
    })

    test('a refusal is said, and what is allowed in the settings of the phone counts at once', async ({
      held,
      baseURL,
    }) => {
      enterPhone(held, (await known(baseURL!, accounts.free)).token)
      const page = await openSettings(held)
      person.allows = false
      await here(page).click()
      if (platform === 'android') {
        // It asks a second time.
        await expect(page.getByText(/your phone was not allowed/)).toBeVisible()
        await expect(here(page)).not.toBeChecked()
        await here(page).click()
      }
      await expect(card(page).getByText(/^Your phone blocks push messages/)).toBeVisible()
      // Nobody is known to Firebase who has said no.
      await expect.poll(async () => (await arrived()).length).toBe(0)

      held.phone.leave()
      held.phone.push.permission = 'granted'
      held.phone.comeBack()
      await here(page).click()
      await expect(here(page)).toBeChecked()
      held.phone.leave()
      held.phone.push.permission = 'denied'
      held.phone.comeBack()
      await expect(card(page).getByText(/^Your phone blocks push messages/)).toBeVisible()
    })

    test('what is turned off and on again at once is told the new token', async ({ held, baseURL }) => {
      enterPhone(held, (await known(baseURL!, accounts.free)).token)
      const page = await openSettings(held)
      await here(page).click()
      await expect(here(page)).toBeChecked()
      const first = held.phone.push.token
      const told: string[] = []
      held.context.on('request', request => {
        if (request.method() === 'POST' && /register-token/.test(request.url())) told.push(request.postData() ?? '')
      })
      await here(page).click()
      await expect(here(page)).not.toBeChecked()
      await here(page).click()
      await expect(here(page)).toBeChecked()
      await expect.poll(() => told.length).toBe(1)
      expect(held.phone.push.token).not.toBe(first)
      expect(told[0]).toContain(held.phone.push.token)
    })

    test('a token that Firebase has changed is told to the server, once', async ({ held, baseURL }) => {
      enterPhone(held, (await known(baseURL!, accounts.free)).token)
      const told: string[] = []
      held.context.on('request', request => {
        if (request.method() === 'POST' && /\/notifications\//.test(request.url())) told.push(request.postData() ?? '')
      })
      const page = await openSettings(held)
      await here(page).click()
      await expect(here(page)).toBeChecked()
      await page.waitForTimeout(500)
      expect(told).toHaveLength(1)
      await held.phone.renewPushToken()
      await expect.poll(() => told.length).toBe(2)
      expect(told[1]).toContain(held.phone.push.token)
      // Also when the app is started again, which an iPhone takes as an occasion to tell of it.
      told.length = 0
      await held.start({ push: { path: '/settings' } })
      await expect(here(held.page)).toBeChecked()
      await held.page.waitForTimeout(500)
      expect(told).toHaveLength(1)
    })

    test('a log-out without a network takes the token back later, and who comes then hears nothing of it', async ({
      held,
      baseURL,
    }) => {
      enterPhone(held, (await known(baseURL!, accounts.free)).token)
      const page = await openSettings(held)
      await here(page).click()
      await expect(here(page)).toBeChecked()
      const theirs = held.phone.push.token!
      await held.context.setOffline(true)
      held.phone.setNetwork(false)
      await logOut(page)
      expect(held.phone.push.token).toBe(theirs)

      await held.start()
      await expect(held.page.getByRole('heading', { name: 'Log in' })).toBeVisible()
      await held.context.setOffline(false)
      held.phone.setNetwork(true)
      await expect.poll(() => held.phone.push.token).not.toBe(theirs)

      enterPhone(held, (await known(baseURL!, accounts.pro)).token)
      await openSettings(held)
      await expect(here(held.page)).not.toBeChecked()
      await here(held.page).click()
      await expect(here(held.page)).toBeChecked()
      expect(held.phone.push.token).not.toBe(theirs)
    })

    test('where Firebase is not set up that is said, nobody is asked, and the rest goes on', async ({
      held,
      baseURL,
    }) => {
      held.phone.push.isSetUp = false
      enterPhone(held, (await known(baseURL!, accounts.free)).token)
      const page = await openSettings(held)
      await here(page).click()
      await expect(card(page).getByText(/^Push messages are not to be had here/)).toBeVisible()
      expect(held.phone.push.asked).toBe(0)
      await logOut(page)
      expect(held.phone.push.asked).toBe(0)
    })
  })

for (const platform of platformsInTurn('android'))
  test.describe(`the icon of the app on ${platform}`, () => {
    test.use({ platform })

    test('says how many notices are unread, asks nobody for leave, and says nothing after a log-out', async ({
      held,
      baseURL,
    }) => {
      enterPhone(held, (await known(baseURL!, accounts.free)).token)
      // Notices come with digests and payments, which take days: they are put into the server's answer.
      let unread = 3
      const notice = (id: number): Notice => ({
        id,
        kind: 'digest',
        title: `${id} new summaries`,
        body: 'Plain Bench',
        path: '/tabs/history',
        createdAt: new Date(Date.now() - id * 60_000).toISOString(),
        readAt: null,
      })
      await held.context.route(/\/api\/notices(\?|$)/, async route => {
        const answer = await route.fetch()
        const list = (await answer.json()) as object
        const data = Array.from({ length: unread }, (_, at) => notice(at + 1))
        await route.fulfill({ response: answer, json: { ...list, data, unread } })
      })
      // An iPhone asks whoever sets a number: as long as nobody has said yes there is none.
      if (platform === 'ios') {
        await held.start()
        await expect(held.page.getByRole('button', { name: 'Notices, 3 unread' })).toBeVisible()
        expect(held.phone.badge.count).toBe(0)
        held.phone.push.permission = 'granted'
      }
      const page = await held.start()
      await expect.poll(() => held.phone.badge.count).toBe(3)
      unread = 0
      await page.getByRole('button', { name: /^Notices/ }).click()
      await expect.poll(() => held.phone.badge.count).toBe(0)
      unread = 4
      await held.start()
      await expect.poll(() => held.phone.badge.count).toBe(4)
      await held.page.getByRole('button', { name: 'Menu' }).click()
      await held.page.getByRole('button', { name: 'Log out' }).click()
      await expect.poll(() => held.phone.badge.count).toBe(0)
      expect(held.phone.push.asked).toBe(0)
    })
  })
