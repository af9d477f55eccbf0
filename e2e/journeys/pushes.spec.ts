import type { CDPSession, Page } from '@playwright/test'
import { pushPort } from '../demos.ts'
import { expect, readySummary, talks, test } from './visitor.ts'

test.use({ permissions: ['notifications'] })

const pushes = `http://127.0.0.1:${pushPort}`

interface OpenedBrowser {
  id: string
  subscription: string
}

/**
 * The browser's own push service is on the internet. In its place stands the demo's, which gives out the subscription and
 * decrypts what the server sends; all else (permission, service worker, what is shown) is the browser's.
 */
async function withPushService(page: Page): Promise<OpenedBrowser> {
  const opened = (await (await fetch(`${pushes}/browsers`, { method: 'POST' })).json()) as OpenedBrowser
  await page.addInitScript(subscription => {
    const held = () => localStorage.getItem('stand-in of the push service') === 'subscribed'
    const hold = (is: boolean) => localStorage.setItem('stand-in of the push service', is ? 'subscribed' : 'none')
    let options = {}
    const standIn = {
      get options() {
        return options
      },
      toJSON: () => JSON.parse(subscription),
      async unsubscribe() {
        hold(false)
        return true
      },
    }
    PushManager.prototype.getSubscription = async () => (held() ? (standIn as unknown as PushSubscription) : null)
    PushManager.prototype.subscribe = async asked => {
      const key = asked?.applicationServerKey
      if (!(key instanceof Uint8Array && key.byteLength === 65)) throw new Error('No key of the server')
      options = { applicationServerKey: key.buffer }
      hold(true)
      return standIn as unknown as PushSubscription
    }
  }, opened.subscription)
  return opened
}

const arrivedAt = async ({ id }: OpenedBrowser) =>
  ((await (await fetch(`${pushes}/browsers/${id}`)).json()) as { arrived: { title: string; tag: string }[] }).arrived

/** Hands what came over the push service to the browser, as the push service does. */
async function hand(page: Page, message: object | string): Promise<void> {
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

/** A press on what is shown: only the browser itself can do it, so its event is made in the worker. */
async function press(page: Page): Promise<void> {
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

test('a browser is told when a summary is ready, opens it by a press, and is told of nothing after log-out', async ({
  visitor: { page, client },
}) => {
  const opened = await withPushService(page)
  await page.goto('/settings')
  const card = page.getByRole('region', { name: 'Push messages' })
  const here = card.getByRole('switch', { name: 'On this device' })
  await expect(here).not.toBeChecked()
  await here.click()
  await expect(here).toBeChecked()
  await expect(card.getByRole('switch', { name: 'Summaries' })).toBeChecked()

  await page.getByRole('button', { name: 'Send a test message' }).click()
  await expect(page.getByText('Sent. It should be here now.')).toBeVisible()
  await expect.poll(async () => (await arrivedAt(opened)).length).toBe(1)
  await hand(page, (await arrivedAt(opened))[0]!)
  await expect
    .poll(() => shownOn(page))
    .toEqual([{ title: expect.any(String), body: 'Notifications work on this device.', tag: expect.any(String) }])

  // Off for this topic, so nothing comes of this one; on again, the next is told.
  await card.getByRole('switch', { name: 'Digests' }).click()
  await page.reload()
  await expect(card.getByRole('switch', { name: 'Digests' })).not.toBeChecked()
  const id = await readySummary(client, talks.bread.link)
  await expect.poll(async () => (await arrivedAt(opened)).length).toBe(2)
  const ready = (await arrivedAt(opened))[1]!
  await hand(page, ready)
  await hand(page, ready)
  await expect.poll(async () => (await shownOn(page)).map(({ tag }) => tag).sort()).toEqual([ready.tag, 'test'])

  await page.evaluate(async () => {
    const worker = await navigator.serviceWorker.ready
    for (const shown of await worker.getNotifications()) if (/work on this device/.test(shown.body)) shown.close()
  })
  await press(page)
  await expect(page).toHaveURL(new RegExp(`/history-detail/${id}$`))
  await expect.poll(() => shownOn(page)).toEqual([])

  await hand(page, 'not at all what we send')
  await expect.poll(() => shownOn(page)).toEqual([{ title: 'Something is new', body: '', tag: 'news' }])

  // The landing page takes nobody anywhere: a window of the app is opened.
  await page.goto('/landing')
  const worker = page.context().serviceWorkers()[0]!
  await worker.evaluate(() => {
    const self = globalThis as unknown as { opened?: string; clients: { openWindow(path: string): Promise<null> } }
    self.clients.openWindow = async path => {
      self.opened = path
      return null
    }
  })
  await press(page)
  await expect.poll(() => worker.evaluate(() => (globalThis as { opened?: string }).opened)).toBe('/')

  await page.goto('/settings')
  await page.getByRole('button', { name: 'Log out' }).first().click()
  await expect(page).toHaveURL(/login/)
  await expect.poll(() => shownOn(page)).toEqual([])
  expect(await page.evaluate(() => localStorage.getItem('push'))).toBeNull()
})
