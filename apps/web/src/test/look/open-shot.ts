import type { Browser, BrowserContext, Page } from 'playwright'
import { createMemoryApi } from '../server/memory-api.ts'
import { sampleToken } from '../server/world.ts'
import { fullWorld } from './screenshot-worlds.ts'
import { serveApp } from './serve.ts'
import type { Shot } from './shot.ts'

const sizes = { phone: { width: 390, height: 844 }, desktop: { width: 1440, height: 900 } } as const

export interface Look {
  size: keyof typeof sizes
  theme: 'light' | 'dark'
}

interface OpenOptions {
  look: Look
  isStill?: boolean
  /** Called before the page is opened. */
  beforeOpen?(page: Page): unknown
}

/** Opens a shot in a new browser context and returns the result of `make` for its page. */
export async function openShot<Result>(
  browser: Browser,
  shot: Shot,
  { look: { size, theme }, isStill, beforeOpen }: OpenOptions,
  make: (page: Page) => Promise<Result>,
): Promise<Result> {
  const api = createMemoryApi(await (shot.world ?? fullWorld)())
  shot.setUp?.(api)
  const server = await serveApp(api, 0)
  const isPhone = size === 'phone'
  const context = await browser.newContext({
    viewport: sizes[size],
    colorScheme: theme,
    hasTouch: isPhone,
    isMobile: isPhone,
    reducedMotion: isStill ? 'reduce' : 'no-preference',
    timezoneId: 'Europe/Rome',
    locale: 'en-US',
    baseURL: server.url,
  })
  try {
    const page = await open(context, shot, beforeOpen)
    await shot.prepare?.(page, api)
    return await make(page)
  } finally {
    await context.close()
    server.close()
  }
}

async function open(context: BrowserContext, shot: Shot, beforeOpen: OpenOptions['beforeOpen']): Promise<Page> {
  const page = await context.newPage()
  page.setDefaultTimeout(15_000)
  await beforeOpen?.(page)
  if (!shot.isSignedOut)
    await page.addInitScript(token => {
      if (location.pathname.startsWith('/embed/')) return
      localStorage.setItem('authToken', token)
    }, sampleToken)
  if (!shot.asksConsent)
    await page.addInitScript(() => {
      if (!location.pathname.startsWith('/embed/')) localStorage.setItem('analytics', 'no')
    })
  await page.goto(shot.path)
  if (shot.text)
    await page.evaluate(percent => document.documentElement.style.setProperty('font-size', `${percent}%`), shot.text)
  await waitUntilShown(page, shot)
  return page
}

/** Waits until the shot's content and pictures are shown. Shots of the loading state wait for skeletons instead. */
export async function waitUntilShown(page: Page, { state, prepare }: Shot) {
  await page.locator('main').first().waitFor()
  const waitsForContent = state !== 'loading' || prepare
  if (waitsForContent) await page.locator('main:not(.splash)').first().waitFor()
  await page.waitForTimeout(300)
  if (!waitsForContent) await page.locator('.skeleton').first().waitFor({ timeout: 4000 }).catch(ignore)
  if (waitsForContent)
    await page.locator('.skeleton').first().waitFor({ state: 'detached', timeout: 4000 }).catch(ignore)
  await page.waitForFunction(areImagesSettled, undefined, { timeout: 10_000 }).catch(ignore)
  await page.waitForTimeout(400)
}

/** Whether every image in view has loaded or failed. */
function areImagesSettled(): boolean {
  const isInView = (image: Element) => {
    const { top, bottom } = image.getBoundingClientRect()
    return bottom > 0 && top < innerHeight
  }
  const images = [...document.images].filter(isInView)
  return images.every(image => image.complete && image.dataset.phase !== 'loading')
}

/** Timeouts are expected: some shots are about missing content or images. */
const ignore = () => {}
