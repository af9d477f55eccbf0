import type { CDPSession, Page } from '@playwright/test'
import { pushPort } from '../demos.ts'
import { createReadySummary, expect, talks, test } from './fixtures.ts'

test.use({ permissions: ['notifications'] })

const pushes = `http://127.0.0.1:${pushPort}`

interface FakeBrowser {
  id: string
  subscription: string
}

/**
 * Replaces the browser's push service, which is on the internet, with the demo's fake: it creates the subscription and decrypts
 * the server's messages. Permission, service worker and notifications are the browser's own.
 */
async function withPushService(page: Page): Promise<FakeBrowser> {
  const fakeBrowser = (await (await fetch(`${pushes}/browsers`, { method: 'POST' })).json()) as FakeBrowser
  await page.addInitScript(subscription => {
    const isSubscribed = () => localStorage.getItem('fake push service') === 'subscribed'
    const setSubscribed = (is: boolean) => localStorage.setItem('fake push service', is ? 'subscribed' : 'none')
    let options = {}
    const fakeSubscription = {
      get options() {
        return options
      },
      toJSON: () => JSON.parse(subscription),
      async unsubscribe() {
        setSubscribed(false)
        return true
      },
    }
    PushManager.prototype.getSubscription = async () =>
      isSubscribed() ? (fakeSubscription as unknown as PushSubscription) : null
    PushManager.prototype.subscribe = async subscribeOptions => {
      const key = subscribeOptions?.applicationServerKey
      if (!(key instanceof Uint8Array && key.byteLength === 65)) throw new Error('Missing application server key')
      options = { applicationServerKey: key.buffer }
      setSubscribed(true)
      return fakeSubscription as unknown as PushSubscription
    }
  }, fakeBrowser.subscription)
  return fakeBrowser
}

const receivedMessages = async ({ id }: FakeBrowser) =>
  ((await (await fetch(`${pushes}/browsers/${id}`)).json()) as { arrived: { title: string; tag: string }[] }).arrived

/** Delivers a push message to the browser, as its push service would. */
async function deliverPush(page: Page, message: object | string): Promise<void> {
  const session: CDPSession = await page.context().newCDPSession(page)
  const registered = new Promise<string>(resolve => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      if (registrations[0]) resolve(registrations[0].registrationId)
    })
  })
  await session.send('ServiceWorker.enable')
  const data = typeof message === 'string' ? message : JSON.stringify(message)
  const origin = new URL(page.url()).origin
  await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId: await registered, data })
  await session.detach()
}

const shownOn = (page: Page) =>
  page.evaluate(async () => {
    const worker = await navigator.serviceWorker.ready
    return (await worker.getNotifications()).map(({ title, body, tag }) => ({ title, body, tag }))
  })

/** Clicks the shown notification by dispatching its event in the worker, because Playwright can't click notifications. */
async function clickNotification(page: Page): Promise<void> {
  const worker = page.context().serviceWorkers()[0]!
  await worker.evaluate(async () => {
    const self = globalThis as unknown as {
      registration: { getNotifications(): Promise<unknown[]> }
      dispatchEvent(event: Event): void
      NotificationEvent: new (kind: string, init: object) => Event
    }
    const [notification] = await self.registration.getNotifications()
    self.dispatchEvent(new self.NotificationEvent('notificationclick', { notification }))
  })
}

test('a browser gets a push notification when a summary is ready, opens it with a click and gets none after logout', async ({
  newUser: { page, client },
}) => {
  const fakeBrowser = await withPushService(page)
  await page.goto('/settings')
  const card = page.getByRole('region', { name: 'Push notifications' })
  const deviceSwitch = card.getByRole('switch', { name: 'On this device' })
  await expect(deviceSwitch).not.toBeChecked()
  await deviceSwitch.click()
  await expect(deviceSwitch).toBeChecked()
  await expect(card.getByRole('switch', { name: 'Summaries' })).toBeChecked()

  await page.getByRole('button', { name: 'Send test notification' }).click()
  await expect(page.getByText('Sent. It should arrive any moment.')).toBeVisible()
  await expect.poll(async () => (await receivedMessages(fakeBrowser)).length).toBe(1)
  await deliverPush(page, (await receivedMessages(fakeBrowser))[0]!)
  await expect
    .poll(() => shownOn(page))
    .toEqual([{ title: expect.any(String), body: 'Notifications work on this device.', tag: expect.any(String) }])

  // Digest notifications off: summary notifications still arrive.
  await card.getByRole('switch', { name: 'Digests' }).click()
  await page.reload()
  await expect(card.getByRole('switch', { name: 'Digests' })).not.toBeChecked()
  const id = await createReadySummary(client, talks.bread.link)
  await expect.poll(async () => (await receivedMessages(fakeBrowser)).length).toBe(2)
  const ready = (await receivedMessages(fakeBrowser))[1]!
  await deliverPush(page, ready)
  await deliverPush(page, ready)
  await expect.poll(async () => (await shownOn(page)).map(({ tag }) => tag).sort()).toEqual([ready.tag, 'test'])

  await page.evaluate(async () => {
    const worker = await navigator.serviceWorker.ready
    for (const shown of await worker.getNotifications()) if (/work on this device/.test(shown.body)) shown.close()
  })
  await clickNotification(page)
  await expect(page).toHaveURL(new RegExp(`/history-detail/${id}$`))
  await expect.poll(() => shownOn(page)).toEqual([])

  await deliverPush(page, 'not at all what we send')
  await expect.poll(() => shownOn(page)).toEqual([{ title: 'You have a new notification', body: '', tag: 'news' }])

  // The landing page is not part of the app, so a click opens a new window.
  await page.goto('/landing')
  const worker = page.context().serviceWorkers()[0]!
  await worker.evaluate(() => {
    const self = globalThis as unknown as { openedPath?: string; clients: { openWindow(path: string): Promise<null> } }
    self.clients.openWindow = async path => {
      self.openedPath = path
      return null
    }
  })
  await clickNotification(page)
  await expect.poll(() => worker.evaluate(() => (globalThis as { openedPath?: string }).openedPath)).toBe('/')

  await page.goto('/settings')
  await page.getByRole('button', { name: 'Log out' }).first().click()
  await expect(page).toHaveURL(/login/)
  await expect.poll(() => shownOn(page)).toEqual([])
  expect(await page.evaluate(() => localStorage.getItem('push'))).toBeNull()
})
