import type { Page } from 'playwright'

/** What several pictures do before they are taken. They wait for movement to end, which nothing in a page tells of. */

export const press =
  (name: string | RegExp, how = { exact: false }) =>
  async (page: Page) => {
    await page
      .getByRole('button', { name, ...how })
      .first()
      .click()
    await page.waitForTimeout(500)
  }

/** The window as high as the page. */
export const wholePage = async (page: Page) => {
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  await page.setViewportSize({ width: page.viewportSize()!.width, height })
  await page.waitForTimeout(400)
}

export const startPlayer = async (page: Page) => {
  await page.getByRole('button', { name: /^Listen(?! from)/ }).click()
  await page.waitForTimeout(600)
  await untilStill(page)
}

/** Until the page has stopped following what is heard: what is fixed is photographed out of its place while it moves. */
async function untilStill(page: Page) {
  const place = () => page.evaluate(() => scrollY)
  for (let turn = 0, before = -1, now = await place(); turn < 20 && before !== now; turn++) {
    await page.waitForTimeout(200)
    before = now
    now = await place()
  }
  // What lies under the pointer now comes in.
  await page.waitForTimeout(400)
}

/** Until the app has given up asking again. */
export const untilGivenUp = (page: Page) => page.waitForTimeout(3500)

/** An answer that does not come. */
export const noAnswer = () => new Promise<never>(() => {})
