import type { Page } from 'playwright'
import type { Shot } from './shot.ts'
import { noAnswer } from './steps.ts'

const asked = (page: Page) => page.getByRole('region', { name: 'Counting visits' }).waitFor()

/** What stands around the pages, and in place of one. */
export const frameShots: Shot[] = [
  {
    name: 'offline',
    path: '/tabs/history',
    prepare: page =>
      page
        .context()
        .setOffline(true)
        .then(() => page.waitForTimeout(400)),
  },
  {
    name: 'menu',
    path: '/tabs/history',
    async prepare(page) {
      const open = page.getByRole('button', { name: 'Menu' })
      if (await open.isVisible()) await open.click()
      await page.waitForTimeout(500)
    },
  },
  {
    name: 'shortcuts',
    path: '/tabs/history',
    prepare: page => page.keyboard.press('?').then(() => page.waitForTimeout(500)),
  },
  { name: 'not-found', state: 'full', path: '/nowhere' },
  { name: 'not-found-200', path: '/nowhere', text: 200 },
  { name: 'not-found-user', path: '/tabs/nowhere' },
  // Home has no face of its own: it leads on as soon as it knows where to.
  { name: 'home', path: '/', state: 'full' },
  { name: 'home-loading', path: '/', state: 'loading', setUp: api => api.break('summaries.list', noAnswer) },
  {
    name: 'start-loading',
    path: '/tabs/history',
    state: 'loading',
    setUp: api => api.break('health.version', noAnswer),
  },
  {
    name: 'region-failed',
    path: '/tabs/history',
    async prepare(page) {
      await page.route(/assets\/PopularScreen-.*\.js/, route => route.abort())
      await page.getByRole('link', { name: 'Popular' }).first().click()
      // The page loads itself anew before it says so.
      await page.getByText('This page failed').waitFor()
      await page.waitForTimeout(400)
    },
  },
  { name: 'counting-asked', path: '/tabs/history', isAsked: true, prepare: asked },
  { name: 'counting-asked-visitor', path: '/faq', isSignedOut: true, isAsked: true, prepare: asked },
  { name: 'counting-asked-200', path: '/tabs/history', text: 200, isAsked: true, prepare: asked },
  {
    name: 'menu-200',
    path: '/tabs/history',
    text: 200,
    async prepare(page) {
      const open = page.getByRole('button', { name: 'Menu' })
      if (await open.isVisible()) await open.click()
      await page.waitForTimeout(500)
    },
  },
]
