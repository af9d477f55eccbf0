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
  schedule: () => import('./DashboardScreen.tsx'),
  wizardChannels: () => import('../features/schedules/wizard/ChannelsScreen.tsx'),
  wizardDate: () => import('../features/schedules/wizard/DateScreen.tsx'),
  wizardFrequency: () => import('../features/schedules/wizard/FrequencyScreen.tsx'),
  generate: () => import('../features/summaries/generate/GenerateScreen.tsx'),
  history: () => import('../features/summaries/history/HistoryScreen.tsx'),
  popular: () => import('../features/popular/PopularScreen.tsx'),
  detail: () => import('../features/summaries/detail/DetailScreen.tsx'),
  shared: () => import('../features/summaries/shared/SharedScreen.tsx'),
  account: () => import('../features/account/profile/AccountScreen.tsx'),
  settings: () => import('../features/account/settings/SettingsScreen.tsx'),
  subscriptions: () => import('../features/account/subscriptions/SubscriptionsScreen.tsx'),
  faq: () => import('../features/help/FaqScreen.tsx'),
  support: () => import('../features/help/SupportScreen.tsx'),
  terms: () => import('../features/legal/TermsScreen.tsx'),
  privacy: () => import('../features/legal/PrivacyScreen.tsx'),
  feedback: () => import('../features/feedback/FeedbackScreen.tsx'),
  notFound: () => import('./NotFoundScreen.tsx'),
} satisfies Record<string, Load>

/** What anybody may read: users in the frame of the app, visitors without. */
const openPages: readonly [start: string, page: Load][] = [
  ['/faq', pages.faq],
  ['/support', pages.support],
  ['/terms', pages.terms],
  ['/privacy', pages.privacy],
  ['/feedback', pages.feedback],
]

const fetched = new Map<Load, ComponentType>()
const asked = new Map<Load, ReturnType<Load>>()

/** Fetches the code of a page, so that it can be shown at once. */
export async function fetchPage(load: Load): Promise<void> {
  fetched.set(load, (await loadPage(load)).default)
}

/** Asks once. Asked again, Vite's loader passes over a style sheet that did not come, and the page would stand there without it. */
export function loadPage(load: Load): ReturnType<Load> {
  const page = asked.get(load) ?? load()
  asked.set(load, page)
  return page
}

export const fetchedPage = (load: Load): ComponentType | undefined => fetched.get(load)

/** What the page at an address needs, as far as it can be told from outside. */
export function pagesAt(path: string, isSignedIn: boolean): Load[] {
  if (path.startsWith('/registration')) return [pages.registration]
  if (path.startsWith('/reset-password')) return [pages.resetPassword]
  if (path.startsWith('/auth/callback')) return [pages.callback]
  if (path.startsWith('/verify-email')) return [pages.verifyEmail]
  const open = openPages.find(([start]) => path.startsWith(start))?.[1]
  if (open) return isSignedIn ? [pages.shell, open] : [open]
  if (/^\/history-detail\/(?!\d+\/?$)./.test(path)) return isSignedIn ? [pages.shell, pages.shared] : [pages.shared]
  // Visitors are led to the landing page, which is none of the app's.
  if (!isSignedIn) return path === '/' || path === '/landing' ? [] : [pages.login]
  if (path === '/' || path === '/home') return [pages.shell, pages.home]
  if (/^\/schedule-wizard[-/]channels/.test(path)) return [pages.shell, pages.wizardChannels]
  if (/^\/schedule-wizard[-/]date/.test(path)) return [pages.shell, pages.wizardDate]
  if (/^\/schedule-wizard[-/]frequency/.test(path)) return [pages.shell, pages.wizardFrequency]
  if (path.startsWith('/tabs/history')) return [pages.shell, pages.history]
  if (path.startsWith('/tabs/popular')) return [pages.shell, pages.popular]
  if (path.startsWith('/tabs/summarize')) return [pages.shell, pages.generate]
  if (path.startsWith('/history-detail/')) return [pages.shell, pages.detail]
  if (path.startsWith('/account')) return [pages.shell, pages.account]
  if (path.startsWith('/settings')) return [pages.shell, pages.settings]
  if (path.startsWith('/subscriptions')) return [pages.shell, pages.subscriptions]
  return path.startsWith('/tabs') ? [pages.shell, pages.schedule] : []
}
