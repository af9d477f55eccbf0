import { App, inBackground } from './plugins.ts'

/** Pages on which Back leaves the app. */
const rootPages = /^\/tabs\/(dashboard|summarize|history|popular)\/?$/

/** Index of the current history entry, as counted by the router. */
const historyIndex = (): number => (history.state as { idx?: number } | null)?.idx ?? 0

let logoutIndex = Number.NEGATIVE_INFINITY

/** Marks the history up to here as unreachable: after a logout, each of its pages would only redirect to the login page. */
export function recordLogout(): void {
  logoutIndex = historyIndex()
}

/** Handles Android's back button and gesture. */
export function goBack(canGoBack: boolean): void {
  if (closeTop()) return
  const { pathname } = location
  const isBehindLogout = pathname === '/login' && historyIndex() <= logoutIndex + 1
  if (canGoBack && !rootPages.test(pathname) && !isBehindLogout) history.back()
  else inBackground(App.minimizeApp())
}

/** Closes all overlays, so that a page opened from outside the app is not hidden behind them. */
export function closeOverlays(): void {
  // An overlay may ask for confirmation and stay open, so the number of attempts is limited.
  for (let tries = 0; tries < 5 && closeTop(); tries++);
}

/** Sheets and menus that are not native dialogs. */
const overlays = '[role="menu"][data-open], [role="dialog"][data-open], .open-sheet'

/** Closes the topmost overlay. Returns false if there is none. */
function closeTop(): boolean {
  const hasOverlay = document.querySelector(overlays) !== null
  if (hasOverlay) {
    const target = document.activeElement ?? document.body
    target.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }))
    return true
  }
  const modal = [...document.querySelectorAll<HTMLDialogElement>('dialog:modal')].at(-1)
  modal?.close()
  return modal !== undefined
}
