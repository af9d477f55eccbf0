import { readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../demos.ts'

/** Where each page of the app is, and the heading that tells that it is there. */
export interface Place {
  path: string
  heading: string | RegExp
}

/** What strangers see. */
export const openPlaces: Record<string, Place> = {
  landing: { path: '/landing', heading: 'Hours of video' },
  login: { path: '/login', heading: 'Log in' },
  registration: { path: '/registration', heading: 'Create an account' },
  resetPassword: { path: '/reset-password', heading: 'Reset your password' },
  // A sign-in that did not work ends at the log-in.
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

/** What users see; the later steps of the wizard lead to the first where nothing is chosen. */
export const usersPlaces: Record<string, Place> = {
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

/** A summary is where its number says. */
export const summaryPlace = (id: number): Place => ({ path: `/history-detail/${id}`, heading: 'Key points' })

/** The pages that the app has, by the names in its own list. */
export function pagesOfTheApp(): string[] {
  const list = readFileSync(path.join(root, 'apps/web/src/app/pages.ts'), 'utf8')
  return [...list.matchAll(/^ {2}(\w+): \(\) => import\(/gm)].map(match => match[1]!)
}
