import type { Page } from '@playwright/test'
import { accounts } from '../../scripts/demo-accounts.ts'
import { expect, talks, test } from './visitor.ts'

const phone = { width: 390, height: 844 }
const playing = (page: Page) => page.evaluate(() => document.querySelector('audio')?.currentTime ?? 0)

test('a stranger comes to the empty address, reads what it is, and goes on to log in [spec 2.1]', async ({ page }) => {
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

test('the link typed there is still there after the log-in, and whoever is logged in is led home [spec 2.16]', async ({
  page,
}) => {
  await page.goto('/landing')
  await page.getByLabel('Link of a YouTube video').fill(talks.bread.link)
  await page.getByRole('button', { name: 'Summarize' }).click()
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible()
  // By way of the registration too.
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

test('its sections are reached from the header, and below 850 px from the menu, where the theme is too [spec 2.17, 2.26]', {
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
  const menu = page.getByRole('navigation', { name: 'Menu of this page' })
  await expect(menu.getByRole('link')).toHaveText(['Home', 'Features', 'How It Works', 'Pricing', 'FAQ', 'About'])
  await menu.getByRole('link', { name: 'Pricing' }).click()
  await expect(menu).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Pricing' })).toBeInViewport()
  await menuButton.click()
  await menu.getByRole('button', { name: 'Toggle Theme' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  // What was chosen here holds in the app.
  await page.goto('/login')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
})

test('the example plays, its sentences light up, and each is heard from its time', { tag: '@long' }, async ({
  page,
}) => {
  await page.goto('/landing')
  const example = page.getByRole('figure', { name: 'An example' })
  await example.getByRole('button', { name: 'Play the example' }).click()
  await expect.poll(() => playing(page)).toBeGreaterThan(0.5)
  await example.getByRole('link', { name: 'Hear from here. Said in the talk at 4:24' }).click()
  await expect(example.locator('[aria-current="true"]')).toContainText('specific gravity')
  await expect.poll(() => playing(page)).toBeGreaterThan(26)
  await example.getByRole('button', { name: 'Pause the example' }).click()
  await expect(example.getByRole('button', { name: 'Play the example' })).toBeVisible()
})

for (const viewport of [phone, { width: 1440, height: 900 }])
  test(`on ${viewport.width} px it asks no foreign host, keeps to its policy, and fetches little before it is scrolled [threat 14]`, {
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
    const places = page.locator('.feature__picture')
    await expect(places).toHaveCount(4)
    for (const place of await places.all()) {
      await place.scrollIntoViewIfNeeded()
      const shown = place.locator('img:visible')
      await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(780)
    }
    await page.getByRole('button', { name: 'Play the example' }).click()
    await expect.poll(() => playing(page)).toBeGreaterThan(0.2)
    expect(requests.filter(url => !url.startsWith(`${baseURL}/`))).toEqual([])
    expect(complaints).toEqual([])
  })

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false, viewport: phone })

  test('it is read, its menu and its questions open, and nothing stands there that does not work', async ({ page }) => {
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    await expect(page.getByRole('navigation', { name: 'Menu of this page' })).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByText('How long may a video be?').click()
    await expect(page.getByText(/Up to 12 hours. The whole video is read/)).toBeVisible()
    await expect(page.locator('audio')).toBeVisible()
    for (const name of ['Play the example', 'Toggle Theme'])
      await expect(page.getByRole('button', { name })).toHaveCount(0)
    await page.getByRole('link', { name: 'Get Started' }).click()
    await expect(page).toHaveURL('/login')
  })
})
