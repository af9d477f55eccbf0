import { isLocalPath } from '@recaps/domain/local-path'

const address = '/service-worker.js'
/** Latest time for the registration, even if the page is still busy (specification §9). */
const maxWaitMs = 30_000

/** Trusted Types policy. The CSP allows script URLs only from policies with this name; this one creates no other URL. */
let trusted: string | undefined
const trustedAddress = (): string => {
  const { trustedTypes } = window as { trustedTypes?: { createPolicy(name: string, rules: object): TrustedPolicy } }
  trusted ??= trustedTypes?.createPolicy('service-worker', { createScriptURL: () => address }).createScriptURL('')
  return trusted ?? address
}
interface TrustedPolicy {
  createScriptURL(url: string): string
}

/** Null if unavailable: in old browsers, without https, or in development. */
export async function registerWorker(): Promise<ServiceWorkerRegistration | null> {
  if (!('serviceWorker' in navigator) || import.meta.env.MODE === 'development') return null
  try {
    await navigator.serviceWorker.register(trustedAddress())
    return await navigator.serviceWorker.ready
  } catch (error) {
    console.error('Service worker registration failed:', error)
    return null
  }
}

/** Calls back once the page has loaded and is idle, or after 30 s. Returns a cancel function. */
export function whenStable(callback: () => void): () => void {
  let isDone = false
  const once = () => {
    if (isDone) return
    isDone = true
    clearTimeout(timer)
    callback()
  }
  const timer = setTimeout(once, maxWaitMs)
  const whenIdle = () => ('requestIdleCallback' in window ? requestIdleCallback(once) : setTimeout(once, 1000))
  if (document.readyState === 'complete') whenIdle()
  else addEventListener('load', whenIdle, { once: true })
  return () => {
    isDone = true
    clearTimeout(timer)
  }
}

/** Calls back with the path to open after a click on a push notification. Returns an unsubscribe function. */
export function onOpen(go: (path: string) => void): () => void {
  if (!('serviceWorker' in navigator)) return () => {}
  const workers = navigator.serviceWorker
  const onMessage = ({ data, ports }: MessageEvent<{ open?: unknown } | null>) => {
    if (typeof data?.open !== 'string') {
      // The service worker first checks which pages respond.
      ports[0]?.postMessage(true)
    } else if (isLocalPath(data.open)) go(data.open)
  }
  workers.addEventListener('message', onMessage)
  workers.startMessages()
  return () => workers.removeEventListener('message', onMessage)
}
