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

const built = path.join(root, 'apps/mobile/www')
const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
}

const platforms: readonly Platform[] = ['android', 'ios']

/**
 * The platforms of journeys that are the same on both: a change waits for one of them, the other one a day later, so that some
 * journeys are always on each. All are on both with `npm run test:long -- --whole`, and where they are asked for by name.
 */
export const platformsInTurn = (first: Platform): readonly Platform[] => {
  const at = platforms.indexOf(first)
  return platforms.filter((_, of) => hasItsTurn(at + of))
}

/** A phone with the app on it. */
export interface HeldPhone {
  phone: Phone
  page: Page
  context: BrowserContext
  /** What stands behind the phone's own windows; a journey writes into it. */
  outside: Partial<Outside>
  /** Starts the app, by a tap on its icon, by a link, a text or a tap on a message; what ran before is gone. */
  start(how?: { link?: string; share?: Shared; push?: Record<string, string> }): Promise<Page>
  /** Android's back key. */
  pressBack(): Promise<void>
  /** What no page is to do, and what the phone refused; a journey that brings it about takes it out. */
  offences: string[]
}

/**
 * Opens the app as a phone does: its files come from the phone itself, and its native side is the stand-in that speaks
 * Capacitor's messages. The service is the demo.
 */
export async function holdPhone(
  browser: Browser,
  service: string,
  options: {
    platform?: Platform
    outside?: Partial<Outside>
    /** Of the build, beside its own. */
    facts?: Record<string, string>
    size?: { width: number; height: number }
  } = {},
): Promise<HeldPhone> {
  const { platform = 'android', outside = {}, facts = {}, size = { width: 390, height: 844 } } = options
  const phone = openPhone(platform, outside)
  const context = await browser.newContext({ viewport: size, isMobile: true, hasTouch: true, deviceScaleFactor: 2 })
  // The demo is on this machine, which Chromium asks about; a phone's service is on the internet.
  await context.grantPermissions(['local-network-access'], { origin: phoneOrigin })
  const offences: string[] = []
  context.on('console', message => {
    if (/Content Security Policy|The phone refused|not implemented|fake phone/.test(message.text()))
      offences.push(message.text())
  })
  await context.route(`${phoneOrigin}/**`, async route => {
    const { pathname } = new URL(route.request().url())
    const extension = path.extname(pathname)
    const file = path.join(built, extension ? pathname : 'index.html')
    const body = await readFile(file).catch(() => null)
    if (!body) return await route.fulfill({ status: 404 })
    const contentType = types[extension || '.html'] ?? 'application/octet-stream'
    // What `npm run mobile:sync` writes into the page from apps/mobile/app.json.
    const sent = extension ? body : withFacts(body.toString().replaceAll(serverInPage, service), facts)
    await route.fulfill({ body: sent, contentType })
  })
  await context.exposeBinding('toPhone', ({ page }, text: string) => {
    phone.hear(text, answer => {
      page.evaluate(deliver, { platform, answer: JSON.stringify(answer) }).catch(() => {})
    })
  })
  await context.addInitScript(phone.script())
  const held: HeldPhone = {
    phone,
    context,
    outside,
    offences,
    page: undefined!,
    async start({ link, share, push } = {}) {
      await held.page?.close()
      phone.end()
      if (link) phone.openLink(link, { isCold: true })
      if (share) phone.share(share, { isCold: true })
      if (push) phone.tapPush(push, { isCold: true })
      held.page = await context.newPage()
      await held.page.goto(phoneOrigin)
      return held.page
    },
    async pressBack() {
      phone.pressBack(await held.page.evaluate(() => navigation.canGoBack))
    },
  }
  return held
}

const withFacts = (html: string, facts: Record<string, string>): string =>
  html.replace(
    '</head>',
    Object.entries(facts)
      .map(([name, content]) => `<meta name="${name}" content="${content}">`)
      .concat('</head>')
      .join(''),
  )

const serverInPage = (JSON.parse(await readFile(path.join(root, 'apps/mobile/app.json'), 'utf8')) as { server: string })
  .server

/** As each platform's bridge hands an answer over. */
function deliver({ platform, answer }: { platform: Platform; answer: string }) {
  const page = window as unknown as {
    androidBridge: { onmessage(event: { data: string }): void }
    Capacitor: { fromNative(answer: object): void }
  }
  if (platform === 'android') page.androidBridge.onmessage({ data: answer })
  else page.Capacitor.fromNative(JSON.parse(answer) as object)
}

/** What the system's browser shows, which knows nothing of the app. Gives the link to the app that it ends with. */
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
  /** A phone with the app on it, not started yet. */
  held: HeldPhone
  /** Whoever holds it, and signs in by its own windows: by default they close them. */
  person: { wishes: SignInWish[]; signs(wish: SignInWish): Promise<SignedIn | null> }
}

interface Choices {
  platform: Platform
  /** Of the build, beside its own. */
  facts: Record<string, string>
  /** What stands behind the phone: its user, and services of others. */
  outside: Partial<Outside>
}

export const test = base.extend<Fixtures & Choices>({
  platform: ['android', { option: true }],
  facts: [{}, { option: true }],
  outside: [{}, { option: true }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it what a fixture needs.
  person: async ({}, use) => use({ wishes: [], signs: async () => null }),
  held: async ({ browser, baseURL, platform, facts, outside, person }, use) => {
    const signIn = (wish: SignInWish) => {
      person.wishes.push(wish)
      return person.signs(wish)
    }
    const held = await holdPhone(browser, baseURL!, { platform, facts, outside: { signIn, ...outside } })
    await use(held)
    await held.context.close()
    base.expect(held.offences).toEqual([])
  },
})

/** They are logged in on this phone before it starts. */
export function enterPhone({ phone }: HeldPhone, token: string): void {
  // Without it the app takes what the phone's vault holds for another installation's.
  phone.preferences.set('installed', 'true')
  phone.secure.set('capacitor-storage_authToken', token)
}

export { expect, known, newcomer, password, readySummary, talks } from './visitor.ts'
