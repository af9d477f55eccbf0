import { isLocalPath } from './local-path.ts'

/**
 * The pages that a link opens in the phone app where there is one: what mails, push messages and shares lead to, and the pages
 * of who is signed in. `*` stands for one part of an address. The server tells Apple of them; Android knows them by the
 * app's manifest. All others stay in the browser: what the service says of itself to everybody, what ends mails, the API.
 *
 * Neither `/auth/callback` nor `/login` is among them, though an app has both: a sign-in that was begun in a browser ends there,
 * with a code that counts in that browser alone, and a phone that took the link to the app would break it. Sign-ins that
 * were begun in the app come back by its own scheme. It is the same with payments: `paymentReturnPath` (`billing.ts`) is a browser's.
 */
export const appLinkPaths = [
  '/history-detail/*',
  '/tabs/dashboard',
  '/tabs/summarize',
  '/tabs/history',
  '/tabs/popular',
  '/account',
  '/settings',
  '/subscriptions',
  '/reset-password',
  '/verify-email',
] as const

/** Where the pages of the apps come from, which is the phone itself: Capacitor's own, on iOS and on Android. */
export const phoneOrigins: readonly string[] = ['capacitor://localhost', 'https://localhost']

/**
 * Whether a link to this address of the site, from its root and with whatever stands behind `?` and `#`, is the app's to open.
 * Each page has one spelling: an address that has to be decoded or resolved first is none of them.
 */
export const opensInApp = (path: string): boolean => isLocalPath(path) && pages.test(path.replace(/[?#].*$/s, ''))

const pages = new RegExp(`^(?:${appLinkPaths.map(path => path.replace('*', '[\\w-]+')).join('|')})$`)
