import type { Page } from '@playwright/test'
import { accounts } from '../../scripts/demo-accounts.ts'
import { expect, talks, test } from './fixtures.ts'

const phone = { width: 390, height: 844 }
const playbackSeconds = (page: Page) => page.evaluate(() => document.querySelector('audio')?.currentTime ?? 0)

test('the root address leads a visitor to the landing page, and from there to the login [spec 2.1]', async ({
  page,
}) => {
  await page.goto('/')
  await expect(page).toHaveURL('/landing')
  await expect(page).toHaveTitle('Recaps')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.getByRole('link', { name: 'Get Started' }).click()
  await expect(page).toHaveURL('/login')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Home' }).click()
  await expect(page).toHaveURL('/landing')
  await page.goto('/nowhere')
  await page.getByRole('link', { name: 'Return Home' }).click()
  await expect(page).toHaveURL('/landing')
})

test('a link typed on the landing page is kept through login, and logged-in users are led home [spec 2.16]', async ({
  page,
}) => {
  await page.goto('/landing')
  await page.getByLabel('YouTube link').fill(talks.bread.link)
  await page.getByRole('button', { name: 'Summarize' }).click()
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible()
  // Also after a detour to the registration page.
  await page.getByRole('link', { name: 'Create an account' }).click()
  await page.getByRole('main').getByRole('link', { name: 'Log in' }).click()
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible()
  await page.getByLabel('Email').fill(accounts.pro.email)
  await page.getByLabel('Password', { exact: true }).fill(accounts.pro.password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByRole('heading', { name: 'Generate Summary' })).toBeVisible()
  await expect(page.getByRole('textbox').first()).toHaveValue(talks.bread.link)
  await expect(page.getByText(talks.bread.title).first()).toBeVisible()

  await page.goto('/')
  await expect(page).toHaveURL(/\/tabs\/(history|dashboard)$/)
  await page.goto('/landing')
  await expect(page.getByRole('link', { name: 'Get Started' })).toBeHidden()
  await page.getByRole('banner').getByRole('link', { name: 'Home', exact: true }).click()
  await expect(page).toHaveURL(/\/tabs\/(history|dashboard)$/)
})

test('the landing page header has section links and the theme toggle; below 850 px they move to its menu [spec 2.17, 2.26]', {
  tag: '@long',
}, async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 850, height: 900 })
  await page.goto('/landing')
  const menuButton = page.getByRole('button', { name: 'Menu', exact: true })
  const sections = page.getByRole('navigation', { name: 'Sections' })
  await expect(menuButton).toBeHidden()
  await page.getByRole('button', { name: 'Toggle Theme' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await sections.getByRole('link', { name: 'About Us' }).click()
  await expect(page.getByRole('heading', { name: 'About' })).toBeInViewport()

  await page.setViewportSize({ width: 849, height: 900 })
  await expect(sections).toBeHidden()
  await expect(page.getByRole('button', { name: 'Toggle Theme' })).toBeHidden()
  await menuButton.click()
  const menu = page.getByRole('navigation', { name: 'Page menu' })
  await expect(menu.getByRole('link')).toHaveText(['Home', 'Features', 'How It Works', 'Pricing', 'FAQ', 'About'])
  await menu.getByRole('link', { name: 'Pricing' }).click()
  await expect(menu).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Pricing' })).toBeInViewport()
  await menuButton.click()
  await menu.getByRole('button', { name: 'Toggle Theme' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  // The theme chosen here also applies in the app.
  await page.goto('/login')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
})

test('the landing page example plays, highlights its sentences and can be played from each', { tag: '@long' }, async ({
  page,
}) => {
  await page.goto('/landing')
  const example = page.getByRole('figure', { name: 'Example summary' })
  await example.getByRole('button', { name: 'Play example' }).click()
  await expect.poll(() => playbackSeconds(page)).toBeGreaterThan(0.5)
  await example.getByRole('link', { name: 'Listen from here: 4:24 in the talk' }).click()
  await expect(example.locator('[aria-current="true"]')).toContainText('specific gravity')
  await expect.poll(() => playbackSeconds(page)).toBeGreaterThan(26)
  await example.getByRole('button', { name: 'Pause example' }).click()
  await expect(example.getByRole('button', { name: 'Play example' })).toBeVisible()
})

for (const viewport of [phone, { width: 1440, height: 900 }])
  test(`the landing page at ${viewport.width} px contacts no other host, obeys its content policy and loads little before scrolling [threat 14]`, {
    tag: '@long',
  }, async ({ page, baseURL }) => {
    const complaints: string[] = []
    const requests: string[] = []
    let bytes = 0
    page.on('console', message => complaints.push(message.text()))
    page.on('pageerror', error => complaints.push(error.message))
    page.on('request', request => requests.push(request.url()))
    page.on('response', response => {
      bytes += Number(response.headers()['content-length'] ?? 0)
    })
    await page.setViewportSize(viewport)
    await page.goto('/landing', { waitUntil: 'networkidle' })
    expect(bytes).toBeLessThan(60 * 1024)
    expect(requests.filter(url => url.endsWith('.js'))).toHaveLength(1)
    const pictures = page.locator('.feature__picture')
    await expect(pictures).toHaveCount(4)
    for (const picture of await pictures.all()) {
      await picture.scrollIntoViewIfNeeded()
      const shown = picture.locator('img:visible')
      await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(780)
    }
    await page.getByRole('button', { name: 'Play example' }).click()
    await expect.poll(() => playbackSeconds(page)).toBeGreaterThan(0.2)
    expect(requests.filter(url => !url.startsWith(`${baseURL}/`))).toEqual([])
    expect(complaints).toEqual([])
  })

test.describe('landing page without JavaScript', () => {
  test.use({ javaScriptEnabled: false, viewport: phone })

  test('the landing page works without JavaScript and hides controls that need it', async ({ page }) => {
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    await expect(page.getByRole('navigation', { name: 'Page menu' })).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByText('How long can a video be?').click()
    await expect(page.getByText(/Up to 12 hours. We read the whole video/)).toBeVisible()
    await expect(page.locator('audio')).toBeVisible()
    for (const name of ['Play example', 'Toggle Theme']) await expect(page.getByRole('button', { name })).toHaveCount(0)
    await page.getByRole('link', { name: 'Get Started' }).click()
    await expect(page).toHaveURL('/login')
  })
})
