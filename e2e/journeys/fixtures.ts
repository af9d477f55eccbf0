import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { type Client, createClient } from '@recaps/contract'
import { accounts } from '../../scripts/demo-accounts.ts'
import { demoPort, operatorPage } from '../demos.ts'

/** Videos of the fake YouTube channels. The demo suggests the first one to paste. */
export const talks = {
  radiators: { link: 'https://www.youtube.com/watch?v=WL5NPuWAKJo', title: /Balance your radiators/ },
  bread: { link: 'https://www.youtube.com/watch?v=Sli7FA6EbqI', title: /Why bread goes stale/ },
  glider: { link: 'https://youtu.be/gRHHjJqI4qA', title: /the glider over Gimli/ },
} as const

export const password = 'a summary a day'

let addressCount = 0
export const newAddress = (): string =>
  `visitor-${process.pid}-${++addressCount}-${Math.random().toString(36).slice(2, 7)}@example.com`

export interface LoggedInUser {
  page: Page
  client: Client
  email: string
}

interface Fixtures {
  /** A newly registered user: a logged-in page, and an API client for steps the test is not about. */
  newUser: LoggedInUser
  /** The demo's own Pro account, for tests that don't change it. */
  demoUser: LoggedInUser
  /** A logged-out page in a separate browser context. */
  visitorPage: Page
  watched: undefined
}

export const test = base.extend<Fixtures>({
  // Applies to every test: no requests to other hosts and no violations of the content security policy.
  watched: [
    async ({ context }, use) => {
      const offences = watch(context)
      await use(undefined)
      expect(offences).toEqual([])
    },
    { auto: true },
  ],
  newUser: async ({ page, baseURL }, use) => {
    const { client, email, token } = await registerUser(baseURL!, { firstName: 'Ada', lastName: 'Lovelace' })
    await logInWithToken(page, token)
    await use({ page, email, client })
  },
  demoUser: async ({ page, baseURL }, use) => {
    const { client, token } = await logInAs(baseURL!, accounts.pro)
    await logInWithToken(page, token)
    await use({ page, email: accounts.pro.email, client })
  },
  visitorPage: async ({ browser, baseURL }, use) => {
    const context = await browser.newContext({ baseURL: baseURL! })
    const offences = watch(context)
    await use(await context.newPage())
    await context.close()
    expect(offences).toEqual([])
  },
})

/** Collects requests to other machines and content security policy violations. */
function watch(context: BrowserContext): string[] {
  const offences: string[] = []
  context.on('request', request => {
    const { protocol, hostname } = new URL(request.url())
    const isHere = hostname === 'localhost' || hostname === '127.0.0.1'
    if (/^(http|ws)/.test(protocol) && !isHere) offences.push(request.url())
  })
  context.on('console', message => {
    if (/Content Security Policy|requires 'Trusted/.test(message.text())) offences.push(message.text())
  })
  return offences
}

/** Logs the page in by storing the session token before each load. */
export const logInWithToken = (page: Page, token: string) =>
  page.addInitScript(value => localStorage.setItem('authToken', value), token)

type Account = (typeof accounts)[keyof typeof accounts]

/** Fills in and submits the login form. */
export async function logIn(page: Page, { email, password }: Account): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
}

/**
 * An API client with its own IP address. A network may register 20 accounts an hour and log in 50 times in 15 minutes;
 * without this, all tests on one machine would share those limits.
 */
export function createApiClient(baseUrl: string, token = ''): Client {
  const [high, low] = crypto.getRandomValues(new Uint16Array(2))
  const address = `2001:db8:${high!.toString(16)}:${low!.toString(16)}::1`
  return createClient({
    baseUrl,
    token: () => token,
    fetch: (input, init) => {
      const headers = new Headers(init?.headers)
      headers.set('x-forwarded-for', address)
      return fetch(input, { ...init, headers })
    },
  })
}

/** Registers a new user. */
export async function registerUser(
  baseUrl: string,
  names: { firstName?: string; lastName?: string } = {},
): Promise<{ client: Client; email: string; token: string }> {
  const email = newAddress()
  const { token } = await createApiClient(baseUrl).auth.register({ body: { email, password, ...names } })
  return { client: createApiClient(baseUrl, token), email, token }
}

/** Confirms the user's email address with the mailed link. Only confirmed users count for the Popular page. */
export async function confirmAddress(page: Page, { client, email }: { client: Client; email: string }): Promise<void> {
  const link = await findMailedLink(page, email, /verify-email/, /^Confirm your email/)
  await client.auth.verifyEmail({ body: { token: new URL(link).searchParams.get('token')! } })
}

/** Logs in to one of the demo's own accounts. */
export async function logInAs(
  baseUrl: string,
  { email, password }: Account,
): Promise<{ client: Client; token: string }> {
  const { token } = await createApiClient(baseUrl).auth.login({ body: { email, password } })
  return { client: createApiClient(baseUrl, token), token }
}

export { expect }

/** Requests a summary and waits up to two minutes until its text and audio are ready. */
export async function createReadySummary(client: Client, link: string): Promise<number> {
  const { id } = await client.summaries.request({ body: { urlOrId: link, type: 'youtube' } })
  for (let tries = 0; tries < 240; tries++) {
    const { state } = await client.summaries.detail({ params: { id } })
    if (state === 'ready') return id
    await new Promise(resolve => setTimeout(resolve, 500))
  }
  throw new Error('The summary did not become ready')
}

/** Opens the newest mail to an address in the demo's outbox and returns its first link that matches `like`. */
export async function findMailedLink(page: Page, to: string, like: RegExp, subject = /password/i): Promise<string> {
  const row = page.getByRole('row', { name: to })
  await expect(async () => {
    await page.goto(operatorPage(demoPort, '/dev/outbox'))
    await expect(row.getByRole('link', { name: subject }).first()).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await row.getByRole('link', { name: subject }).first().click()
  return (await page.locator('pre').getByRole('link').filter({ hasText: like }).getAttribute('href'))!
}
