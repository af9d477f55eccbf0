import { createStorage, withFallback } from '../../../device/storage.ts'
import { createTheme, type ThemeStore } from '../../../device/theme.ts'
import { playExample } from './example-player.ts'
import { closeOnPress } from './menu.ts'
import { fetchWhenNear } from './pictures.ts'

/**
 * The complete script of the landing page. It runs in the head: theme and login state are set before the first paint, the rest
 * once the page is parsed.
 */
export function startLanding(): void {
  const storage = createStorage(() => localStorage)
  storage.initialise()
  const theme = createTheme(storage, matchMedia('(prefers-color-scheme: dark)'), document)
  const isSignedIn = withFallback(() => storage.get('authToken'), null) !== null
  document.documentElement.toggleAttribute('data-signed-in', isSignedIn)
  if (location.pathname === '/') leaveRoot(isSignedIn)

  document.addEventListener('DOMContentLoaded', () => addBehavior(theme), { once: true })
}

function addBehavior(theme: ThemeStore): void {
  for (const toggle of document.querySelectorAll('[data-theme-toggle]'))
    toggle.addEventListener('click', () => theme.toggle())
  const menu = document.querySelector<HTMLElement>('[popover]')
  if (menu) closeOnPress(menu)
  // The page contains the year of the build.
  for (const year of document.querySelectorAll('.public-footer__year'))
    year.textContent = year.textContent.replace(/\d{4}/, String(new Date().getFullYear()))
  fetchWhenNear(document.querySelectorAll('.feature__picture'))
  const example = document.querySelector<HTMLElement>('.example')
  if (example) playExample(example)
}

/** The root path shows visitors the landing page and redirects users to their home page. */
function leaveRoot(isSignedIn: boolean): void {
  if (isSignedIn) {
    document.documentElement.hidden = true
    location.replace('/home')
  } else history.replaceState(null, '', `/landing${location.search}${location.hash}`)
}
