import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, Page } from 'playwright'
import { bring, type Look } from './bring.ts'
import type { Shot } from './shot.ts'

export const looks: readonly Look[] = (['phone', 'desktop'] as const).flatMap(size =>
  (['light', 'dark'] as const).map(theme => ({ size, theme })),
)

/** Writes the picture of a shot, and says what is wrong with what it shows. */
export async function take(browser: Browser, shot: Shot, look: Look, file: string): Promise<string[]> {
  const found: string[] = []
  const meet = (page: Page) => {
    page.on('pageerror', error => found.push(`error: ${error.message}`))
    page.on('console', message => {
      if (message.type() === 'error' && /Content Security|Trusted/.test(message.text())) found.push(message.text())
    })
  }
  try {
    return await bring(browser, shot, { look, meet }, async page => {
      await page.screenshot({ path: file })
      return [...found, ...(await layoutFaults(page)), ...(await axeFaults(page))]
    })
  } catch (error) {
    return [`could not be taken: ${error instanceof Error ? error.message : error}`]
  }
}

async function layoutFaults(page: Page): Promise<string[]> {
  const { overflow, cutOff } = await page.evaluate(measure)
  return [
    ...(overflow > 0 ? [`overflows by ${overflow} px`] : []),
    ...cutOff.map(heading => `is cut off: ${heading.slice(0, 40)}`),
  ]
}

/** The page clips what hangs over its edge, so that a heading cut off there is no overflow of the document. */
function measure() {
  const { clientWidth, scrollWidth } = document.documentElement
  const cutOff = [...document.querySelectorAll('main :is(h1, h2, h3):not(.visually-hidden)')]
    .filter(
      heading =>
        heading.scrollWidth > heading.clientWidth + 1 || heading.getBoundingClientRect().right > clientWidth + 1,
    )
    .map(heading => heading.textContent)
  return { overflow: scrollWidth - clientWidth, cutOff }
}

async function axeFaults(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    // What the frames of a foreign service look like is theirs, and what shines through them axe does not see.
    .exclude('iframe[name^="__privateStripeFrame"]')
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  return violations.map(({ id, help, nodes }) => {
    const places = nodes.slice(0, 3).map(node => node.target.join(' '))
    return `axe ${id}: ${help}: ${places.join(' | ')}`
  })
}
