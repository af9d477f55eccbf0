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

export const apiVersion = '1.0'
