import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import {
  openPhone,
  type Phone,
  type PhoneEnvironment,
  type Platform,
  type SharedText,
  type SignedIn,
  type SignInRequest,
} from '@recaps/fake-phone'
import { phoneOrigin, root } from '../demos.ts'
import { test as base } from './fixtures.ts'
import { isWhole } from './is-whole.ts'

const appFolder = path.join(root, 'apps/mobile/www')
const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
}

const platforms: readonly Platform[] = ['android', 'ios']

/** Platforms for a test that is the same on both: only the given one in most runs, so that other tests cover the other platform. */
export const platformsFor = (usual: Platform): readonly Platform[] => (isWhole ? platforms : [usual])

/** A phone with the app installed. */
export interface PhoneApp {
  phone: Phone
  page: Page
  context: BrowserContext
  /** How the user and external services react to the phone's native dialogs. Tests assign to it. */
  environment: Partial<PhoneEnvironment>
  /** Restarts the app: from its icon, a link, a shared text or a tapped notification. */
  start(how?: { link?: string; share?: SharedText; push?: Record<string, string> }): Promise<Page>
  /** Android's back key. */
  pressBack(): Promise<void>
  /** Policy violations and calls the phone refused. Tests that provoke one must remove it. */
  offences: string[]
}

/**
 * Opens the app as a phone does: files are served locally, and the native side is the fake phone that speaks Capacitor's
 * protocol. `service` is the URL of the demo.
 */
export async function installApp(
  browser: Browser,
  service: string,
  options: {
    platform?: Platform
    environment?: Partial<PhoneEnvironment>
    /** Extra `<meta>` settings of the build, by name. */
    facts?: Record<string, string>
    size?: { width: number; height: number }
  } = {},
): Promise<PhoneApp> {
  const { platform = 'android', environment = {}, facts = {}, size = { width: 390, height: 844 } } = options
  const phone = openPhone(platform, environment)
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
    phone.handleMessage(text, answer => {
      page.evaluate(deliver, { platform, answer: JSON.stringify(answer) }).catch(() => {})
    })
  })
  await context.addInitScript(phone.script())
  const app: PhoneApp = {
    phone,
    context,
    environment,
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
export async function openInSystemBrowser(
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
  app: PhoneApp
  /** The answers of native sign-in windows. By default the user closes them. */
  nativeSignIn: { requests: SignInRequest[]; respond(request: SignInRequest): Promise<SignedIn | null> }
}

interface Choices {
  platform: Platform
  /** Extra `<meta>` settings of the build, by name. */
  facts: Record<string, string>
  /** How the user and external services react to the phone's native dialogs. */
  environment: Partial<PhoneEnvironment>
}

export const test = base.extend<Fixtures & Choices>({
  platform: ['android', { option: true }],
  facts: [{}, { option: true }],
  environment: [{}, { option: true }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright derives a fixture's dependencies from this parameter.
  nativeSignIn: async ({}, use) => use({ requests: [], respond: async () => null }),
  app: async ({ browser, baseURL, platform, facts, environment, nativeSignIn }, use) => {
    const signIn = (request: SignInRequest) => {
      nativeSignIn.requests.push(request)
      return nativeSignIn.respond(request)
    }
    const app = await installApp(browser, baseURL!, { platform, facts, environment: { signIn, ...environment } })
    await use(app)
    await app.context.close()
    base.expect(app.offences).toEqual([])
  },
})

/** Logs the user in on this phone before the app starts. */
export function storeSessionOnPhone({ phone }: PhoneApp, token: string): void {
  // Otherwise the app treats the stored token as a leftover of a previous installation.
  phone.preferences.set('installed', 'true')
  phone.secure.set('capacitor-storage_authToken', token)
}

export { createReadySummary, expect, logInAs, password, registerUser, talks } from './fixtures.ts'
