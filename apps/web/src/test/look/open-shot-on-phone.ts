import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { openPhone } from '@recaps/fake-phone'
import type { Browser, Page } from 'playwright'
import { createMemoryApi } from '../server/memory-api.ts'
import { sampleToken } from '../server/world.ts'
import { waitUntilShown } from './open-shot.ts'
import { fullWorld } from './screenshot-worlds.ts'
import { phoneOrigin, serveApp } from './serve.ts'
import type { Shot } from './shot.ts'

export interface PhoneLook {
  /** CSS pixels. */
  width: number
  height: number
  theme: 'light' | 'dark'
  /** Device pixels per CSS pixel. Default 1. */
  density?: number
  /** Safe area insets in CSS pixels. */
  insets: { top?: number; right?: number; bottom?: number; left?: number }
  /** Root font size in percent. */
  text?: number
}

const mobile = fileURLToPath(new URL('../../../../mobile/', import.meta.url))
const { server: builtInServer } = JSON.parse(await readFile(path.join(mobile, 'app.json'), 'utf8')) as {
  server: string
}
const types: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml' }

/** Opens a shot in the phone build with a fake native bridge and the memory server, and returns the result of `make`. */
export async function openShotOnPhone<Result>(
  browser: Browser,
  shot: Shot,
  { width, height, theme, density = 1, insets, text }: PhoneLook,
  make: (page: Page) => Promise<Result>,
): Promise<Result> {
  const api = createMemoryApi(await (shot.world ?? fullWorld)())
  shot.setUp?.(api)
  const server = await serveApp(api, 0)
  const phone = openPhone('android')
  phone.preferences.set('installed', 'true')
  if (!shot.isSignedOut) phone.secure.set('capacitor-storage_authToken', sampleToken)
  phone.preferences.set('analytics', 'no')
  const context = await browser.newContext({
    viewport: { width, height },
    deviceScaleFactor: density,
    colorScheme: theme,
    hasTouch: true,
    isMobile: true,
    timezoneId: 'Europe/Rome',
    locale: 'en-US',
    baseURL: phoneOrigin,
  })
  await context.grantPermissions(['local-network-access'], { origin: phoneOrigin })
  await context.route(`${phoneOrigin}/**`, async route => {
    const { pathname } = new URL(route.request().url())
    const extension = path.extname(pathname)
    const body = await readFile(path.join(mobile, 'www', extension ? pathname : 'index.html')).catch(() => null)
    if (!body) return await route.fulfill({ status: 404 })
    const sent = extension ? body : body.toString().replaceAll(builtInServer, server.url)
    await route.fulfill({ body: sent, contentType: extension ? (types[extension] ?? 'image/png') : 'text/html' })
  })
  await context.exposeBinding('toPhone', ({ page }, message: string) => {
    phone.handleMessage(message, answer => {
      page.evaluate(deliver, JSON.stringify(answer)).catch(() => {})
    })
  })
  await context.addInitScript(phone.script())
  try {
    const page = await context.newPage()
    page.setDefaultTimeout(15_000)
    await page.goto(shot.path)
    await page.evaluate(setInsets, insets)
    const percent = text ?? shot.text
    if (percent) await page.evaluate(to => document.documentElement.style.setProperty('font-size', `${to}%`), percent)
    await waitUntilShown(page, shot)
    await shot.prepare?.(page, api)
    return await make(page)
  } finally {
    await context.close()
    server.close()
  }
}

function deliver(answer: string) {
  ;(window as unknown as { androidBridge: { onmessage(event: { data: string }): void } }).androidBridge.onmessage({
    data: answer,
  })
}

/** Sets the CSS variables that Capacitor's SystemBars plugin sets on Android. */
function setInsets(insets: PhoneLook['insets']) {
  for (const side of ['top', 'right', 'bottom', 'left'] as const)
    document.documentElement.style.setProperty(`--safe-area-inset-${side}`, `${insets[side] ?? 0}px`)
}
