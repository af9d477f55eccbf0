import type { Locator, Page } from '@playwright/test'
import { openPlaces, pagesOfTheApp, usersPlaces } from './places.ts'
import { expectSound } from './sound.ts'
import { hasItsTurn } from './turns.ts'
import { expect, readySummary, talks, test } from './visitor.ts'

// Each is judged dozens of times, which takes minutes of a processor.
test.describe.configure({ timeout: 900_000 })

const sizes = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 900 } } as const

/** The schedule and its three steps, from nothing to two channels, and the notices. */
async function followSoundly(page: Page): Promise<void> {
  await page.goto('/tabs/dashboard')
  await page.getByRole('link', { name: 'Choose channels' }).waitFor()
  await expectSound(page)
  await page.getByRole('link', { name: 'Choose channels' }).click()
  await page.getByRole('button', { name: 'Paste a list' }).click()
  await page.getByLabel('Links, @handles or ids, one per line').fill('@plainbench')
  await expectSound(page)
  for (const [word, title] of [
    ['@plainbench', 'Plain Bench'],
    ['@thelongstreet', 'The Long Street'],
  ] as const) {
    await page.getByRole('searchbox').fill(word)
    await page.getByRole('button', { name: `Newest videos of ${title}` }).click()
    await expect(page.getByRole('list', { name: `Newest videos of ${title}` }).getByRole('listitem')).toHaveCount(3)
    await page.getByRole('button', { name: `Add ${title}` }).click()
  }
  await expect(page.getByRole('list', { name: 'Your channels' })).toContainText(/About \d+ videos? a (week|month)/)
  await expectSound(page)
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText(/^\w+, \w+ \d+(, \d{4})? at \d+:\d\d\s[AP]M$/)).toBeVisible()
  await expectSound(page)
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByRole('region', { name: 'The next three' })).toBeVisible()
  await expectSound(page)
  await page.getByRole('button', { name: 'Follow 2 channels' }).click()
  await expect(page.getByRole('list', { name: 'Channels' }).getByRole('listitem')).toHaveCount(2)
  await expectSound(page)
  await page.getByRole('button', { name: /^Notices/ }).click()
  await expect(page.getByRole('dialog', { name: 'Notices' })).toBeVisible()
  await expectSound(page)
}

test('no page of the app is left out here', () => {
  // The frame is around every other page, a summary is opened by its number.
  const judged = new Set(['shell', 'detail', ...Object.keys({ ...openPlaces, ...usersPlaces })])
  expect(pagesOfTheApp().filter(page => !judged.has(page))).toEqual([])
  expect(pagesOfTheApp().length).toBeGreaterThan(20)
})

for (const [at, [size, viewport]] of Object.entries(sizes).entries())
  for (const colorScheme of (['light', 'dark'] as const).filter((_, of) => hasItsTurn(at + of))) {
    test.describe(`on a ${size}, ${colorScheme}`, () => {
      // Colours are judged where they come to rest: half-way through a fade nothing has the contrast it is meant to have.
      test.use({ viewport, colorScheme, contextOptions: { reducedMotion: 'reduce' } })

      test('signed-out screens are accessible and fit', async ({ page }) => {
        for (const { path, heading } of Object.values(openPlaces)) {
          await page.goto(path)
          await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible()
          // What was drawn at the build takes no input, and axe does not look at it.
          await expect(page.locator('.first-paint')).toHaveCount(0)
          await expectSound(page)
        }
      })

      test('signed-in screens are accessible and fit, empty and full', async ({ visitor: { page, client } }) => {
        for (const { path, heading } of Object.values(usersPlaces)) {
          await page.goto(path)
          await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible()
          await expectSound(page)
        }
        await followSoundly(page)
        const id = await readySummary(client, talks.radiators.link)
        await page.goto('/tabs/summarize')
        await page.getByRole('textbox').first().fill(talks.bread.link)
        await expect(page.getByText(talks.bread.title)).toBeVisible()
        await expectSound(page)
        await page.goto('/tabs/history')
        await expect(page.getByRole('link', { name: talks.radiators.title })).toBeVisible()
        await expectSound(page)
        await page.goto(`/history-detail/${id}`)
        await page.getByRole('button', { name: /^Listen(?! from)/ }).click()
        await expect(page.getByRole('button', { name: /pause/i }).first()).toBeVisible()
        await expectSound(page)
        await page.getByRole('tab', { name: 'Transcript' }).click()
        await expect(page.getByRole('tab', { name: 'Transcript' })).toHaveAttribute('aria-selected', 'true')
        await expectSound(page)
        await page.getByRole('tab', { name: 'Ask' }).click()
        await expect(page.getByRole('list', { name: 'Suggested questions' })).toBeVisible()
        await expectSound(page)
        await page.getByRole('textbox', { name: 'Your question' }).fill('What is said about radiators?')
        await page.keyboard.press('Enter')
        await expect(page.getByText('Word for word from the video.')).toBeVisible()
        await expectSound(page)
        await page.getByRole('button', { name: 'Share', exact: true }).click()
        await page.getByRole('button', { name: 'Create link' }).click()
        await expect(page.getByRole('textbox', { name: 'Link to this summary' })).toBeVisible()
        await expectSound(page)
        await page.keyboard.press('Escape')
        await page.keyboard.press('Control+k')
        await expect(page.getByRole('combobox', { name: 'Find a page or a summary' })).toBeFocused()
        await expectSound(page)
      })
    })
  }

