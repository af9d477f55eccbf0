import type { ComponentType } from 'react'

export type Load = () => Promise<{ default: ComponentType }>

/** The code of each page is a chunk of its own; here is where each comes from. Nothing else is imported. */
export const pages = {
  login: () => import('../features/auth/LoginScreen.tsx'),
  registration: () => import('../features/auth/RegistrationScreen.tsx'),
  resetPassword: () => import('../features/auth/ResetPasswordScreen.tsx'),
  callback: () => import('../features/auth/CallbackScreen.tsx'),
  verifyEmail: () => import('../features/auth/VerifyEmailScreen.tsx'),
  shell: () => import('./shell/Shell.tsx'),
  home: () => import('./HomeScreen.tsx'),
  schedule: () => import('../features/schedules/dashboard/ScheduleScreen.tsx'),
  wizardChannels: () => import('../features/schedules/wizard/ChannelsScreen.tsx'),
  wizardDate: () => import('../features/schedules/wizard/DateScreen.tsx'),
  wizardFrequency: () => import('../features/schedules/wizard/FrequencyScreen.tsx'),
  generate: () => import('../features/summaries/generate/GenerateScreen.tsx'),
  history: () => import('../features/summaries/history/HistoryScreen.tsx'),
  detail: () => import('../features/summaries/detail/DetailScreen.tsx'),
  account: () => import('../features/account/profile/AccountScreen.tsx'),
  settings: () => import('../features/account/settings/SettingsScreen.tsx'),
  subscriptions: () => import('../features/account/subscriptions/SubscriptionsScreen.tsx'),
  feedback: () => import('../features/feedback/FeedbackScreen.tsx'),
  notFound: () => import('./NotFoundScreen.tsx'),
} satisfies Record<string, Load>

const fetched = new Map<Load, ComponentType>()

/** Fetches the code of a page, so that it can be shown at once. */
export async function fetchPage(load: Load): Promise<void> {
  fetched.set(load, (await load()).default)
}

export const fetchedPage = (load: Load): ComponentType | undefined => fetched.get(load)

/** What the page at an address needs, as far as it can be told from outside. */
export function pagesAt(path: string, isSignedIn: boolean): Load[] {
  if (path.startsWith('/registration')) return [pages.registration]
  if (path.startsWith('/reset-password')) return [pages.resetPassword]
  if (path.startsWith('/auth/callback')) return [pages.callback]
  if (path.startsWith('/verify-email')) return [pages.verifyEmail]
  if (path.startsWith('/feedback')) return isSignedIn ? [pages.shell, pages.feedback] : [pages.feedback]
  if (!isSignedIn) return [pages.login]
  if (path === '/') return [pages.shell, pages.home]
  if (path.startsWith('/schedule-wizard-channels')) return [pages.shell, pages.wizardChannels]
  if (path.startsWith('/schedule-wizard-date')) return [pages.shell, pages.wizardDate]
  if (path.startsWith('/schedule-wizard-frequency')) return [pages.shell, pages.wizardFrequency]
  if (path.startsWith('/tabs/history')) return [pages.shell, pages.history]
  if (path.startsWith('/tabs/summarize')) return [pages.shell, pages.generate]
  if (path.startsWith('/history-detail/')) return [pages.shell, pages.detail]
  if (path.startsWith('/account')) return [pages.shell, pages.account]
  if (path.startsWith('/settings')) return [pages.shell, pages.settings]
  if (path.startsWith('/subscriptions')) return [pages.shell, pages.subscriptions]
  return path.startsWith('/tabs') ? [pages.shell, pages.schedule] : []
}
