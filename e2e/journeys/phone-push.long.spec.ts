import type { Page } from '@playwright/test'
import type { Notice } from '@recaps/contract'
import { accounts } from '../../scripts/demo-accounts.ts'
import { pushPort } from '../demos.ts'
import {
  test as base,
  createReadySummary,
  expect,
  logInAs,
  type PhoneApp,
  platformsFor,
  registerUser,
  storeSessionOnPhone,
  talks,
} from './phone-fixtures.ts'

const firebase = `http://127.0.0.1:${pushPort}/phones`

/** The phone's owner, and the tokens that the fake Firebase issued. */
const owner = { allows: true }
let tokens: { id: string; token: string }[] = []

const test = base.extend({})
test.use({
  actionTimeout: 30_000,
  environment: {
    grantsPushPermission: () => owner.allows,
    async newPushToken() {
      const device = (await (await fetch(firebase, { method: 'POST' })).json()) as { id: string; token: string }
      tokens.push(device)
      return device.token
    },
    async deletePushToken(token) {
      await fetch(`${firebase}/${token}`, { method: 'DELETE' })
    },
  },
})
test.beforeEach(() => {
  owner.allows = true
  tokens = []
})

interface Message {
  title: string
  body: string
  path: string
}

/** Messages that Firebase received for this phone, under any of its tokens. */
async function receivedMessages(): Promise<Message[]> {
  const all = await Promise.all(
    tokens.map(async ({ id }) => ((await (await fetch(`${firebase}/${id}`)).json()) as { arrived: Message[] }).arrived),
  )
  return all.flat()
}

const card = (page: Page) => page.getByRole('region', { name: 'Push notifications' })
const deviceSwitch = (page: Page) => card(page).getByRole('switch', { name: 'On this device' })

/** Starts the app as if a test notification was tapped. */
async function openSettings(app: PhoneApp): Promise<Page> {
  const page = await app.start({ push: { path: '/settings' } })
  await expect(deviceSwitch(page)).toBeVisible()
  return page
}

async function logOut(page: Page): Promise<void> {
  await page.goBack().catch(() => {})
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible()
}

