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

/** Every call of the API, by feature and verb. */
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

/** What the calls of a feature are for, as the API document heads them. */
export const featureDescriptions: Record<keyof Routes, string> = {
  auth: 'Accounts, passwords, and sign-in with Google or Apple.',
  users: 'Your profile, settings and sessions.',
  account: 'Export or delete everything that is yours.',
  notifications: 'Push notifications on your devices.',
  notices: 'What happened while you were away.',
  subscriptions: 'Plans, purchases, and the webhooks of payment providers.',
  youtube: 'Search YouTube for channels and videos.',
  voices: 'The voices that read summaries aloud.',
  summaries: 'Request, read, share and export summaries.',
  popular: 'The channels that you hide in the popular list.',
  schedules: 'Follow channels and get their new videos as a digest.',
  feedback: 'Write to support.',
  analytics: 'Count visits, with consent.',
  health: 'Whether the server works, and how it is set up.',
}

export const apiVersion = '1.0'
