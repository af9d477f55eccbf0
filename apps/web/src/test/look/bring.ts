import type { Browser, BrowserContext, Page } from 'playwright'
import { createMemoryApi } from '../server/memory-api.ts'
import { sampleToken } from '../server/world.ts'
import { serveApp } from './serve.ts'
import type { Shot } from './shot.ts'
import { fullWorld } from './world-of-pictures.ts'

const sizes = { phone: { width: 390, height: 844 }, desktop: { width: 1440, height: 900 } } as const

export interface Look {
  size: keyof typeof sizes
  theme: 'light' | 'dark'
}

interface Manner {
  look: Look
  isStill?: boolean
  /** Before the page is opened. */
  meet?(page: Page): unknown
}

/** Brings a shot about in a browser of its own, and gives what is made of its page. */
export async function bring<Made>(
  browser: Browser,
  shot: Shot,
  { look: { size, theme }, isStill, meet }: Manner,
  make: (page: Page) => Promise<Made>,
): Promise<Made> {
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
    const page = await open(context, shot, meet)
    await shot.prepare?.(page, api)
    return await make(page)
  } finally {
    await context.close()
    server.close()
  }
}

async function open(context: BrowserContext, shot: Shot, meet: Manner['meet']): Promise<Page> {
  const page = await context.newPage()
  page.setDefaultTimeout(15_000)
  await meet?.(page)
  if (!shot.isSignedOut)
    await page.addInitScript(token => {
      if (location.pathname.startsWith('/embed/')) return
      localStorage.setItem('authToken', token)
    }, sampleToken)
  if (!shot.isAsked)
    await page.addInitScript(() => {
      if (!location.pathname.startsWith('/embed/')) localStorage.setItem('analytics', 'no')
    })
  await page.goto(shot.path)
  if (shot.text)
    await page.evaluate(percent => document.documentElement.style.setProperty('font-size', `${percent}%`), shot.text)
  await untilShown(page, shot)
  return page
}

/** A busy machine takes its time; what is on its way by design stays on its way. */
export async function untilShown(page: Page, { state, prepare }: Shot) {
  await page.locator('main').first().waitFor()
  const isWaitedFor = state !== 'loading' || prepare
  if (isWaitedFor) await page.locator('main:not(.splash)').first().waitFor()
  await page.waitForTimeout(300)
  if (!isWaitedFor) await page.locator('.skeleton').first().waitFor({ timeout: 4000 }).catch(passOver)
  if (isWaitedFor) await page.locator('.skeleton').first().waitFor({ state: 'detached', timeout: 4000 }).catch(passOver)
  await page.waitForFunction(noPictureIsMissing, undefined, { timeout: 10_000 }).catch(passOver)
  await page.waitForTimeout(400)
}

/** Whether every picture in view is there, or will not come. */
function noPictureIsMissing(): boolean {
  const isInView = (image: Element) => {
    const { top, bottom } = image.getBoundingClientRect()
    return bottom > 0 && top < innerHeight
  }
  const images = [...document.images].filter(isInView)
  return images.every(image => image.complete && image.dataset.phase !== 'loading')
}

/** Skeletons, and pictures, that do not come are what the picture is of. */
const passOver = () => {}
