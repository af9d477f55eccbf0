import { isLocalPath } from '@recaps/domain/local-path'

const address = '/service-worker.js'
/** A page that is still busy after this long gets its service worker all the same (specification §9). */
const atTheLatestMs = 30_000

/** The content security policy lets this one name make addresses of scripts, and it makes only this one. */
let trusted: string | undefined
const trustedAddress = (): string => {
  const { trustedTypes } = window as { trustedTypes?: { createPolicy(name: string, rules: object): TrustedPolicy } }
  trusted ??= trustedTypes?.createPolicy('service-worker', { createScriptURL: () => address }).createScriptURL('')
  return trusted ?? address
}
interface TrustedPolicy {
  createScriptURL(url: string): string
}

/** Null where there can be none: an old browser, a page that came without https, development. */
export async function registerWorker(): Promise<ServiceWorkerRegistration | null> {
  if (!('serviceWorker' in navigator) || import.meta.env.MODE === 'development') return null
  try {
    await navigator.serviceWorker.register(trustedAddress())
    return await navigator.serviceWorker.ready
  } catch (error) {
    console.error('The service worker could not be registered:', error)
    return null
  }
}

/** Calls back once the page has loaded and has nothing to do, or after 30 s. Returns what calls it off. */
export function whenStable(act: () => void): () => void {
  let isDone = false
  const once = () => {
    if (isDone) return
    isDone = true
    clearTimeout(timer)
    act()
  }
  const timer = setTimeout(once, atTheLatestMs)
  const whenIdle = () => ('requestIdleCallback' in window ? requestIdleCallback(once) : setTimeout(once, 1000))
  if (document.readyState === 'complete') whenIdle()
  else addEventListener('load', whenIdle, { once: true })
  return () => {
    isDone = true
    clearTimeout(timer)
  }
}

/** The page that a push message told of was asked for. Returns what ends the listening. */
export function onOpen(go: (path: string) => void): () => void {
  if (!('serviceWorker' in navigator)) return () => {}
  const workers = navigator.serviceWorker
  const listen = ({ data, ports }: MessageEvent<{ open?: unknown } | null>) => {
    if (typeof data?.open !== 'string') {
      // It asks first who is there.
      ports[0]?.postMessage(true)
    } else if (isLocalPath(data.open)) go(data.open)
  }
  workers.addEventListener('message', listen)
  workers.startMessages()
  return () => workers.removeEventListener('message', listen)
}
