import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import type { Client } from '@recaps/contract'
import { accounts } from '../../scripts/demo-accounts.ts'
import { twoBuilds } from './two-builds.ts'
import { caller, known, readySummary, talks } from './visitor.ts'

interface Reader {
  page: Page
  client: Client
  /** Two summaries that can be heard. */
  kept: number
  other: number
}

const test = base.extend<{ reader: Reader }>({
  reader: async ({ page, baseURL }, use) => {
    const { client } = await known(baseURL!, accounts.pro)
    const kept = await readySummary(client, talks.radiators.link)
    const other = await readySummary(client, talks.bread.link)
    await logIn(page, accounts.pro)
    await use({ page, client, kept, other })
  },
})

type Account = Pick<(typeof accounts)[keyof typeof accounts], 'email' | 'password'>

async function logIn(page: Page, account: Account) {
  await page.goto('/login')
  await fillLogIn(page, account)
  await expect(
    page
      .getByRole('navigation', { name: 'Sections' })
      .or(page.getByRole('button', { name: 'Log out' }))
      .first(),
  ).toBeVisible()
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}))
  // The first worker takes over pages that are open already.
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
}

async function fillLogIn(page: Page, { email, password }: Account) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
}

/** What lies in a store of the browser's database, by its keys. */
const keysIn = (page: Page, store: string): Promise<string[]> =>
  page.evaluate(
    name =>
      new Promise((resolve, reject) => {
        const opening = indexedDB.open('recaps', 1)
        opening.onerror = () => reject(opening.error)
        opening.onupgradeneeded = () => opening.transaction?.abort()
        opening.onsuccess = () => {
          const keys = opening.result.transaction(name).objectStore(name).getAllKeys()
          keys.onsuccess = () => {
            opening.result.close()
            resolve(keys.result as string[])
          }
        }
      }),
    store,
  )

async function read(page: Page, id: number) {
  await page.goto(`/history-detail/${id}`)
  await expect(page.getByRole('heading', { name: 'Key points' })).toBeVisible()
  await expect.poll(() => keysIn(page, 'answers').catch(() => [])).toContain(`["summaries","detail",${id}]`)
}

async function keepOffline(page: Page, id: number) {
  await read(page, id)
  await page.getByRole('button', { name: 'Keep offline' }).click()
  await expect(page.getByRole('button', { name: /^Kept · \d/ })).toBeVisible()
}

const audio = (page: Page) =>
  page.evaluate(() => {
    const { currentTime, duration, paused } = document.querySelector('audio')!
    return { currentTime, duration, paused }
  })

/** Everything of a user that a browser can hold. */
const leftBehind = (page: Page) =>
  page.evaluate(async () => ({
    databases: (await indexedDB.databases()).map(({ name }) => name),
    caches: (await caches.keys()).filter(name => !name.startsWith('workbox-precache')),
    local: Object.keys(localStorage),
  }))
const nothing = { databases: [], caches: [], local: [] }

