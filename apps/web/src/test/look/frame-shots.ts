import type { Page } from 'playwright'
import type { Shot } from './shot.ts'
import { neverRespond } from './steps.ts'

const consentBanner = (page: Page) => page.getByRole('region', { name: 'Usage analytics' }).waitFor()

/** The frame around the pages: menu, banners, 404 and error pages. */
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
  // Home shows nothing itself: it redirects once it knows where to.
  { name: 'home', path: '/', state: 'full' },
  { name: 'home-loading', path: '/', state: 'loading', setUp: api => api.break('summaries.list', neverRespond) },
  {
    name: 'start-loading',
    path: '/tabs/history',
    state: 'loading',
    setUp: api => api.break('health.version', neverRespond),
  },
  {
    name: 'region-failed',
    path: '/tabs/history',
    async prepare(page) {
      await page.route(/assets\/PopularScreen-.*\.js/, route => route.abort())
      await page.getByRole('link', { name: 'Popular' }).first().click()
      // The app reloads the page once before it shows the error.
      await page.getByText('This page isn’t working').waitFor()
      await page.waitForTimeout(400)
    },
  },
  { name: 'analytics-consent', path: '/tabs/history', asksConsent: true, prepare: consentBanner },
  { name: 'analytics-consent-visitor', path: '/faq', isSignedOut: true, asksConsent: true, prepare: consentBanner },
  { name: 'analytics-consent-200', path: '/tabs/history', text: 200, asksConsent: true, prepare: consentBanner },
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
