import type { Page } from '@playwright/test'
import { expect, test } from './visitor.ts'

test('what a page needs comes in Brotli from the first request on', async ({ page }) => {
  const texts: [path: string, encoding: string | undefined][] = []
  page.on('response', response => {
    const { 'content-encoding': encoding, 'content-length': length } = response.headers()
    const { pathname } = new URL(response.url())
    if (/\.(js|css)$|login$/.test(pathname) && (encoding || Number(length) > 1000)) texts.push([pathname, encoding])
  })
  await page.goto('/login')
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible()
  // Its scripts come once the picture stands.
  await expect(page.locator('[inert]')).toHaveCount(0)
  expect(texts.map(([path]) => path)).toEqual(expect.arrayContaining(['/login', expect.stringContaining('.js')]))
  expect(texts.filter(([, encoding]) => encoding !== 'br')).toEqual([])
})

test('the login page is seen before the app has come, takes no input until then, and does not move', async ({
  page,
}) => {
  // So tall that nothing scrolls: a forced click would scroll the picture, and the page behind it starts at its top.
  await page.setViewportSize({ width: 1280, height: 1000 })
  const release = await holdScripts(page)
  const complaints: string[] = []
  page.on('console', message => message.type() === 'error' && complaints.push(message.text()))
  await page.addInitScript(watchForSplashesAndShifts)
  await page.goto('/login', { waitUntil: 'commit' })

  const picture = page.locator('[inert]')
  await expect(picture.getByText('New here?')).toBeVisible()
  await expect(picture.locator('header')).toHaveText('Recaps')
  // It stands in the document before its style sheet has come; nobody sees it until then.
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
  await picture.locator('input').first().click({ force: true })
  await page.keyboard.type('ada@example.com')
  const place = await picture.locator('input').first().boundingBox()

  await page.evaluate(nextFrame)
  release()
  const email = page.getByLabel('Email')
  await expect(email).toBeFocused()
  await expect(email).toHaveValue('')
  await expect(picture).toHaveCount(0)
  expect(await email.boundingBox()).toEqual(place)
  expect(await page.evaluate(() => document.documentElement.dataset.seen ?? '')).toBe('')
  expect(complaints).toEqual([])
})

/** Lets the pages, styles and small scripts through, but nothing of the app until it is released. */
async function holdScripts(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async route => {
    await promise
    await route.continue()
  })
  return resolve
}

/** What is seen from the next frame on is the work of what comes then. */
const nextFrame = () =>
  new Promise<void>(resolve =>
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        document.documentElement.dataset.heldUntil = String(performance.now())
        resolve()
      }),
    ),
  )

function watchForSplashesAndShifts() {
  const note = (what: string) => {
    document.documentElement.dataset.seen = what
  }
  new MutationObserver(() => document.querySelector('.splash') && note('splash')).observe(document, {
    subtree: true,
    childList: true,
  })
  // A busy machine may paint a page of which only half has been read; what is meant here is the change to the app.
  const heldUntil = () => Number(document.documentElement.dataset.heldUntil ?? Number.POSITIVE_INFINITY)
  interface Shift extends PerformanceEntry {
    sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
  }
  const placeOf = ({ x, y, width, height }: DOMRect) => `${width} × ${height} at ${x}, ${y}`
  const told = ({ sources }: Shift) =>
    sources.map(
      ({ node, previousRect, currentRect }) =>
        `${node instanceof Element ? node.outerHTML.slice(0, 80) : node?.textContent} from ${placeOf(previousRect)} to ${placeOf(currentRect)}`,
    )
  new PerformanceObserver(list => {
    const late = list.getEntries().filter(entry => entry.startTime > heldUntil())
    if (late.length > 0) note(`shift of ${late.flatMap(entry => told(entry as Shift)).join('; ')}`)
  }).observe({ type: 'layout-shift', buffered: true })
}
