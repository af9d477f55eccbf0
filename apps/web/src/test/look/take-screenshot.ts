import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, Page } from 'playwright'
import { type Look, openShot } from './open-shot.ts'
import type { Shot } from './shot.ts'

export const looks: readonly Look[] = (['phone', 'desktop'] as const).flatMap(size =>
  (['light', 'dark'] as const).map(theme => ({ size, theme })),
)

/** Saves a screenshot and returns the faults found in it. */
export async function takeScreenshot(browser: Browser, shot: Shot, look: Look, file: string): Promise<string[]> {
  const found: string[] = []
  const beforeOpen = (page: Page) => {
    page.on('pageerror', error => found.push(`error: ${error.message}`))
    page.on('console', message => {
      if (message.type() === 'error' && /Content Security|Trusted/.test(message.text())) found.push(message.text())
    })
  }
  try {
    return await openShot(browser, shot, { look, beforeOpen }, async page => {
      await page.screenshot({ path: file })
      return [...found, ...(await layoutFaults(page)), ...(await axeFaults(page))]
    })
  } catch (error) {
    return [`screenshot failed: ${error instanceof Error ? error.message : error}`]
  }
}

async function layoutFaults(page: Page): Promise<string[]> {
  const { overflow, clipped } = await page.evaluate(measure)
  return [
    ...(overflow > 0 ? [`overflows by ${overflow} px`] : []),
    ...clipped.map(heading => `heading is clipped: ${heading.slice(0, 40)}`),
  ]
}

/** Headings are checked separately: the page clips them at its edge, so they do not count as overflow of the document. */
function measure() {
  const { clientWidth, scrollWidth } = document.documentElement
  const clipped = [...document.querySelectorAll('main :is(h1, h2, h3):not(.visually-hidden)')]
    .filter(
      heading =>
        heading.scrollWidth > heading.clientWidth + 1 || heading.getBoundingClientRect().right > clientWidth + 1,
    )
    .map(heading => heading.textContent)
  return { overflow: scrollWidth - clientWidth, clipped }
}

async function axeFaults(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    // Stripe's iframes are not ours to fix, and axe cannot see their background.
    .exclude('iframe[name^="__privateStripeFrame"]')
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  return violations.map(({ id, help, nodes }) => {
    const places = nodes.slice(0, 3).map(node => node.target.join(' '))
    return `axe ${id}: ${help}: ${places.join(' | ')}`
  })
}
