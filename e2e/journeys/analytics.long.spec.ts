import AxeBuilder from '@axe-core/playwright'
import type { APIRequestContext, Page } from '@playwright/test'
import { accounts } from '../../scripts/demo-accounts.ts'
import { analyticsPort, plausiblePort } from '../demos.ts'
import { expect, test } from './fixtures.ts'

test.use({ baseURL: `http://localhost:${analyticsPort}` })
// These tests share one fake Plausible.
test.describe.configure({ mode: 'default' })

const plausible = `http://127.0.0.1:${plausiblePort}/events`
const phone = { width: 390, height: 844 }

interface Event {
  name: string
  url: string
  body: string
  headers: Record<string, string>
}
const events = async (request: APIRequestContext): Promise<Event[]> => await (await request.get(plausible)).json()
const countedEvents = async (request: APIRequestContext) =>
  (await events(request)).map(({ name, url }) => `${name} ${new URL(url).pathname}`)

const bar = (page: Page) => page.getByRole('region', { name: 'Usage analytics' })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const go = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name }).click()

/** Records every analytics request of the page. */
function recordAnalyticsCalls(page: Page): string[] {
  const calls: string[] = []
  page.on('request', request => {
    if (request.url().includes('/api/analytics/')) calls.push(`${request.method()} ${request.postData()}`)
  })
  return calls
}

async function logIn(page: Page): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Email').fill(accounts.pro.email)
  await page.getByLabel('Password', { exact: true }).fill(accounts.pro.password)
  await page.getByRole('button', { name: 'Log in' }).click()
  // Wait for the page and not only for its URL: a page counts once it is shown.
  await expect(page.getByRole('heading', { level: 1, name: /^(Schedule|My Summaries)$/ })).toBeVisible()
}

test.beforeEach(async ({ request }) => void (await request.delete(plausible)))

test('visits are counted by page kind only after the visitor allows it, and until they turn it off [spec 9.19] [ASVS 14.2.3]', async ({
  page,
  request,
}) => {
  const calls = recordAnalyticsCalls(page)
  await logIn(page)
  await expect(bar(page)).toBeVisible()
  await go(page, 'Popular')
  await expect(heading(page, 'Popular')).toBeVisible()
  expect(calls).toEqual([])

  await bar(page).getByRole('button', { name: 'Allow' }).click()
  await expect(bar(page)).toBeHidden()
  await expect.poll(() => countedEvents(request)).toEqual(['pageview /tabs/popular'])
  await page.goto('/history-detail/987654321?from=mail#part')
  await expect.poll(() => countedEvents(request)).toHaveLength(2)
  await go(page, 'Settings')
  await expect
    .poll(() => countedEvents(request))
    .toEqual(['pageview /tabs/popular', 'pageview /history-detail', 'pageview /settings'])
  const [, opened] = await events(request)
  expect(opened!.body).toBe(
    `{"name":"pageview","url":"http://localhost:${analyticsPort}/history-detail","domain":"localhost"}`,
  )
  expect(opened!.headers['x-forwarded-for'] ?? '').toMatch(/^(127\.0\.0\.0|::)$/)
  expect(opened!.headers.authorization).toBeUndefined()

  const setting = page.getByRole('switch', { name: 'Count my visits' })
  await expect(setting).toBeChecked()
  await setting.click()
  await expect(setting).not.toBeChecked()
  const before = calls.length
  await go(page, 'My Summaries')
  await expect(heading(page, 'My Summaries')).toBeVisible()
  await page.goto('/faq')
  await expect(heading(page, 'Questions and answers')).toBeVisible()
  await page.goto('/settings')
  await expect(setting).not.toBeChecked()
  expect(calls).toHaveLength(before)
  expect(await countedEvents(request)).toHaveLength(3)
})

test('a visitor who declines analytics is never counted or asked again', async ({ page, request }) => {
  const calls = recordAnalyticsCalls(page)
  await page.goto('/faq')
  await bar(page).getByRole('button', { name: 'No, thanks' }).click()
  await expect(bar(page)).toBeHidden()
  await logIn(page)
  await go(page, 'Settings')
  await expect(page.getByRole('switch', { name: 'Count my visits' })).not.toBeChecked()
  await expect(bar(page)).toBeHidden()
  expect(calls).toEqual([])
  expect(await countedEvents(request)).toEqual([])
})

test('a browser with Global Privacy Control is never counted or asked', async ({ page, request }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'globalPrivacyControl', { value: true })
    localStorage.setItem('analytics', 'yes')
  })
  const calls = recordAnalyticsCalls(page)
  await page.goto('/privacy')
  await expect(page.getByText('your browser asks us not to').first()).toBeVisible()
  await page.waitForLoadState('networkidle')
  await expect(bar(page)).toBeHidden()
  expect(calls).toEqual([])
  expect(await countedEvents(request)).toEqual([])
})

test('logging out clears the analytics consent, and the landing page is never counted', async ({ page, request }) => {
  await logIn(page)
  await bar(page).getByRole('button', { name: 'Allow' }).click()
  await expect.poll(() => countedEvents(request)).toHaveLength(1)
  const calls = recordAnalyticsCalls(page)
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('button', { name: 'Log out' }).click()
  await expect(heading(page, 'Log in')).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('analytics'))).toBeNull()
  await page.goto('/landing')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(bar(page)).toBeHidden()
  await page.goto('/faq')
  await expect(bar(page)).toBeVisible()
  expect(calls).toEqual([])
})

for (const [name, viewport] of Object.entries({ phone, desktop: { width: 1440, height: 900 } }))
  test(`on a ${name} the consent bar covers neither player nor tabs, shifts no content and works by keyboard`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport)
    // Measure after all animations.
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await logIn(page)
    await page.goto('/tabs/popular')
    await expect(heading(page, 'Popular')).toBeVisible()
    const top = () => heading(page, 'Popular').boundingBox()
    const before = await top()
    await expect(bar(page)).toBeVisible()
    expect(await top()).toEqual(before)
    const barBox = (await bar(page).boundingBox())!
    const dock = await page.locator('.dock').boundingBox()
    expect(barBox.y + barBox.height).toBeLessThanOrEqual((dock?.y ?? viewport.height) - 20)
    const [allow, refuse] = await Promise.all(
      ['Allow', 'No, thanks'].map(answer => bar(page).getByRole('button', { name: answer }).boundingBox()),
    )
    expect([allow!.width, allow!.height]).toEqual([refuse!.width, refuse!.height])
    expect(await bar(page).evaluate(one => one.contains(document.activeElement))).toBe(false)

    const { violations } = await new AxeBuilder({ page }).include('.consent').analyze()
    expect(violations.map(({ id }) => id)).toEqual([])
    await bar(page).getByRole('link', { name: 'Privacy Policy' }).focus()
    await page.keyboard.press('Tab')
    await expect(bar(page).getByRole('button', { name: 'Allow' })).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(bar(page)).toBeHidden()
  })