test('without a network the app opens anew, with the list and what was read', async ({ reader, context }) => {
  const { page, other } = reader
  await page.goto('/tabs/history')
  await expect(page.getByRole('link', { name: talks.bread.title })).toBeVisible()
  await expect.poll(() => keysIn(page, 'answers').catch(() => [])).toContain('["summaries","list",{}]')
  await read(page, other)

  await context.setOffline(true)
  await page.goto('/tabs/history')
  await expect(page.getByText(/^You are offline\./)).toBeVisible()
  await page.getByRole('link', { name: talks.bread.title }).click()
  await expect(page.getByRole('heading', { name: 'Key points' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Key points' })).toBeVisible()

  await page.goto('/tabs/summarize')
  await page.getByRole('textbox').first().fill(talks.glider.link)
  await expect(page.getByText('You are offline. Connect, and try again.').first()).toBeVisible()
})

test('a summary that is kept offline is heard and sought without a network, and its place is told later', {
  tag: '@long',
}, async ({ reader: { page, client, kept, other }, context }) => {
  await keepOffline(page, kept)
  await read(page, other)
  const before = (await client.summaries.detail({ params: { id: kept } })).listenedMs ?? 0
  await context.setOffline(true)
  await page.goto(`/history-detail/${kept}`)
  await page.getByRole('button', { name: /^Listen(?! from)/ }).click()
  await expect.poll(async () => (await audio(page)).duration).toBeGreaterThan(60)
  const to = before > 60_000 ? 20 : 80
  await page.evaluate(seconds => {
    document.querySelector('audio')!.currentTime = seconds
  }, to)
  const heardFrom = async () => (await audio(page)).currentTime - to
  await expect.poll(async () => Math.abs((await heardFrom()) - 10) < 9.5).toBe(true)
  await page.getByRole('button', { name: 'Pause', exact: true }).first().click()
  await expect.poll(() => keysIn(page, 'changes')).toContain(String(kept))

  await page.goto(`/history-detail/${other}`)
  await page.getByRole('button', { name: /^Listen(?! from)/ }).click()
  await expect(page.getByText('You’re offline, and this audio isn’t saved on this device.')).toBeVisible()

  await context.setOffline(false)
  const told = async () => (await client.summaries.detail({ params: { id: kept } })).listenedMs ?? 0
  await expect.poll(async () => Math.abs((await told()) - to * 1000) < 30_000).toBe(true)
  await expect.poll(() => keysIn(page, 'changes')).toEqual([])
})

test('what is kept stands in the settings with its size, and can be removed there', { tag: '@long' }, async ({
  reader: { page, kept },
}) => {
  await keepOffline(page, kept)
  await page.goto('/settings')
  const card = page.getByRole('region', { name: 'Kept offline' })
  await expect(card.getByText(/^1 summary, \d+.kB\. This browser has room for [\d.]+.[GM]B more\.$/)).toBeVisible()
  await card.getByRole('button', { name: /^Remove Balance your radiators/ }).click()
  await expect(card.getByText(/^Nothing yet\./)).toBeVisible()
  await expect.poll(() => page.evaluate(async () => (await (await caches.open('kept-sounds')).keys()).length)).toBe(0)
})

test('where there is no room nothing is kept, and that is said', { tag: '@long' }, async ({
  reader: { page, kept },
}) => {
  await page.addInitScript(() => {
    navigator.storage.estimate = async () => ({ quota: 50_000_000, usage: 49_000_000 })
  })
  await read(page, kept)
  await page.getByRole('button', { name: 'Keep offline' }).click()
  await expect(page.getByText('There is no room for it on this device.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Keep offline' })).toBeVisible()
  expect(await keysIn(page, 'pins')).toEqual([])
})

test('a log-out leaves nothing of its user, and the next one finds nothing', async ({ reader: { page, kept } }) => {
  await keepOffline(page, kept)
  await page.goto('/account')
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/login/)
  await expect.poll(() => leftBehind(page)).toEqual(nothing)

  await fillLogIn(page, accounts.free)
  await expect(page).not.toHaveURL(/login/)
  await page.goto('/settings')
  await expect(page.getByRole('region', { name: 'Kept offline' }).getByText(/^Nothing yet\./)).toBeVisible()
  await Promise.all([
    page.waitForResponse(answer => answer.url().includes('/api/summaries?')),
    page.goto('/tabs/history'),
  ])
  await expect(page.getByRole('main').locator('[aria-busy=true]')).toHaveCount(0)
  await expect(page.getByRole('link', { name: talks.radiators.title })).toHaveCount(0)
})

test('a session that is ended elsewhere takes along what was kept', { tag: '@long' }, async ({
  reader: { page, kept },
  baseURL,
}) => {
  await keepOffline(page, kept)
  const token = await page.evaluate(() => localStorage.getItem('authToken') ?? '')
  await caller(baseURL!, token).auth.logout()
  await page.goto('/account')
  await expect(page).toHaveURL(/login/)
  await expect.poll(() => leftBehind(page)).toEqual(nothing)
})

test('a new version waits until its reader wants it', { tag: '@long' }, async ({ browser, baseURL }) => {
  await using server = await twoBuilds(baseURL!)
  const context = await browser.newContext({ baseURL: server.url })
  const page = await context.newPage()
  await logIn(page, accounts.free)
  await page.goto('/tabs/history')
  const isNewer = (of: Page) => of.evaluate(() => document.querySelector('script[src*=".newer.js"]') !== null)
  const question = page.getByText('A new version is ready.')

  server.update()
  await lookForUpdate(page)
  await expect(question).toBeVisible()
  // Until then the files that pages are given are those of before.
  await context.setOffline(true)
  await page.reload()
  await expect(question).toBeVisible()
  expect(await isNewer(page)).toBe(false)
  await context.setOffline(false)
  const loadedAnew = page.waitForRequest(asked => asked.isNavigationRequest())
  await page.getByRole('button', { name: 'Reload' }).click()
  await loadedAnew
  // Seen on a page of its own: the one that was loaded anew stood still once in eight times, but never without remote control.
  const next = await pageOnceTakenOver(context)
  await next.reload()
  await expect(next.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await isNewer(next)).toBe(true)
  await expect(next.getByText('A new version is ready.')).toBeHidden()
  await context.close()
})

test('a page that is of the new version already is not asked to reload', { tag: '@long' }, async ({
  browser,
  baseURL,
}) => {
  await using server = await twoBuilds(baseURL!)
  const context: BrowserContext = await browser.newContext({ baseURL: server.url })
  const page = await context.newPage()
  await logIn(page, accounts.free)
  server.update()
  await page.goto('/tabs/history')
  await lookForUpdate(page)
  await expect
    .poll(() => page.evaluate(async () => ((await (await fetch('/service-worker.js')).text()).match(/newer/) ? 1 : 0)))
    .toBe(1)
  const next = await pageOnceTakenOver(context)
  for (const each of [page, next]) await expect(each.getByText('A new version is ready.')).toBeHidden()
  await context.close()
})

test('a browser whose worker only showed pushes so far takes the new one at once', { tag: '@long' }, async ({
  browser,
  baseURL,
}) => {
  const showsPushes = `
    self.addEventListener('install', () => self.skipWaiting())
    self.addEventListener('activate', event => event.waitUntil(self.clients.claim()))
    self.addEventListener('push', () => {})`
  await using server = await twoBuilds(baseURL!, showsPushes)
  const context = await browser.newContext({ baseURL: server.url })
  const page = await context.newPage()
  await logIn(page, accounts.free)
  expect(await page.evaluate(() => caches.keys())).toEqual([])
  server.update()
  await lookForUpdate(page)
  await pageOnceTakenOver(context)
  await context.setOffline(true)
  await page.goto('/tabs/summarize')
  await expect(page.getByRole('heading', { name: 'Generate Summary' })).toBeVisible()
  await context.close()
})

const lookForUpdate = (page: Page) =>
  page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()))
