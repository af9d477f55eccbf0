import { test as base, type Page } from '@playwright/test'
import { type Client, createClient } from '@recaps/contract'

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

/** A page that is logged in, and the same user's client for what the journey is not about. */
export const test = base.extend<{ visitor: Visitor }>({
  visitor: async ({ page, baseURL }, use) => {
    const email = newAddress()
    const { token } = await createClient({ baseUrl: baseURL!, token: () => '' }).auth.register({
      body: { email, password, firstName: 'Ada', lastName: 'Lovelace' },
    })
    await page.addInitScript(
      ([key, value]) => localStorage.getItem('left') ?? localStorage.setItem(key!, value!),
      ['authToken', token],
    )
    await use({ page, email, client: createClient({ baseUrl: baseURL!, token: () => token }) })
  },
})

export { expect } from '@playwright/test'

/** Asks for a summary and waits until it can be heard. */
export async function readySummary(client: Client, link: string): Promise<number> {
  const { id } = await client.summaries.request({ body: { urlOrId: link, type: 'youtube' } })
  for (let tries = 0; tries < 1_200; tries++) {
    const { state } = await client.summaries.detail({ params: { id } })
    if (state === 'ready') return id
    await new Promise(resolve => setTimeout(resolve, 100))
  }
  throw new Error('The summary did not become ready')
}
