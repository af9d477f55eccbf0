import { Capacitor } from '@capacitor/core'
import { opensInApp } from '@recaps/domain/app-links'
import { isLocalPath } from '@recaps/domain/local-path'
import { parseUrl } from '@recaps/domain/parse-url'
import { parseVideoLinks, watchUrl } from '@recaps/domain/video-url'
import { pageFact } from '../page-facts.ts'
import { withoutToken } from '../url-token.ts'
import { closeOverlays, goBack } from './back-button.ts'
import { App, Browser, inBackground, ShareTarget } from './plugins.ts'
import { serverOrigin } from './server-url.ts'
import { clearExpiredSignIn, clearPendingSignIn, readPendingSignIn } from './sign-in.ts'

/** A page of the app to open from outside, with its router state. */
export interface ExternalOpen {
  to: string
  state?: object | undefined
  /** Whether it replaces the current history entry. */
  isInstead?: boolean
}

/** A page requested from outside (by a link, a returning sign-in or a shared text) before the app listens. */
let pending: ExternalOpen | null = null
let listener: ((opening: ExternalOpen) => void) | null = null

export function onExternalOpen(callback: (opening: ExternalOpen) => void): () => void {
  listener = callback
  if (pending) callback(pending)
  pending = null
  return () => {
    if (listener === callback) listener = null
  }
}

/** Opens a page by its path and query. Anything but a local path is ignored. */
export function openPath(path: string): void {
  if (isLocalPath(path)) openPage(pageOf(path))
}

function openPage(opening: ExternalOpen): void {
  closeOverlays()
  if (listener) listener(opening)
  else pending = opening
}

const pageOf = (path: string): ExternalOpen => withoutToken(new URL(path, location.origin))

/** Session storage key for the last link opened: after a reload, the phone reports the launch link again. */
const lastLinkKey = 'opened-link'
/** What starts the app is reported twice: a link as launch URL and as event, a shared text on Android as two events. */
export const duplicateEventMs = 5000

/** Call once, before the app is created: if a link started the app, its page is the first one shown. */
export async function listenForExternalLinks(): Promise<void> {
  const launchLink = (await App.getLaunchUrl())?.url
  const startedAt = performance.now()
  let sharedAtStart = ''
  const listeners = [
    App.addListener('appUrlOpen', ({ url }) => {
      if (url === launchLink && performance.now() - startedAt < duplicateEventMs) return
      inBackground(follow(url))
    }),
    ShareTarget.addListener('shareReceived', ({ title, texts }) => {
      const to = `/tabs/summarize?${new URLSearchParams({ title: shorten(title), text: shorten(texts.join('\n')) })}`
      const isStarting = performance.now() - startedAt < duplicateEventMs
      if (isStarting && to === sharedAtStart) return
      if (isStarting) sharedAtStart = to
      openPath(to)
    }),
    App.addListener('backButton', ({ canGoBack }) => goBack(canGoBack)),
  ]
  for (const added of listeners) inBackground(added)
  const opening = launchLink && !(await markOpened(launchLink)) ? await openingOf(launchLink) : null
  await clearExpiredSignIn()
  if (opening) history.replaceState({ ...history.state, usr: opening.state }, '', opening.to)
}

async function follow(link: string): Promise<void> {
  await markOpened(link)
  const opening = await openingOf(link)
  if (!opening) return
  // iOS leaves the system browser open after a sign-in. Android has closed it, and `close` would reopen it.
  if (Capacitor.getPlatform() === 'ios') Browser.close().catch(() => {})
  openPage(opening)
}

/** Records a link as opened, and returns whether it was the last one opened. Stores only a hash, because links hold tokens. */
async function markOpened(link: string): Promise<boolean> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(link)))
  const hash = bytes.join()
  const lastHash = sessionStorage.getItem(lastLinkKey)
  sessionStorage.setItem(lastLinkKey, hash)
  return lastHash === hash
}

/** The page for a link to our server, or for a sign-in that returns through the app's URL scheme; null for other links. */
async function openingOf(link: string): Promise<ExternalOpen | null> {
  const callback = `${pageFact('scheme')}://auth/callback`
  if (link.startsWith(callback) && /^\/?(\?|$)/.test(link.slice(callback.length)))
    return await signInPageOf(new URLSearchParams(link.slice(callback.length).replace(/^\/?\?|#.*$/g, '')))
  const url = parseUrl(link)
  if (!url) return null
  const { origin, pathname, search, hash } = url
  const path = pathname + search + hash
  return origin === serverOrigin() && opensInApp(path) ? pageOf(path) : null
}

/** Ignored if no sign-in is pending: another app may have sent the link, or it was already handled. */
async function signInPageOf(query: URLSearchParams): Promise<ExternalOpen | null> {
  const pendingSignIn = await readPendingSignIn()
  if (!pendingSignIn) return null
  const state = pendingSignIn.from ? { from: pendingSignIn.from } : {}
  const token = query.get('token')
  if (token && !pendingSignIn.isLate)
    return { to: '/auth/callback', state: { ...state, broughtToken: token }, isInstead: true }
  await clearPendingSignIn()
  const code = query.get('code')
  const reason = code && /^\w{1,64}$/.test(code) ? `&code=${code}` : ''
  return { to: `/login?error=auth_failed${reason}`, state, isInstead: true }
}

/** A shared text can be very long. A longer one is reduced to its video links or, without any, to its beginning. */
const maxTextLength = 2000
const maxLinks = 40

function shorten(text: string): string {
  if (text.length <= maxTextLength) return text
  const { videos } = parseVideoLinks((text.match(/https?:\/\/\S+/g) ?? []).join('\n'))
  if (videos.length === 0) return text.slice(0, maxTextLength).toWellFormed()
  const links = videos.slice(0, maxLinks).map(({ videoId, startMs }) => watchUrl(videoId, startMs))
  return links.join('\n')
}
