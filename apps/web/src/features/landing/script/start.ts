import { createStorage, leniently } from '../../../device/storage.ts'
import { createTheme, type ThemeStore } from '../../../device/theme.ts'
import { playExample } from './example-player.ts'
import { closeOnPress } from './menu.ts'
import { fetchWhenNear } from './pictures.ts'

/**
 * Everything that the landing page does by script. It runs in the head: theme and way in stand before the first paint, the
 * rest waits for the page.
 */
export function startLanding(): void {
  const storage = createStorage(() => localStorage)
  storage.initialise()
  const theme = createTheme(storage, matchMedia('(prefers-color-scheme: dark)'), document)
  const isSignedIn = leniently(() => storage.get('authToken'), null) !== null
  document.documentElement.toggleAttribute('data-signed-in', isSignedIn)
  if (location.pathname === '/') leaveRoot(isSignedIn)

  document.addEventListener('DOMContentLoaded', () => bringToLife(theme), { once: true })
}

function bringToLife(theme: ThemeStore): void {
  for (const toggle of document.querySelectorAll('[data-theme-toggle]'))
    toggle.addEventListener('click', () => theme.toggle())
  const menu = document.querySelector<HTMLElement>('[popover]')
  if (menu) closeOnPress(menu)
  // The page was written in the year of its build.
  for (const line of document.querySelectorAll('.public-footer__year'))
    line.textContent = line.textContent.replace(/\d{4}/, String(new Date().getFullYear()))
  fetchWhenNear(document.querySelectorAll('.feature__picture'))
  const example = document.querySelector<HTMLElement>('.example')
  if (example) playExample(example)
}

/** The empty address is that of the landing page, and leads who is signed in home. */
function leaveRoot(isSignedIn: boolean): void {
  if (isSignedIn) {
    document.documentElement.hidden = true
    location.replace('/home')
  } else history.replaceState(null, '', `/landing${location.search}${location.hash}`)
}
