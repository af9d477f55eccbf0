import { type DeviceStorage, withFallback } from './storage.ts'

export type Theme = 'light' | 'dark'
export type ThemeChoice = Theme | 'system'

export interface ThemeStore {
  current(): Theme
  subscribe(listener: () => void): () => void
  /** Flips the theme and stores the choice. */
  toggle(): void
  choice(): ThemeChoice
  /** `system` clears the stored choice. */
  choose(choice: ThemeChoice): void
}

/** Colors of the browser's bars, the same as the page background. */
const barColors: Record<Theme, string> = { light: '#fffbf9', dark: '#161110' }

/** Starts with the stored choice, else the system's. Follows the system only while no choice is stored. */
export function createTheme(storage: DeviceStorage, system: MediaQueryList, page: Document): ThemeStore {
  const listeners = new Set<() => void>()
  const choice = (): ThemeChoice => {
    const stored = withFallback(() => storage.get('theme'), null)
    return stored === 'dark' || stored === 'light' ? stored : 'system'
  }
  const systemTheme = (): Theme => (system.matches ? 'dark' : 'light')
  const preferredTheme = (): Theme => {
    const chosen = choice()
    return chosen === 'system' ? systemTheme() : chosen
  }
  let theme = preferredTheme()

  const show = (next: Theme) => {
    theme = next
    page.documentElement.dataset.theme = theme
    page.querySelector('meta[name="theme-color"]')?.setAttribute('content', barColors[theme])
    for (const listener of listeners) listener()
  }
  show(theme)
  system.addEventListener('change', () => show(preferredTheme()))
  const choose = (next: ThemeChoice) => {
    withFallback(() => (next === 'system' ? storage.remove('theme') : storage.set('theme', next)), undefined)
    // Applied even if it could not be stored: it then lasts until the page is closed.
    show(next === 'system' ? systemTheme() : next)
  }

  return {
    current: () => theme,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    toggle: () => choose(theme === 'dark' ? 'light' : 'dark'),
    choice,
    choose,
  }
}
