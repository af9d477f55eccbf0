import { isLocalPath } from './local-path.ts'

/**
 * Pages whose links open in the phone app if it is installed: the targets of mails, push notifications and shares, and the
 * pages for logged-in users. `*` matches one path segment. The server publishes the list to Apple; Android reads it from the
 * app's manifest. All other pages open in the browser: public pages, unsubscribe links, the API.
 *
 * `/auth/callback` and `/login` are not included although the app has both: a sign-in started in a browser must end there,
 * because its code is valid only in that browser. Sign-ins started in the app return through its own scheme. Likewise for
 * payments: `paymentReturnPath` (`billing.ts`) opens only in a browser.
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

/** Origins of the phone apps' pages, which Capacitor serves from the phone itself (iOS, Android). */
export const phoneOrigins: readonly string[] = ['capacitor://localhost', 'https://localhost']

/**
 * Whether a link to this path, optionally with query and hash, opens in the app. Paths match only in their canonical form:
 * one that must be decoded or resolved first does not match.
 */
export const opensInApp = (path: string): boolean => isLocalPath(path) && pages.test(path.replace(/[?#].*$/s, ''))

const pages = new RegExp(`^(?:${appLinkPaths.map(path => path.replace('*', '[\\w-]+')).join('|')})$`)