test('the head of a page begins where what stands below it does, and the bell is in one place, at every width', async ({
  visitor,
}) => {
  const { page, client } = visitor
  const { id } = await client.summaries.request({ body: { urlOrId: talks.bread.link, type: 'youtube' } })
  const bell = page.locator('.page-header__end .icon')
  const widths = [390, 700, 850, 1000, 1191, 1192, 1280, 1440, 1920]
  const places: number[] = []
  await page.goto(`/history-detail/${id}`)
  await expect(page.getByRole('heading', { name: 'Key points' })).toBeVisible()
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    const { head, column } = await page.evaluate(beginnings)
    expect({ width, head: Math.round(head) }).toEqual({ width, head: Math.round(column) })
    places.push((await bell.boundingBox())!.x)
  }
  for (const narrower of ['/tabs/history', '/settings']) {
    await page.goto(narrower)
    await expect(bell).toBeVisible()
    for (const [index, width] of widths.entries()) {
      await page.setViewportSize({ width, height: 900 })
      expect((await bell.boundingBox())!.x, `${narrower} at ${width}`).toBe(places[index])
    }
  }
})

test('at twice the size of type on a phone heads, rows and results still tell their titles', async ({ visitor }) => {
  const { page, client } = visitor
  await page.setViewportSize(sizes.phone)
  await page.addInitScript(() => {
    addEventListener('DOMContentLoaded', () => document.documentElement.style.setProperty('font-size', '200%'))
  })
  await client.summaries.request({ body: { urlOrId: talks.bread.link, type: 'youtube' } })
  await page.goto('/tabs/history')
  await expectRoom(page, page.getByRole('link', { name: talks.bread.title }))
  await page.goto('/tabs/summarize')
  await page.getByRole('textbox').first().fill('bread')
  await expectRoom(page, page.getByRole('region', { name: 'Videos found' }).getByText(talks.bread.title))
  await page.goto('/schedule-wizard-channels')
  await page.getByRole('searchbox').fill('@plainbench')
  await expectRoom(page, page.getByRole('list', { name: 'Channels found' }).getByText('Plain Bench', { exact: true }))
})

/** The title has more than half of the width, and the heading of the page is not cut off. */
async function expectRoom(page: Page, title: Locator) {
  await expect.poll(async () => (await title.boundingBox())?.width).toBeGreaterThan(sizes.phone.width / 2)
  const heading = page.getByRole('heading', { level: 1 })
  expect(await heading.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBeLessThanOrEqual(1)
  expect(await heading.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeLessThanOrEqual(0)
}

/** Where the first icon in the head of a page begins, and the column of a summary below it. */
function beginnings() {
  const left = (selector: string) =>
    Math.min(...[...document.querySelectorAll(selector)].map(element => element.getBoundingClientRect().left))
  return { head: left('.page-header .icon'), column: left('.summary-head, .proof, .detail__main') }
}
