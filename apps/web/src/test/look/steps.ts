import type { Page } from 'playwright'

/** Preparation steps for screenshots. They wait a fixed time for animations, whose end cannot be observed. */

export const press =
  (name: string | RegExp, options = { exact: false }) =>
  async (page: Page) => {
    await page
      .getByRole('button', { name, ...options })
      .first()
      .click()
    await page.waitForTimeout(500)
  }

/** Makes the window as high as the page. */
export const expandToFullPage = async (page: Page) => {
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  await page.setViewportSize({ width: page.viewportSize()!.width, height })
  await page.waitForTimeout(400)
}

export const startPlayer = async (page: Page) => {
  await page.getByRole('button', { name: /^Listen(?! from)/ }).click()
  await page.waitForTimeout(600)
  await untilStill(page)
}

/** Waits until the page stops auto-scrolling: fixed elements appear misplaced in screenshots taken meanwhile. */
async function untilStill(page: Page) {
  const scrollPosition = () => page.evaluate(() => scrollY)
  for (let round = 0, before = -1, now = await scrollPosition(); round < 20 && before !== now; round++) {
    await page.waitForTimeout(200)
    before = now
    now = await scrollPosition()
  }
  // For the hover effect of the element now under the pointer.
  await page.waitForTimeout(400)
}

/** Waits until the app has stopped retrying. */
export const waitForRetries = (page: Page) => page.waitForTimeout(3500)

/** A response that never arrives. */
export const neverRespond = () => new Promise<never>(() => {})
