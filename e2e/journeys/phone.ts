import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import {
  type Outside,
  openPhone,
  type Phone,
  type Platform,
  type Shared,
  type SignedIn,
  type SignInWish,
} from '@recaps/fake-phone'
import { phoneOrigin, root } from '../demos.ts'
import { hasItsTurn } from './turns.ts'
import { test as base } from './visitor.ts'

const appFolder = path.join(root, 'apps/mobile/www')
const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
}

const platforms: readonly Platform[] = ['android', 'ios']

/**
 * Platforms for tests that are the same on both. They alternate by day, and `first` decides which comes first, so that every run
 * covers both platforms with some tests. `npm run test:long -- --whole` and tests selected by name run on both.
 */
export const platformsInTurn = (first: Platform): readonly Platform[] => {
  const at = platforms.indexOf(first)
  return platforms.filter((_, of) => hasItsTurn(at + of))
}

/** A phone with the app installed. */
export interface HeldPhone {
  phone: Phone
  page: Page
  context: BrowserContext
  /** How the user and external services react to the phone's native dialogs. Tests assign to it. */
  outside: Partial<Outside>
  /** Restarts the app: from its icon, a link, a shared text or a tapped notification. */
  start(how?: { link?: string; share?: Shared; push?: Record<string, string> }): Promise<Page>
  /** Android's back key. */
  pressBack(): Promise<void>
  /** Policy violations and calls the phone refused. Tests that provoke one must remove it. */
  offences: string[]
}

/**
 * Opens the app as a phone does: files are served locally, and the native side is the fake phone that speaks Capacitor's
 * protocol. `service` is the URL of the demo.
 */
export async function holdPhone(
  browser: Browser,
  service: string,
  options: {
    platform?: Platform
    outside?: Partial<Outside>
    /** Extra `<meta>` settings of the build, by name. */
    facts?: Record<string, string>
    size?: { width: number; height: number }
  } = {},
): Promise<HeldPhone> {
  const { platform = 'android', outside = {}, facts = {}, size = { width: 390, height: 844 } } = options
  const phone = openPhone(platform, outside)
  const context = await browser.newContext({ viewport: size, isMobile: true, hasTouch: true, deviceScaleFactor: 2 })
  // Chromium asks before a page may reach the local network. Real phones use a service on the internet.
  await context.grantPermissions(['local-network-access'], { origin: phoneOrigin })
  const offences: string[] = []
  context.on('console', message => {
    if (/Content Security Policy|Native call failed|not implemented|fake phone/.test(message.text()))
      offences.push(message.text())
  })
  await context.route(`${phoneOrigin}/**`, async route => {
    const { pathname } = new URL(route.request().url())
    const extension = path.extname(pathname)
    const file = path.join(appFolder, extension ? pathname : 'index.html')
    const body = await readFile(file).catch(() => null)
    if (!body) return await route.fulfill({ status: 404 })
    const contentType = types[extension || '.html'] ?? 'application/octet-stream'
    // `npm run mobile:sync` writes the server URL of apps/mobile/app.json into the page.
    const sent = extension ? body : withFacts(body.toString().replaceAll(configuredServer, service), facts)
    await route.fulfill({ body: sent, contentType })
  })
  await context.exposeBinding('toPhone', ({ page }, text: string) => {
    phone.hear(text, answer => {
      page.evaluate(deliver, { platform, answer: JSON.stringify(answer) }).catch(() => {})
    })
  })
  await context.addInitScript(phone.script())
  const app: HeldPhone = {
    phone,
    context,
    outside,
    offences,
    page: undefined!,
    async start({ link, share, push } = {}) {
      await app.page?.close()
      phone.end()
      if (link) phone.openLink(link, { isCold: true })
      if (share) phone.share(share, { isCold: true })
      if (push) phone.tapPush(push, { isCold: true })
      app.page = await context.newPage()
      await app.page.goto(phoneOrigin)
      return app.page
    },
    async pressBack() {
      phone.pressBack(await app.page.evaluate(() => navigation.canGoBack))
    },
  }
  return app
}

const withFacts = (html: string, facts: Record<string, string>): string =>
  html.replace(
    '</head>',
    Object.entries(facts)
      .map(([name, content]) => `<meta name="${name}" content="${content}">`)
      .concat('</head>')
      .join(''),
  )

const configuredServer = (
  JSON.parse(await readFile(path.join(root, 'apps/mobile/app.json'), 'utf8')) as { server: string }
).server

/** Runs in the page: delivers an answer through the platform's Capacitor bridge. */
function deliver({ platform, answer }: { platform: Platform; answer: string }) {
  const page = window as unknown as {
    androidBridge: { onmessage(event: { data: string }): void }
    Capacitor: { fromNative(answer: object): void }
  }
  if (platform === 'android') page.androidBridge.onmessage({ data: answer })
  else page.Capacitor.fromNative(JSON.parse(answer) as object)
}

/** Opens a URL in a separate browser context, as the system browser does, and returns the app link it redirects to. */
export async function inSystemBrowser(
  browser: Browser,
  url: string,
  act: (page: Page) => Promise<unknown>,
): Promise<string> {
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    const ends = new Promise<string>(resolve => {
      page.on('response', response => {
        const to = response.headers().location ?? ''
        if (!/^https?:|^\//.test(to) && to) resolve(to)
      })
    })
    await page.goto(url)
    await act(page)
    return await ends
  } finally {
    await context.close()
  }
}

interface Fixtures {
  /** A phone on which the app is installed but not started yet. */
  app: HeldPhone
  /** The answers of native sign-in windows. By default the user closes them. */
  nativeSignIn: { requests: SignInWish[]; respond(request: SignInWish): Promise<SignedIn | null> }
}

interface Choices {
  platform: Platform
  /** Extra `<meta>` settings of the build, by name. */
  facts: Record<string, string>
  /** How the user and external services react to the phone's native dialogs. */
  outside: Partial<Outside>
}

export const test = base.extend<Fixtures & Choices>({
  platform: ['android', { option: true }],
  facts: [{}, { option: true }],
  outside: [{}, { option: true }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright derives a fixture's dependencies from this parameter.
  nativeSignIn: async ({}, use) => use({ requests: [], respond: async () => null }),
  app: async ({ browser, baseURL, platform, facts, outside, nativeSignIn }, use) => {
    const signIn = (request: SignInWish) => {
      nativeSignIn.requests.push(request)
      return nativeSignIn.respond(request)
    }
    const app = await holdPhone(browser, baseURL!, { platform, facts, outside: { signIn, ...outside } })
    await use(app)
    await app.context.close()
    base.expect(app.offences).toEqual([])
  },
})

/** Logs the user in on this phone before the app starts. */
export function enterPhone({ phone }: HeldPhone, token: string): void {
  // Otherwise the app treats the stored token as a leftover of a previous installation.
  phone.preferences.set('installed', 'true')
  phone.secure.set('capacitor-storage_authToken', token)
}

export { expect, known, newcomer, password, readySummary, talks } from './visitor.ts'
