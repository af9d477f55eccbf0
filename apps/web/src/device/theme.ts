import { type DeviceStorage, leniently } from './storage.ts'

export type Theme = 'light' | 'dark'

export interface ThemeStore {
  current(): Theme
  subscribe(listener: () => void): () => void
  /** Flips the theme and stores the choice. */
  toggle(): void
}

/** Browser bars take the background of the page. */
const barColours: Record<Theme, string> = { light: '#fffbf9', dark: '#161110' }

/** Starts from the stored choice, else the system's; changes of the system count only while no choice is stored. */
export function createTheme(storage: DeviceStorage, system: MediaQueryList, page: Document): ThemeStore {
  const listeners = new Set<() => void>()
  const stored = () => leniently(() => storage.get('theme'), null)
  const ofSystem = (): Theme => (system.matches ? 'dark' : 'light')
  let theme: Theme = stored() === 'dark' ? 'dark' : stored() === 'light' ? 'light' : ofSystem()

  const show = (wanted: Theme) => {
    theme = wanted
    page.documentElement.dataset.theme = theme
    page.querySelector('meta[name="theme-color"]')?.setAttribute('content', barColours[theme])
    for (const listener of listeners) listener()
  }
  show(theme)
  system.addEventListener('change', () => stored() ?? show(ofSystem()))

  return {
    current: () => theme,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    toggle() {
      show(theme === 'dark' ? 'light' : 'dark')
      leniently(() => storage.set('theme', theme), undefined)
    },
  }
}