for (const platform of platformsFor('ios'))
  test.describe(`on ${platform}`, () => {
    test.use({ platform })

    test('push notifications are enabled by a switch, report a ready summary, open it when tapped and end at logout', async ({
      app,
      baseURL,
    }) => {
      const { client, token } = await registerUser(baseURL!)
      storeSessionOnPhone(app, token)
      let page = await openSettings(app)
      expect(app.phone.push.promptCount).toBe(0)
      await deviceSwitch(page).click()
      await expect(deviceSwitch(page)).toBeChecked()
      expect(app.phone.push.promptCount).toBe(1)
      await page.getByRole('button', { name: 'Send test notification' }).click()
      await expect(page.getByText('Sent. It should arrive any moment.')).toBeVisible()
      await expect.poll(receivedMessages).toHaveLength(1)

      const id = await createReadySummary(client, talks.bread.link)
      await expect.poll(receivedMessages).toHaveLength(2)
      const ready = (await receivedMessages())[1]!
      app.phone.receivePush(ready, { isOpen: true })
      const open = page.getByRole('button', { name: 'Open', exact: true })
      if (platform === 'android') {
        // Android shows no notification while the app is open.
        expect(app.phone.push.shown).toEqual([])
        await open.click()
      } else {
        expect(app.phone.push.shown).toHaveLength(1)
        // Give the app time to show its own toast. Not polled, because toasts disappear after a while.
        await page.waitForTimeout(1000)
        expect(await open.count()).toBe(0)
        app.phone.tapPush({ path: ready.path })
      }
      await expect(page).toHaveURL(new RegExp(`/history-detail/${id}$`))

      page = await app.start({ push: { path: ready.path } })
      await expect(page).toHaveURL(new RegExp(`/history-detail/${id}$`))
      await expect(page.getByRole('heading', { name: 'Key points' })).toBeVisible()
      // On Android, other apps can send such notifications.
      for (const path of ['https://elsewhere.example/', '//elsewhere.example', '/auth/callback?token=theirs', '/reset'])
        app.phone.tapPush({ path })
      await expect(page).toHaveURL(new RegExp(`/history-detail/${id}$`))
      expect(app.phone.push.promptCount).toBe(1)

      const oldToken = app.phone.push.token
      await page.getByRole('link', { name: 'Summaries', exact: true }).click()
      await page.getByRole('button', { name: 'Menu' }).click()
      await page.getByRole('button', { name: 'Log out' }).click()
      await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible()
      await expect.poll(() => app.phone.push.token).not.toBe(oldToken)
      expect(app.phone.push.shown).toEqual([])
    })

    test('a denied notification permission shows a message, and a change in the phone’s settings applies at once', async ({
      app,
      baseURL,
    }) => {
      storeSessionOnPhone(app, (await logInAs(baseURL!, accounts.free)).token)
      const page = await openSettings(app)
      owner.allows = false
      await deviceSwitch(page).click()
      if (platform === 'android') {
        // Android allows asking a second time.
        await expect(page.getByText(/your phone didn’t allow them/)).toBeVisible()
        await expect(deviceSwitch(page)).not.toBeChecked()
        await deviceSwitch(page).click()
      }
      await expect(card(page).getByText(/^Your phone blocks notifications/)).toBeVisible()
      // A phone whose owner declined never registers at Firebase.
      await expect.poll(async () => (await receivedMessages()).length).toBe(0)

      app.phone.moveToBackground()
      app.phone.push.permission = 'granted'
      app.phone.moveToForeground()
      await deviceSwitch(page).click()
      await expect(deviceSwitch(page)).toBeChecked()
      app.phone.moveToBackground()
      app.phone.push.permission = 'denied'
      app.phone.moveToForeground()
      await expect(card(page).getByText(/^Your phone blocks notifications/)).toBeVisible()
    })

    test('turning push off and on again registers the new token', async ({ app, baseURL }) => {
      storeSessionOnPhone(app, (await logInAs(baseURL!, accounts.free)).token)
      const page = await openSettings(app)
      await deviceSwitch(page).click()
      await expect(deviceSwitch(page)).toBeChecked()
      const first = app.phone.push.token
      const registrations: string[] = []
      app.context.on('request', request => {
        if (request.method() === 'POST' && /register-token/.test(request.url()))
          registrations.push(request.postData() ?? '')
      })
      await deviceSwitch(page).click()
      await expect(deviceSwitch(page)).not.toBeChecked()
      await deviceSwitch(page).click()
      await expect(deviceSwitch(page)).toBeChecked()
      await expect.poll(() => registrations.length).toBe(1)
      expect(app.phone.push.token).not.toBe(first)
      expect(registrations[0]).toContain(app.phone.push.token)
    })

    test('a token renewed by Firebase is registered at the server once', async ({ app, baseURL }) => {
      storeSessionOnPhone(app, (await logInAs(baseURL!, accounts.free)).token)
      const registrations: string[] = []
      app.context.on('request', request => {
        if (request.method() === 'POST' && /\/notifications\//.test(request.url()))
          registrations.push(request.postData() ?? '')
      })
      const page = await openSettings(app)
      await deviceSwitch(page).click()
      await expect(deviceSwitch(page)).toBeChecked()
      await page.waitForTimeout(500)
      expect(registrations).toHaveLength(1)
      await app.phone.renewPushToken()
      await expect.poll(() => registrations.length).toBe(2)
      expect(registrations[1]).toContain(app.phone.push.token)
      // Also once after a restart, when an iPhone reports its token again.
      registrations.length = 0
      await app.start({ push: { path: '/settings' } })
      await expect(deviceSwitch(app.page)).toBeChecked()
      await app.page.waitForTimeout(500)
      expect(registrations).toHaveLength(1)
    })

    test('logging out offline revokes the push token once online, and the next user gets a new one', async ({
      app,
      baseURL,
    }) => {
      storeSessionOnPhone(app, (await logInAs(baseURL!, accounts.free)).token)
      const page = await openSettings(app)
      await deviceSwitch(page).click()
      await expect(deviceSwitch(page)).toBeChecked()
      const previousToken = app.phone.push.token!
      await app.context.setOffline(true)
      app.phone.setNetwork(false)
      await logOut(page)
      expect(app.phone.push.token).toBe(previousToken)

      await app.start()
      await expect(app.page.getByRole('heading', { name: 'Log in' })).toBeVisible()
      await app.context.setOffline(false)
      app.phone.setNetwork(true)
      await expect.poll(() => app.phone.push.token).not.toBe(previousToken)

      storeSessionOnPhone(app, (await logInAs(baseURL!, accounts.pro)).token)
      await openSettings(app)
      await expect(deviceSwitch(app.page)).not.toBeChecked()
      await deviceSwitch(app.page).click()
      await expect(deviceSwitch(app.page)).toBeChecked()
      expect(app.phone.push.token).not.toBe(previousToken)
    })

    test('enabling push without Firebase shows a message and no permission prompt, and logout still works', async ({
      app,
      baseURL,
    }) => {
      app.phone.push.isSetUp = false
      storeSessionOnPhone(app, (await logInAs(baseURL!, accounts.free)).token)
      const page = await openSettings(app)
      await deviceSwitch(page).click()
      await expect(card(page).getByText(/^Push notifications aren’t available/)).toBeVisible()
      expect(app.phone.push.promptCount).toBe(0)
      await logOut(page)
      expect(app.phone.push.promptCount).toBe(0)
    })
  })

for (const platform of platformsFor('android'))
  test.describe(`app icon badge on ${platform}`, () => {
    test.use({ platform })

    test('the app icon badge shows the unread notifications without a permission prompt and is cleared at logout', async ({
      app,
      baseURL,
    }) => {
      storeSessionOnPhone(app, (await logInAs(baseURL!, accounts.free)).token)
      // Real notifications come from digests and payments, which take days, so they are added to the server's answer.
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
      await app.context.route(/\/api\/notices(\?|$)/, async route => {
        const answer = await route.fetch()
        const list = (await answer.json()) as object
        const data = Array.from({ length: unread }, (_, at) => notice(at + 1))
        await route.fulfill({ response: answer, json: { ...list, data, unread } })
      })
      // Setting a badge would prompt an iPhone's owner, so there is none before they allow notifications.
      if (platform === 'ios') {
        await app.start()
        await expect(app.page.getByRole('button', { name: 'Notifications, 3 unread' })).toBeVisible()
        expect(app.phone.badge.count).toBe(0)
        app.phone.push.permission = 'granted'
      }
      const page = await app.start()
      await expect.poll(() => app.phone.badge.count).toBe(3)
      unread = 0
      await page.getByRole('button', { name: /^Notifications/ }).click()
      await expect.poll(() => app.phone.badge.count).toBe(0)
      unread = 4
      await app.start()
      await expect.poll(() => app.phone.badge.count).toBe(4)
      await app.page.getByRole('button', { name: 'Menu' }).click()
      await app.page.getByRole('button', { name: 'Log out' }).click()
      await expect.poll(() => app.phone.badge.count).toBe(0)
      expect(app.phone.push.promptCount).toBe(0)
    })
  })
