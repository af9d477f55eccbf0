import { readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../demos.ts'

/** A page of the app, and the heading that shows it has loaded. */
export interface AppPage {
  path: string
  heading: string | RegExp
}

/** Pages shown without an account. */
export const publicPages: Record<string, AppPage> = {
  landing: { path: '/landing', heading: 'Hours of video' },
  login: { path: '/login', heading: 'Log in' },
  registration: { path: '/registration', heading: 'Create an account' },
  resetPassword: { path: '/reset-password', heading: 'Reset your password' },
  // A failed sign-in redirects to the login page.
  callback: { path: '/auth/callback', heading: 'Log in' },
  verifyEmail: { path: '/verify-email', heading: 'Confirm your email address' },
  feedback: { path: '/feedback', heading: 'Contact Us' },
  faq: { path: '/faq', heading: 'Questions and answers' },
  support: { path: '/support', heading: 'Support' },
  terms: { path: '/terms', heading: 'Terms of Service' },
  privacy: { path: '/privacy', heading: 'Privacy Policy' },
  shared: { path: '/history-detail/half-a-link', heading: 'Summary not found' },
  notFound: { path: '/nowhere', heading: '404 - Page Not Found' },
}

/** Pages shown to logged-in users. Without chosen channels, the later steps of the wizard redirect to the first. */
export const userPages: Record<string, AppPage> = {
  home: { path: '/', heading: /Schedule|My Summaries/ },
  schedule: { path: '/tabs/dashboard', heading: 'Schedule' },
  wizardChannels: { path: '/schedule-wizard-channels', heading: /channels/i },
  wizardDate: { path: '/schedule-wizard-date', heading: /./ },
  wizardFrequency: { path: '/schedule-wizard-frequency', heading: /./ },
  generate: { path: '/tabs/summarize', heading: 'Generate Summary' },
  history: { path: '/tabs/history', heading: 'My Summaries' },
  popular: { path: '/tabs/popular', heading: 'Popular' },
  account: { path: '/account', heading: 'Account Settings' },
  settings: { path: '/settings', heading: 'Where you are logged in' },
  subscriptions: { path: '/subscriptions', heading: 'Premium' },
  feedback: { path: '/feedback', heading: 'Contact Us' },
  support: { path: '/support', heading: 'Support' },
  privacy: { path: '/privacy', heading: 'Privacy Policy' },
}

export const summaryPage = (id: number): AppPage => ({ path: `/history-detail/${id}`, heading: 'Key points' })

/** Names of all pages in the app's route list. */
export function readRouteNames(): string[] {
  const list = readFileSync(path.join(root, 'apps/web/src/app/pages.ts'), 'utf8')
  return [...list.matchAll(/^ {2}(\w+): \(\) => import\(/gm)].map(match => match[1]!)
}
