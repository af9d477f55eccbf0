import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import type { Client } from '@recaps/contract'
import { type AppPage, publicPages, summaryPage, userPages } from './app-pages.ts'
import { createReadySummary, expect, talks, test } from './fixtures.ts'

/** One test for all preferences: parallel ones would exceed the request limit of one user. */
test('every page works with doubled text size, increased contrast and reduced motion', async ({ demoUser }) => {
  test.setTimeout(900_000)
  const { page, client } = demoUser
  const faults: string[] = []
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.addInitScript(recordMovement)
  const check = async ({ path, heading }: AppPage) => {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible()
    await expect(page.locator('.skeleton')).toHaveCount(0)
    const pageFaults = [
      ...(await page.evaluate(recordedMovement)),
      ...(await contrastFaults(page)),
      ...(await overflowFaults(page)),
    ]
    faults.push(...pageFaults.map(fault => `${path}: ${fault}`))
  }
  for (const place of [...Object.values(userPages), summaryPage(await anySummary(client))]) await check(place)
  await page.addInitScript(() => localStorage.removeItem('authToken'))
  for (const place of Object.values(publicPages)) await check(place)
  expect(faults).toEqual([])
})

async function anySummary(client: Client): Promise<number> {
  const { data } = await client.summaries.list()
  return data.find(({ state }) => state === 'ready')?.id ?? createReadySummary(client, talks.bread.link)
}

/** Text with a contrast below 7:1 while the system asks for more contrast. */
async function contrastFaults(page: Page): Promise<string[]> {
  const faults: string[] = []
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ contrast: 'more' })
    await page.evaluate(value => document.documentElement.setAttribute('data-theme', value), theme)
    const { violations } = await new AxeBuilder({ page }).withRules('color-contrast-enhanced').analyze()
    for (const { nodes } of violations)
      faults.push(...nodes.map(({ target, any }) => `${theme}: ${target.join(' ')}: ${any[0]?.message ?? ''}`))
  }
  await page.emulateMedia({ contrast: 'no-preference' })
  return faults
}

/** What doesn't fit on a phone with doubled text size. */
async function overflowFaults(page: Page): Promise<string[]> {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
  const findFaults = () => {
    const { clientWidth, scrollWidth } = document.documentElement
    const headings = [...document.querySelectorAll('main :is(h1, h2, h3):not(.visually-hidden), header h1')]
    return [
      ...(scrollWidth > clientWidth ? [`${scrollWidth - clientWidth} px too wide`] : []),
      ...headings
        .filter(one => one.scrollWidth > one.clientWidth + 1 || one.getBoundingClientRect().right > clientWidth + 1)
        .map(one => `cut off: ${one.textContent}`),
    ]
  }
  // Parts of a page that load later move the layout once more.
  let faults: string[] = []
  await expect
    .poll(async () => (faults = await page.evaluate(findFaults)), { timeout: 5_000 })
    .toEqual([])
    .catch(() => {})
  await page.setViewportSize({ width: 1280, height: 900 })
  return faults
}

/** Runs in the page before it loads: records every animation and transition with a duration. */
function recordMovement() {
  const seen = new Set<string>()
  Object.assign(window, { seen })
  const watch = () => {
    for (const animation of document.getAnimations())
      if (Number(animation.effect?.getComputedTiming().duration) > 0)
        seen.add(`moves: ${(animation as CSSAnimation).animationName ?? 'a transition'}`)
    requestAnimationFrame(watch)
  }
  watch()
}

function recordedMovement(): string[] {
  return [...(window as unknown as { seen: Set<string> }).seen]
}

test.describe('forced system colours', () => {
  test.use({ contextOptions: { forcedColors: 'active', reducedMotion: 'reduce' } })
  test('selected items and the current sentence stand out in forced colours', async ({ newUser: { page, client } }) => {
    // A new user starts at the beginning; a saved position near the end would leave no time to pause.
    const id = await createReadySummary(client, talks.glider.link)
    const expectOther = async (one: string, other: string) =>
      expect
        .soft(await backgroundColor(page, one), `${one} looks like ${other}`)
        .not.toBe(await backgroundColor(page, other))
    await page.goto('/tabs/history')
    await expect(page.getByRole('button', { name: 'Unread', exact: true })).toBeVisible()
    await expectOther('.chip[aria-pressed="true"]', '.chip[aria-pressed="false"]')
    await expectOther('.side-menu__item.active', '.side-menu__item:not(.active)')
    await page.goto('/tabs/popular')
    await expect(page.getByRole('radio', { checked: true })).toHaveCount(1)
    await expectOther('.choice__option:has(:checked)', '.choice__option:not(:has(:checked))')
    await page.goto(`/history-detail/${id}`)
    await page.getByRole('button', { name: /^Listen(?! from)/ }).click()
    await expect(page.locator('[data-now]').first()).toBeVisible()
    // Pause, so that the highlighted sentence doesn't change while it is measured.
    await page
      .getByRole('button', { name: /^Pause/ })
      .first()
      .click()
    await expectOther('.sentence[data-now] .sentence__text', '.section .sentence:not([data-now]) .sentence__text')
  })
})

/**
 * The most frequent colour painted in the first line of an element (text of several lines doesn't fill its box). Measured in a
 * screenshot, because forced colours don't show up in the computed style.
 */
async function backgroundColor(page: Page, selector: string): Promise<string> {
  const element = page.locator(selector).first()
  await element.scrollIntoViewIfNeeded()
  const clip = await element.evaluate(one => {
    const { x, y, width, height } = one.getClientRects()[0]!
    return { x, y, width, height }
  })
  const picture = await page.screenshot({ clip })
  const painter = await page.context().newPage()
  try {
    return await painter.evaluate(async base64 => {
      const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${base64}`)).blob())
      const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!
      context.drawImage(bitmap, 0, 0)
      const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height)
      const counts = new Map<string, number>()
      for (let at = 0; at < data.length; at += 4) {
        const colour = data.slice(at, at + 3).join(' ')
        counts.set(colour, (counts.get(colour) ?? 0) + 1)
      }
      return [...counts].sort(([, a], [, b]) => b - a)[0]![0]
    }, picture.toString('base64'))
  } finally {
    await painter.close()
  }
}
