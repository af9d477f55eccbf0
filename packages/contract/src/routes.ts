import { account } from './account.ts'
import { analytics } from './analytics.ts'
import { auth } from './auth.ts'
import { feedback } from './feedback.ts'
import { health } from './health.ts'
import { notices } from './notices.ts'
import { notifications } from './notifications.ts'
import { popular } from './popular.ts'
import { schedules } from './schedules.ts'
import { subscriptions } from './subscriptions.ts'
import { summaries } from './summaries.ts'
import { users } from './users.ts'
import { voices } from './voices.ts'
import { youtube } from './youtube.ts'

/** Every API call, by feature and verb. */
export const routes = {
  auth,
  users,
  account,
  notifications,
  notices,
  subscriptions,
  youtube,
  voices,
  summaries,
  popular,
  schedules,
  feedback,
  analytics,
  health,
}
export type Routes = typeof routes

/** The purpose of each feature's calls; headings in the API document. */
export const featureDescriptions: Record<keyof Routes, string> = {
  auth: 'Accounts, passwords, and sign-in with Google or Apple.',
  users: 'Your profile, settings and sessions.',
  account: 'Export all your data, or delete your account.',
  notifications: 'Push notifications on your devices.',
  notices: 'In-app notifications about what happened while you were away.',
  subscriptions: 'Plans, purchases, and the webhooks of payment providers.',
  youtube: 'Search YouTube for channels and videos.',
  voices: 'The voices that read summaries aloud.',
  summaries: 'Request, read, share and export summaries.',
  popular: 'Channels you have hidden from the popular list.',
  schedules: 'Follow channels and get their new videos as a digest.',
  feedback: 'Contact support.',
  analytics: 'Count visits, with consent.',
  health: 'Server health and setup.',
}

export const apiVersion = '1.0'
