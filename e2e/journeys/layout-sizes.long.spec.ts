import type { Locator, Page } from '@playwright/test'
import { createReadySummary, expect, talks, test } from './fixtures.ts'

// These tests delay and block requests; the app's service worker would bypass that.
test.use({ serviceWorkers: 'block' })

/** Rendered size in whole pixels. Polls, because an element has no box while the app replaces the prerendered page. */
const sizeOf = async (part: Locator) => {
  let box: Awaited<ReturnType<Locator['boundingBox']>> = null
  await expect.poll(async () => (box = await part.boundingBox())).not.toBeNull()
  const { width, height } = box!
  return { width: Math.round(width), height: Math.round(height) }
}
const menu = (page: Page) => page.getByRole('navigation', { name: 'Main menu' })

test('the main menu is 280 px wide, and a drawer below 994 px [spec 2.24]', async ({ demoUser: { page } }) => {
  await page.setViewportSize({ width: 994, height: 800 })
  await page.goto('/tabs/history')
  await expect(menu(page)).toBeVisible()
  expect((await sizeOf(menu(page))).width).toBe(280)
  await page.setViewportSize({ width: 993, height: 800 })
  await expect(menu(page)).toBeHidden()
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(menu(page)).toBeVisible()
  expect((await sizeOf(page.getByRole('dialog', { name: 'Main menu' }))).width).toBe(280)
})

test('the tab bar is hidden from 850 px on [spec 9.10]', async ({ demoUser: { page } }) => {
  const tabs = page.getByRole('navigation', { name: 'Sections' })
  await page.setViewportSize({ width: 849, height: 800 })
  await page.goto('/tabs/history')
  await expect(tabs).toBeVisible()
  await page.setViewportSize({ width: 850, height: 800 })
  await expect(tabs).toBeHidden()
})

test('the account page is at most 600 px wide [spec 9.10]', async ({ demoUser: { page } }) => {
  const card = page.getByRole('region', { name: 'Profile Information' })
  for (const width of [994, 1440, 1920]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/account')
    await expect(card).toBeVisible()
    expect((await sizeOf(card)).width).toBe(600)
  }
})

test('the audio player bar is 45 px high [spec 2.36]', async ({ demoUser: { page, client } }) => {
  const id = await createReadySummary(client, talks.glider.link)
  for (const viewport of [
    { width: 390, height: 844 },
    { width: 1440, height: 900 },
  ]) {
    await page.setViewportSize(viewport)
    await page.goto(`/history-detail/${id}`)
    await page.getByRole('button', { name: /^Listen(?! from)/ }).click()
    expect((await sizeOf(page.getByRole('region', { name: 'Audio player' }))).height).toBe(45)
  }
})

test('a page animates in over 540 ms, or not at all with reduced motion [spec 9.13]', async ({
  demoUser: { page },
}) => {
  await page.goto('/tabs/history')
  await expect(page.getByRole('heading', { name: 'My Summaries' })).toBeVisible()
  await expect(page.getByRole('main')).toHaveCSS('animation-duration', '0.54s')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await expect(page.getByRole('main')).toHaveCSS('animation-duration', '0s')
})

test('a thumbnail fades in over 0.3 s from half opacity [spec 2.38]', async ({ demoUser: { page, client } }) => {
  await createReadySummary(client, talks.glider.link)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/thumbnails/**', async route => {
    await released
    await route.continue()
  })
  await page.goto('/tabs/history')
  const picture = page.locator('img.thumbnail').first()
  await expect(picture).toHaveCSS('opacity', '0.5')
  await expect(picture).toHaveCSS('transition', /opacity 0\.3s/)
  release()
  await expect(picture).toHaveCSS('opacity', '1')

  await page.unroute('**/thumbnails/**')
  await page.route('**/thumbnails/**', route => route.abort())
  await page.reload()
  await expect(picture).toHaveAttribute('src', /placeholder/)
  await expect(picture).toHaveCSS('opacity', '0.5')
})

test('the header of public pages is at most 1200 px wide [spec 9.11]', async ({ page }) => {
  await page.setViewportSize({ width: 1920, height: 900 })
  for (const path of ['/login', '/registration', '/faq', '/nowhere']) {
    await page.goto(path)
    await expect(page.getByRole('banner')).toBeVisible()
    expect((await sizeOf(page.getByRole('banner'))).width).toBe(1200)
  }
})

test('the header and sections of the landing page are at most 1200 px wide [spec 9.12]', async ({ page }) => {
  await page.setViewportSize({ width: 1920, height: 900 })
  await page.goto('/landing')
  for (const part of [page.locator('.landing-header__inner'), page.getByRole('main')])
    expect((await sizeOf(part)).width).toBe(1200)
})
