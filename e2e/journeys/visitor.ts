import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { type Client, createClient } from '@recaps/contract'
import { accounts } from '../../scripts/demo-accounts.ts'
import { demoPort, operatorPage } from '../demos.ts'

/** The talk that the demo offers to paste, and others of the stand-in's channels. */
export const talks = {
  radiators: { link: 'https://www.youtube.com/watch?v=WL5NPuWAKJo', title: /Balance your radiators/ },
  bread: { link: 'https://www.youtube.com/watch?v=Sli7FA6EbqI', title: /Why bread goes stale/ },
  glider: { link: 'https://youtu.be/gRHHjJqI4qA', title: /the glider over Gimli/ },
} as const

export const password = 'a summary a day'

let visitors = 0
export const newAddress = (): string =>
  `visitor-${process.pid}-${++visitors}-${Math.random().toString(36).slice(2, 7)}@example.com`

export interface Visitor {
  page: Page
  client: Client
  email: string
}

interface Fixtures {
  /** A page that is logged in, and the same user's client for what the journey is not about. */
  visitor: Visitor
  /** The account that the demo begins with, for journeys that only look. */
  seeded: Visitor
  /** A page of a browser that was never here. */
  stranger: Page
  watched: undefined
}

export const test = base.extend<Fixtures>({
  // Holds of every journey: nothing is asked for elsewhere, and no page does what its policy forbids.
  watched: [
    async ({ context }, use) => {
      const offences = watch(context)
      await use(undefined)
      expect(offences).toEqual([])
    },
    { auto: true },
  ],
  visitor: async ({ page, baseURL }, use) => {
    const { client, email, token } = await newcomer(baseURL!, { firstName: 'Ada', lastName: 'Lovelace' })
    await enter(page, token)
    await use({ page, email, client })
  },
  seeded: async ({ page, baseURL }, use) => {
    const { client, token } = await known(baseURL!, accounts.pro)
    await enter(page, token)
    await use({ page, email: accounts.pro.email, client })
  },
  stranger: async ({ browser, baseURL }, use) => {
    const context = await browser.newContext({ baseURL: baseURL! })
    const offences = watch(context)
    await use(await context.newPage())
    await context.close()
    expect(offences).toEqual([])
  },
})

/** What was asked for from elsewhere than this machine, and what a page's own policy has refused. */
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

/** The page is logged in from its first load on, until it logs out. */
export const enter = (page: Page, token: string) =>
  page.addInitScript(
    ([key, value]) => localStorage.getItem('left') ?? localStorage.setItem(key!, value!),
    ['authToken', token],
  )

type Account = (typeof accounts)[keyof typeof accounts]

/** By hand, on the page for it. */
export async function logIn(page: Page, { email, password }: Account): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
}

/**
 * The API as somebody elsewhere calls it: each has a network of their own. One network registers twenty people an hour
 * and logs in fifty times in a quarter of it, which all journeys from one machine would share.
 */
export function caller(baseUrl: string, token = ''): Client {
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

/** Somebody who has just registered. */
export async function newcomer(
  baseUrl: string,
  names: { firstName?: string; lastName?: string } = {},
): Promise<{ client: Client; email: string; token: string }> {
  const email = newAddress()
  const { token } = await caller(baseUrl).auth.register({ body: { email, password, ...names } })
  return { client: caller(baseUrl, token), email, token }
}

/** Confirms the address by the link that was mailed to it, as only confirmed users count for the popular list. */
export async function confirmAddress(page: Page, { client, email }: { client: Client; email: string }): Promise<void> {
  const link = await mailedLink(page, email, /verify-email/, /^Confirm your email/)
  await client.auth.verifyEmail({ body: { token: new URL(link).searchParams.get('token')! } })
}

/** One of those whom the demo begins with. */
export async function known(baseUrl: string, { email, password }: Account): Promise<{ client: Client; token: string }> {
  const { token } = await caller(baseUrl).auth.login({ body: { email, password } })
  return { client: caller(baseUrl, token), token }
}

export { expect }

/** Asks for a summary and waits until it can be heard. */
export async function readySummary(client: Client, link: string): Promise<number> {
  const { id } = await client.summaries.request({ body: { urlOrId: link, type: 'youtube' } })
  for (let tries = 0; tries < 240; tries++) {
    const { state } = await client.summaries.detail({ params: { id } })
    if (state === 'ready') return id
    await new Promise(resolve => setTimeout(resolve, 500))
  }
  throw new Error('The summary did not become ready')
}

/** The link of the newest mail to an address, looked up on the page where mails rest. */
export async function mailedLink(page: Page, to: string, like: RegExp, subject = /password/i): Promise<string> {
  const row = page.getByRole('row', { name: to })
  await expect(async () => {
    await page.goto(operatorPage(demoPort, '/dev/outbox'))
    await expect(row.getByRole('link', { name: subject }).first()).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await row.getByRole('link', { name: subject }).first().click()
  return (await page.locator('pre').getByRole('link').filter({ hasText: like }).getAttribute('href'))!
}
