import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

test('pages, scripts and styles are served with Brotli from the first request on', async ({ page }) => {
  const texts: [path: string, encoding: string | undefined][] = []
  page.on('response', response => {
    const { 'content-encoding': encoding, 'content-length': length } = response.headers()
    const { pathname } = new URL(response.url())
    if (/\.(js|css)$|login$/.test(pathname) && (encoding || Number(length) > 1000)) texts.push([pathname, encoding])
  })
  await page.goto('/login')
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible()
  // Scripts load after the prerendered picture is shown.
  await expect(page.locator('[inert]')).toHaveCount(0)
  expect(texts.map(([path]) => path)).toEqual(expect.arrayContaining(['/login', expect.stringContaining('.js')]))
  expect(texts.filter(([, encoding]) => encoding !== 'br')).toEqual([])
})

test('the login page is visible before the app loads, takes no input until then and does not shift', async ({
  page,
}) => {
  // Tall enough that nothing scrolls: a forced click would scroll the picture, but the app's page starts at the top.
  await page.setViewportSize({ width: 1280, height: 1000 })
  const release = await delayScripts(page)
  const complaints: string[] = []
  page.on('console', message => message.type() === 'error' && complaints.push(message.text()))
  await page.addInitScript(watchForSplashesAndShifts)
  await page.goto('/login', { waitUntil: 'commit' })

  const picture = page.locator('[inert]')
  await expect(picture.getByText('New here?')).toBeVisible()
  await expect(picture.locator('header')).toHaveText('Recaps')
  // The picture is in the document before its style sheet has loaded, but not painted until then.
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

/** Delays the app's scripts until the returned function is called. Pages, styles and small scripts load normally. */
async function delayScripts(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async route => {
    await promise
    await route.continue()
  })
  return resolve
}

/** Waits for the next frame and stores its time: anything seen later is caused by the app's scripts. */
const nextFrame = () =>
  new Promise<void>(resolve =>
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        document.documentElement.dataset.scriptsDelayedUntil = String(performance.now())
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
  // A busy machine may paint a partly loaded page. Only shifts caused by the app replacing the picture count.
  const scriptsDelayedUntil = () =>
    Number(document.documentElement.dataset.scriptsDelayedUntil ?? Number.POSITIVE_INFINITY)
  interface Shift extends PerformanceEntry {
    sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
  }
  const formatRect = ({ x, y, width, height }: DOMRect) => `${width} × ${height} at ${x}, ${y}`
  const describeShift = ({ sources }: Shift) =>
    sources.map(
      ({ node, previousRect, currentRect }) =>
        `${node instanceof Element ? node.outerHTML.slice(0, 80) : node?.textContent} from ${formatRect(previousRect)} to ${formatRect(currentRect)}`,
    )
  new PerformanceObserver(list => {
    const late = list.getEntries().filter(entry => entry.startTime > scriptsDelayedUntil())
    if (late.length > 0) note(`shift of ${late.flatMap(entry => describeShift(entry as Shift)).join('; ')}`)
  }).observe({ type: 'layout-shift', buffered: true })
}
