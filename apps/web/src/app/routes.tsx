import { type ComponentType, lazy } from 'react'

type Load = () => Promise<{ default: ComponentType }>

/** Each page is a chunk of its own. */
const pages = {
  login: () => import('../features/auth/LoginScreen.tsx'),
  registration: () => import('../features/auth/RegistrationScreen.tsx'),
  shell: () => import('./shell/Shell.tsx'),
  generate: () => import('../features/summaries/generate/GenerateScreen.tsx'),
  history: () => import('../features/summaries/history/HistoryScreen.tsx'),
  detail: () => import('../features/summaries/detail/DetailScreen.tsx'),
  notFound: () => import('./NotFoundScreen.tsx'),
} satisfies Record<string, Load>

export const screens = {
  Login: lazy(pages.login),
  Registration: lazy(pages.registration),
  Shell: lazy(pages.shell),
  Generate: lazy(pages.generate),
  History: lazy(pages.history),
  Detail: lazy(pages.detail),
  NotFound: lazy(pages.notFound),
}

/** Starts loading the code of the first page before the app has rendered to find out which it is. */
export function preload(path: string, isSignedIn: boolean) {
  const needs: [RegExp, Load[]][] = [
    [/^\/registration/, [pages.registration]],
    [/^\/tabs\/history/, [pages.shell, pages.history]],
    [/^\/history-detail\//, [pages.shell, pages.detail]],
    [/^\/(tabs.*)?$/, [pages.shell, pages.generate]],
  ]
  const wanted = needs.find(([pattern]) => pattern.test(path))?.[1] ?? []
  const load = isSignedIn || path.startsWith('/registration') ? wanted : [pages.login]
  for (const page of load) page().catch(() => {})
}
