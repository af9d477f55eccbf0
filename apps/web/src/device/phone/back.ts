import { App, beside } from './plugins.ts'

/** From here there is no way back but out of the app. */
const firstPages = /^\/tabs\/(dashboard|summarize|history|popular)\/?$/

/** What the router counts in each entry of the history. */
const place = (): number => (history.state as { idx?: number } | null)?.idx ?? 0

let leftAt = Number.NEGATIVE_INFINITY

/** What lies before this in the history is of who has left: each of its pages would lead to the log-in page again. */
export function noteLogOut(): void {
  leftAt = place()
}

/** Android's back key, and its gesture. */
export function goBack(canGoBack: boolean): void {
  if (closeTop()) return
  const { pathname } = location
  const isOfNobody = pathname === '/login' && place() <= leftAt + 1
  if (canGoBack && !firstPages.test(pathname) && !isOfNobody) history.back()
  else beside(App.minimizeApp())
}

/** Closes what lies over the page, whole: what leads into the app from outside is not to stand behind it. */
export function closeAll(): void {
  // One may ask before it closes, and stay.
  for (let tries = 0; tries < 5 && closeTop(); tries++);
}

/** Sheets and menus that are no dialogs of the browser's own. */
const overPage = '[role="menu"][data-open], [role="dialog"][data-open], .open-sheet'

/** Whether there was something to close. */
function closeTop(): boolean {
  const isOver = document.querySelector(overPage) !== null
  if (isOver) {
    const at = document.activeElement ?? document.body
    at.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }))
    return true
  }
  const modal = [...document.querySelectorAll<HTMLDialogElement>('dialog:modal')].at(-1)
  modal?.close()
  return modal !== undefined
}
