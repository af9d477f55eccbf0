import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { chromium, type Page } from 'playwright'
import { createServer } from 'vite'

/** `npm run screenshots -- --components`: takes a picture of each component on /dev/ui for docs/design.md. */
const web = fileURLToPath(new URL('../../../', import.meta.url))
const out = fileURLToPath(new URL('../../../../../docs/images/ui/', import.meta.url))
/** Components that must be opened first. */
const openable = ['Actions', 'Toast', 'Dialog', 'OpenSheet']

const server = await createServer({ root: web, logLevel: 'warn', server: { port: 0, hmr: false } })
await server.listen()
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-dev-shm-usage'],
})
mkdirSync(out, { recursive: true })
const page = await browser.newPage({ viewport: { width: 1040, height: 640 }, colorScheme: 'light' })
await page.goto(`${server.resolvedUrls?.local[0]}dev/ui`, { waitUntil: 'domcontentloaded' })
await page.locator('.exhibit').first().waitFor()
await page.waitForTimeout(2000)
for (const name of await page.locator('.exhibit').evaluateAll(all => all.map(({ id }) => id))) {
  const exhibit = page.locator(`#${name}`)
  await exhibit.scrollIntoViewIfNeeded()
  const picture = openable.includes(name)
    ? await screenshotOpened(page, name)
    : await exhibit.locator('.exhibit__sides').screenshot()
  const small = await page.evaluate(asWebp, picture.toString('base64'))
  writeFileSync(`${out}${name}.webp`, Buffer.from(small, 'base64'))
}
await browser.close()
await server.close()

async function screenshotOpened(page: Page, name: string): Promise<Buffer> {
  await page.locator(`#${name} .side--light button`).last().click()
  await page.waitForTimeout(700)
  const picture = await page.screenshot()
  await page.keyboard.press('Escape')
  await page.waitForTimeout(400)
  return picture
}

/** Playwright cannot take WebP screenshots, but Chromium can convert them. */
async function asWebp(base64: string): Promise<string> {
  const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${base64}`)).blob())
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
  canvas.getContext('2d')!.drawImage(bitmap, 0, 0)
  const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: 'image/webp', quality: 0.8 })).arrayBuffer())
  return btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(''))
}
