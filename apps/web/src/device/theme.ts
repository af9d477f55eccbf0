import { type DeviceStorage, leniently } from './storage.ts'

export type Theme = 'light' | 'dark'
export type ThemeChoice = Theme | 'system'

export interface ThemeStore {
  current(): Theme
  subscribe(listener: () => void): () => void
  /** Flips the theme and stores the choice. */
  toggle(): void
  choice(): ThemeChoice
  /** `system` forgets what was chosen. */
  choose(choice: ThemeChoice): void
}

/** Browser bars take the background of the page. */
const barColours: Record<Theme, string> = { light: '#fffbf9', dark: '#161110' }

/** Starts from the stored choice, else the system's; changes of the system count only while no choice is stored. */
export function createTheme(storage: DeviceStorage, system: MediaQueryList, page: Document): ThemeStore {
  const listeners = new Set<() => void>()
  const choice = (): ThemeChoice => {
    const stored = leniently(() => storage.get('theme'), null)
    return stored === 'dark' || stored === 'light' ? stored : 'system'
  }
  const ofSystem = (): Theme => (system.matches ? 'dark' : 'light')
  const wanted = (): Theme => {
    const chosen = choice()
    return chosen === 'system' ? ofSystem() : chosen
  }
  let theme = wanted()

  const show = (next: Theme) => {
    theme = next
    page.documentElement.dataset.theme = theme
    page.querySelector('meta[name="theme-color"]')?.setAttribute('content', barColours[theme])
    for (const listener of listeners) listener()
  }
  show(theme)
  system.addEventListener('change', () => show(wanted()))
  const choose = (next: ThemeChoice) => {
    leniently(() => (next === 'system' ? storage.remove('theme') : storage.set('theme', next)), undefined)
    // Where nothing can be stored, the choice holds as long as the page does.
    show(next === 'system' ? ofSystem() : next)
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
