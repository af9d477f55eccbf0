import { Capacitor } from '@capacitor/core'
import { opensInApp } from '@recaps/domain/app-links'
import { isLocalPath } from '@recaps/domain/local-path'
import { parsedUrl } from '@recaps/domain/parsed-url'
import { parseVideoLinks, watchUrl } from '@recaps/domain/video-url'
import { withoutToken } from '../brought-token.ts'
import { pageFact } from '../page-facts.ts'
import { serverOrigin } from './address.ts'
import { closeAll, goBack } from './back.ts'
import { App, Browser, beside, ShareTarget } from './plugins.ts'
import { awaitedSignIn, forgetLateSignIn, forgetSignIn } from './sign-in.ts'

/** A page of the app, what it is handed beside its address, and whether it stands in for the page that is open. */
export interface Opening {
  to: string
  state?: object | undefined
  isInstead?: boolean
}

/**
 * Where the app is to go because of something outside of it: a link of ours, a sign-in that comes back, a text that another
 * app shares. What comes before the app listens waits for it.
 */
let waiting: Opening | null = null
let go: ((opening: Opening) => void) | null = null

export function onOpened(act: (opening: Opening) => void): () => void {
  go = act
  if (waiting) act(waiting)
  waiting = null
  return () => {
    if (go === act) go = null
  }
}

/** The path of a page, from the root of the app, with whatever stands behind `?`; any other address is none of ours. */
export function open(path: string): void {
  if (isLocalPath(path)) openPage(pageOf(path))
}

function openPage(opening: Opening): void {
  closeAll()
  if (go) go(opening)
  else waiting = opening
}

const pageOf = (path: string): Opening => withoutToken(new URL(path, location.origin))

/** Of a page that is loaded anew: its phone still tells of the link that had opened it. */
const doneKey = 'opened-link'
/** What starts the app is told twice: a link when asked for and as one that has just come, a text on Android as two. */
export const toldTwiceMs = 5000

/** Call once, before the app is put together: the page of the link that has started it is the first. */
export async function listenOutside(): Promise<void> {
  const launchLink = (await App.getLaunchUrl())?.url
  const startedAt = performance.now()
  let sharedAtStart = ''
  const listening = [
    App.addListener('appUrlOpen', ({ url }) => {
      if (url === launchLink && performance.now() - startedAt < toldTwiceMs) return
      beside(follow(url))
    }),
    ShareTarget.addListener('shareReceived', ({ title, texts }) => {
      const to = `/tabs/summarize?${new URLSearchParams({ title: brief(title), text: brief(texts.join('\n')) })}`
      const isStarting = performance.now() - startedAt < toldTwiceMs
      if (isStarting && to === sharedAtStart) return
      if (isStarting) sharedAtStart = to
      open(to)
    }),
    App.addListener('backButton', ({ canGoBack }) => goBack(canGoBack)),
  ]
  for (const one of listening) beside(one)
  const opening = launchLink && !(await isDone(launchLink)) ? await openingOf(launchLink) : null
  await forgetLateSignIn()
  if (opening) history.replaceState({ ...history.state, usr: opening.state }, '', opening.to)
}

async function follow(link: string): Promise<void> {
  await isDone(link)
  const opening = await openingOf(link)
  if (!opening) return
  // A sign-in was in the system's browser, which an iPhone leaves open. Android has closed it, and would open it once more.
  if (Capacitor.getPlatform() === 'ios') Browser.close().catch(() => {})
  openPage(opening)
}

/** Whether this page has followed the link already; it counts as followed from now on. Its token is not kept with it. */
async function isDone(link: string): Promise<boolean> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(link)))
  const mark = bytes.join()
  const was = sessionStorage.getItem(doneKey)
  sessionStorage.setItem(doneKey, mark)
  return was === mark
}

/** The page in the app of a link of our service, or of a sign-in that comes back by our own scheme; null for any other. */
async function openingOf(link: string): Promise<Opening | null> {
  const callback = `${pageFact('scheme')}://auth/callback`
  if (link.startsWith(callback) && /^\/?(\?|$)/.test(link.slice(callback.length)))
    return await signInOf(new URLSearchParams(link.slice(callback.length).replace(/^\/?\?|#.*$/g, '')))
  const url = parsedUrl(link)
  if (!url) return null
  const { origin, pathname, search, hash } = url
  const path = pathname + search + hash
  return origin === serverOrigin() && opensInApp(path) ? pageOf(path) : null
}

/** A sign-in that nobody waits for is nothing: another app may have sent it, or it has come before. */
async function signInOf(query: URLSearchParams): Promise<Opening | null> {
  const awaited = await awaitedSignIn()
  if (!awaited) return null
  const state = awaited.from ? { from: awaited.from } : {}
  const token = query.get('token')
  if (token && !awaited.isLate)
    return { to: '/auth/callback', state: { ...state, broughtToken: token }, isInstead: true }
  await forgetSignIn()
  const code = query.get('code')
  const why = code && /^\w{1,64}$/.test(code) ? `&code=${code}` : ''
  return { to: `/login?error=auth_failed${why}`, state, isInstead: true }
}

/** A shared text may be as long as a book. Of a long one its links to videos count, or how it begins. */
const longestText = 2000
const mostLinks = 40

function brief(text: string): string {
  if (text.length <= longestText) return text
  const { videos } = parseVideoLinks((text.match(/https?:\/\/\S+/g) ?? []).join('\n'))
  if (videos.length === 0) return text.slice(0, longestText).toWellFormed()
  const links = videos.slice(0, mostLinks).map(({ videoId, startMs }) => watchUrl(videoId, startMs))
  return links.join('\n')
}
