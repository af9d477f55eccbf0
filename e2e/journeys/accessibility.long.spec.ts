import type { Locator, Page } from '@playwright/test'
import { publicPages, readRouteNames, userPages } from './app-pages.ts'
import { expectAccessible } from './expect-accessible.ts'
import { createReadySummary, expect, talks, test } from './fixtures.ts'
import { isWhole } from './is-whole.ts'

// Dozens of axe runs take minutes of CPU time.
test.describe.configure({ timeout: 900_000 })

const sizes = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 900 } } as const

/** Creates a schedule with two channels and opens the notifications, checking accessibility at every step. */
async function checkScheduleScreens(page: Page): Promise<void> {
  await page.goto('/tabs/dashboard')
  await page.getByRole('link', { name: 'Choose channels' }).waitFor()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Choose channels' }).click()
  await page.getByRole('button', { name: 'Paste a list' }).click()
  await page.getByLabel('Links, @handles or IDs, one per line').fill('@plainbench')
  await expectAccessible(page)
  for (const [word, title] of [
    ['@plainbench', 'Plain Bench'],
    ['@thelongstreet', 'The Long Street'],
  ] as const) {
    await page.getByRole('searchbox').fill(word)
    await page.getByRole('button', { name: `Latest videos of ${title}` }).click()
    await expect(page.getByRole('list', { name: `Latest videos of ${title}` }).getByRole('listitem')).toHaveCount(3)
    await page.getByRole('button', { name: `Add ${title}` }).click()
  }
  await expect(page.getByRole('list', { name: 'Your channels' })).toContainText(/About \d+ videos? a (week|month)/)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText(/^\w+, \w+ \d+(, \d{4})? at \d+:\d\d\s[AP]M$/)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByRole('region', { name: 'Next three digests' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Follow 2 channels' }).click()
  await expect(page.getByRole('list', { name: 'Channels' }).getByRole('listitem')).toHaveCount(2)
  await expectAccessible(page)
  await page.getByRole('button', { name: /^Notifications/ }).click()
  await expect(page.getByRole('dialog', { name: 'Notifications' })).toBeVisible()
  await expectAccessible(page)
}

test('the accessibility tests cover every page of the app', () => {
  // `shell` frames every other page; `detail` is opened by its id below.
  const covered = new Set(['shell', 'detail', ...Object.keys({ ...publicPages, ...userPages })])
  expect(readRouteNames().filter(page => !covered.has(page))).toEqual([])
  expect(readRouteNames().length).toBeGreaterThan(20)
})

for (const [at, [size, viewport]] of Object.entries(sizes).entries())
  for (const colorScheme of (['light', 'dark'] as const).filter((_, themeIndex) => isWhole || themeIndex === at % 2)) {
    test.describe(`on a ${size}, ${colorScheme}`, () => {
      // Without reduced motion axe would measure contrast in the middle of a fade.
      test.use({ viewport, colorScheme, contextOptions: { reducedMotion: 'reduce' } })

      test('logged-out pages are accessible and fit the window', async ({ page }) => {
        for (const { path, heading } of Object.values(publicPages)) {
          await page.goto(path)
          await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible()
          // The prerendered page is inert, so axe would skip it.
          await expect(page.locator('.first-paint')).toHaveCount(0)
          await expectAccessible(page)
        }
      })

      test('logged-in pages are accessible and fit the window, empty and filled', async ({
        newUser: { page, client },
      }) => {
        for (const { path, heading } of Object.values(userPages)) {
          await page.goto(path)
          await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible()
          await expectAccessible(page)
        }
        await checkScheduleScreens(page)
        const id = await createReadySummary(client, talks.radiators.link)
        await page.goto('/tabs/summarize')
        await page.getByRole('textbox').first().fill(talks.bread.link)
        await expect(page.getByText(talks.bread.title)).toBeVisible()
        await expectAccessible(page)
        await page.goto('/tabs/history')
        await expect(page.getByRole('link', { name: talks.radiators.title })).toBeVisible()
        await expectAccessible(page)
        await page.goto(`/history-detail/${id}`)
        await page.getByRole('button', { name: /^Listen(?! from)/ }).click()
        await expect(page.getByRole('button', { name: /pause/i }).first()).toBeVisible()
        await expectAccessible(page)
        await page.getByRole('tab', { name: 'Transcript' }).click()
        await expect(page.getByRole('tab', { name: 'Transcript' })).toHaveAttribute('aria-selected', 'true')
        await expectAccessible(page)
        await page.getByRole('tab', { name: 'Ask' }).click()
        await expect(page.getByRole('list', { name: 'Suggested questions' })).toBeVisible()
        await expectAccessible(page)
        await page.getByRole('textbox', { name: 'Your question' }).fill('What is said about radiators?')
        await page.keyboard.press('Enter')
        await expect(page.getByText('Word for word from the video.')).toBeVisible()
        await expectAccessible(page)
        await page.getByRole('button', { name: 'Share', exact: true }).click()
        await page.getByRole('button', { name: 'Create link' }).click()
        await expect(page.getByRole('textbox', { name: 'Link to this summary' })).toBeVisible()
        await expectAccessible(page)
        await page.keyboard.press('Escape')
        await page.keyboard.press('Control+k')
        await expect(page.getByRole('combobox', { name: 'Find a page or summary' })).toBeFocused()
        await expectAccessible(page)
      })
    })
  }

test('the page header is aligned with the content and the bell has the same position on every page, at any width', async ({
  newUser,
}) => {
  const { page, client } = newUser
  const { id } = await client.summaries.request({ body: { urlOrId: talks.bread.link, type: 'youtube' } })
  const bell = page.locator('.page-header__end .icon')
  const widths = [390, 700, 850, 1000, 1191, 1192, 1280, 1440, 1920]
  const bellPositions: number[] = []
  await page.goto(`/history-detail/${id}`)
  await expect(page.getByRole('heading', { name: 'Key points' })).toBeVisible()
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    const { head, column } = await page.evaluate(measureLeftEdges)
    expect({ width, head: Math.round(head) }).toEqual({ width, head: Math.round(column) })
    bellPositions.push((await bell.boundingBox())!.x)
  }
  for (const narrower of ['/tabs/history', '/settings']) {
    await page.goto(narrower)
    await expect(bell).toBeVisible()
    for (const [index, width] of widths.entries()) {
      await page.setViewportSize({ width, height: 900 })
      expect((await bell.boundingBox())!.x, `${narrower} at ${width}`).toBe(bellPositions[index])
    }
  }
})

test('headings, rows and search results stay readable on a phone with doubled text size', async ({ newUser }) => {
  const { page, client } = newUser
  await page.setViewportSize(sizes.phone)
  await page.addInitScript(() => {
    addEventListener('DOMContentLoaded', () => document.documentElement.style.setProperty('font-size', '200%'))
  })
  await client.summaries.request({ body: { urlOrId: talks.bread.link, type: 'youtube' } })
  await page.goto('/tabs/history')
  await expectReadable(page, page.getByRole('link', { name: talks.bread.title }))
  await page.goto('/tabs/summarize')
  await page.getByRole('textbox').first().fill('bread')
  await expectReadable(page, page.getByRole('region', { name: 'Videos found' }).getByText(talks.bread.title))
  await page.goto('/schedule-wizard-channels')
  await page.getByRole('searchbox').fill('@plainbench')
  await expectReadable(
    page,
    page.getByRole('list', { name: 'Channels found' }).getByText('Plain Bench', { exact: true }),
  )
})

/** Expects that the title gets more than half of the width and that the page heading is not cut off. */
async function expectReadable(page: Page, title: Locator) {
  await expect.poll(async () => (await title.boundingBox())?.width).toBeGreaterThan(sizes.phone.width / 2)
  const heading = page.getByRole('heading', { level: 1 })
  expect(await heading.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBeLessThanOrEqual(1)
  expect(await heading.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeLessThanOrEqual(0)
}

/** Runs in the page: left edges of the first header icon and of the summary's column. */
function measureLeftEdges() {
  const left = (selector: string) =>
    Math.min(...[...document.querySelectorAll(selector)].map(element => element.getBoundingClientRect().left))
  return { head: left('.page-header .icon'), column: left('.summary-head, .proof, .detail__main') }
}
