import type { ComponentType } from 'react'

export type Load = () => Promise<{ default: ComponentType }>

/** Each page's code is a separate chunk. This file must import nothing else: it is part of the first-page script. */
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

/** Pages for everyone: users see them in the app's frame, visitors in the public one. */
const publicPages: readonly [start: string, page: Load][] = [
  ['/faq', pages.faq],
  ['/support', pages.support],
  ['/terms', pages.terms],
  ['/privacy', pages.privacy],
  ['/feedback', pages.feedback],
]

const fetched = new Map<Load, ComponentType>()
const requested = new Map<Load, ReturnType<Load>>()

/** Preloads a page's code. Once loaded, the page can be rendered without suspending. */
export async function preloadPage(load: Load): Promise<void> {
  fetched.set(load, (await loadPage(load)).default)
}

/** Imports once. On a second import, Vite's loader ignores a style sheet that failed, and the page would appear unstyled. */
export function loadPage(load: Load): ReturnType<Load> {
  const page = requested.get(load) ?? load()
  requested.set(load, page)
  return page
}

export const preloadedPage = (load: Load): ComponentType | undefined => fetched.get(load)

/** The pages to preload for a path. Empty if unknown. */
export function pagesToPreload(path: string, isSignedIn: boolean): Load[] {
  if (path.startsWith('/registration')) return [pages.registration]
  if (path.startsWith('/reset-password')) return [pages.resetPassword]
  if (path.startsWith('/auth/callback')) return [pages.callback]
  if (path.startsWith('/verify-email')) return [pages.verifyEmail]
  const publicPage = publicPages.find(([start]) => path.startsWith(start))?.[1]
  if (publicPage) return isSignedIn ? [pages.shell, publicPage] : [publicPage]
  if (/^\/history-detail\/(?!\d+\/?$)./.test(path)) return isSignedIn ? [pages.shell, pages.shared] : [pages.shared]
  // Visitors go to the landing page, which is not part of the app.
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