/**
 * Another page, once the newer worker works for all of them. Under remote control Chromium lets no worker rest: a page that is opened
 * in the moment of the change wakes the older one, which then stays until another is opened; and a page may stand still. So the
 * change is given a moment first, and then page after page.
 */
async function pageOnceTakenOver(context: BrowserContext): Promise<Page> {
  const [first] = context.pages()
  const isOver = (page: Page) => expect.poll(() => waitingWorkers(page), { timeout: 10_000 }).toBe(0)
  await isOver(first!).catch(() => {})
  let page = await context.newPage()
  await expect(async () => {
    await page.close()
    page = await context.newPage()
    await page.goto('/tabs/history', { timeout: 15_000 })
    await isOver(page)
  }).toPass({ timeout: 120_000 })
  return page
}
const waitingWorkers = (page: Page) =>
  page
    .evaluate(async () => {
      const { waiting, installing } = await navigator.serviceWorker.ready
      return [waiting, installing].filter(Boolean).length
    })
    .catch(() => -1)

test.describe('after an update', () => {
  test.use({ serviceWorkers: 'block' })

  for (const [what, file] of [
    ['a file', /assets\/PopularScreen-.*\.js/],
    ['a style sheet', /assets\/PopularScreen-.*\.css/],
  ] as const)
    test(`${what} that is gone has the page load itself anew, once`, { tag: '@long' }, async ({ page }) => {
      await page.goto('/login')
      await fillLogIn(page, accounts.free)
      await expect(page).not.toHaveURL(/login/)
      await page.goto('/tabs/history')
      await expect(page.getByRole('heading', { name: 'My Summaries' })).toBeVisible()
      let loads = 0
      page.on('load', () => loads++)
      let isGone = true
      await page.route(file, route => (isGone ? route.fulfill({ status: 404 }) : route.continue()))

      await page.getByRole('link', { name: 'Popular' }).first().click()
      await expect(page.getByText('This page failed')).toBeVisible()
      expect(loads).toBe(1)
      isGone = false
      await page.reload()
      await expect(page.getByRole('heading', { name: 'Popular', exact: true })).toBeVisible()
    })
})

test('a link that another app shares waits in the box, also through a log-in', async ({ page }) => {
  const shared = new URLSearchParams({ title: 'Balance your radiators', text: `Watch this: ${talks.radiators.link}` })
  await page.goto(`/tabs/summarize?${shared}`)
  await fillLogIn(page, accounts.free)
  await expect(page.getByRole('textbox').first()).toHaveValue(talks.radiators.link)
  await expect(page.getByText(talks.radiators.title).first()).toBeVisible()
})
