import type { Locator, Page } from '@playwright/test'
import { expect, readySummary, talks, test } from './visitor.ts'

// What a page asks for is held up and refused here, which the worker of the app would go around.
test.use({ serviceWorkers: 'block' })

/**
 * The figures of the specification, as a browser lays them out. What was drawn when the app was built has no size in the moment
 * in which the app takes its place.
 */
const sizeOf = async (part: Locator) => {
  let box: Awaited<ReturnType<Locator['boundingBox']>> = null
  await expect.poll(async () => (box = await part.boundingBox())).not.toBeNull()
  const { width, height } = box!
  return { width: Math.round(width), height: Math.round(height) }
}
const menu = (page: Page) => page.getByRole('navigation', { name: 'Main menu' })

test('the menu is 280 px wide from 994 px on, and a drawer below [spec 2.24]', async ({ seeded: { page } }) => {
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

test('the tabs leave at 850 px [spec 9.10]', async ({ seeded: { page } }) => {
  const tabs = page.getByRole('navigation', { name: 'Sections' })
  await page.setViewportSize({ width: 849, height: 800 })
  await page.goto('/tabs/history')
  await expect(tabs).toBeVisible()
  await page.setViewportSize({ width: 850, height: 800 })
  await expect(tabs).toBeHidden()
})

test('the account page is 600 px wide at most [spec 9.10]', async ({ seeded: { page } }) => {
  const card = page.getByRole('region', { name: 'Profile Information' })
  for (const width of [994, 1440, 1920]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/account')
    await expect(card).toBeVisible()
    expect((await sizeOf(card)).width).toBe(600)
  }
})

test('the bar of the player is 45 px high [spec 2.36]', async ({ seeded: { page, client } }) => {
  const id = await readySummary(client, talks.glider.link)
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

test('a page comes in over 540 ms, and at once where less motion is wanted [spec 9.13]', async ({
  seeded: { page },
}) => {
  await page.goto('/tabs/history')
  await expect(page.getByRole('heading', { name: 'My Summaries' })).toBeVisible()
  await expect(page.getByRole('main')).toHaveCSS('animation-duration', '0.54s')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await expect(page.getByRole('main')).toHaveCSS('animation-duration', '0s')
})

test('a thumbnail comes in over 0.3 s from half opacity [spec 2.38]', async ({ seeded: { page, client } }) => {
  await readySummary(client, talks.glider.link)
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

test('the head of public pages is 1200 px wide at most [spec 9.11]', async ({ page }) => {
  await page.setViewportSize({ width: 1920, height: 900 })
  for (const path of ['/login', '/registration', '/faq', '/nowhere']) {
    await page.goto(path)
    await expect(page.getByRole('banner')).toBeVisible()
    expect((await sizeOf(page.getByRole('banner'))).width).toBe(1200)
  }
})

test('the header and the sections of the landing page are 1200 px wide at most [spec 9.12]', async ({ page }) => {
  await page.setViewportSize({ width: 1920, height: 900 })
  await page.goto('/landing')
  for (const part of [page.locator('.landing-header__inner'), page.getByRole('main')])
    expect((await sizeOf(part)).width).toBe(1200)
})
