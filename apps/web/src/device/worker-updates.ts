import { deferred } from './deferred.ts'

/** How often a page that is left open looks for a new version. */
const lookAgainMs = 3_600_000
/** A worker that does not answer is taken for another build. On a slow device it has to be started first; nobody waits for this. */
const patienceMs = 10_000
/** On a slow device the new worker has to be started first. */
const takeOverMs = 10_000

/** Calls back once a new version waits. Returns what ends the watch. */
export function watchForUpdate(onReady: () => void): () => void {
  const workers = navigator.serviceWorker
  if (!workers) return () => {}
  const stop = new AbortController()
  const { signal } = stop
  const look = async (registration: ServiceWorkerRegistration) => {
    if (!registration.waiting || signal.aborted) return
    // A page from the network may be of the new build already: then there is nobody to ask.
    if (await isOfThisPage(registration.waiting)) registration.waiting?.postMessage({ takeOver: true })
    else if (!signal.aborted) onReady()
  }
  void workers.ready.then(registration => {
    const onInstalling = () => {
      const { installing } = registration
      installing?.addEventListener('statechange', () => installing.state === 'installed' && void look(registration))
    }
    const ask = () => document.visibilityState === 'visible' && void registration.update().catch(() => {})
    void look(registration)
    onInstalling()
    registration.addEventListener('updatefound', onInstalling, { signal })
    document.addEventListener('visibilitychange', ask, { signal })
    const timer = setInterval(ask, lookAgainMs)
    signal.addEventListener('abort', () => clearInterval(timer))
  })
  return () => stop.abort()
}

/** Lets the new version take over, then loads the page anew: before that it would be the old one's again. */
export async function takeUpdate(): Promise<void> {
  const next = (await navigator.serviceWorker.getRegistration())?.waiting
  if (next) {
    const { promise: isOver, resolve } = deferred()
    next.addEventListener('statechange', () => (next.state === 'activated' || next.state === 'redundant') && resolve())
    next.postMessage({ takeOver: true })
    setTimeout(resolve, takeOverMs)
    await isOver
  }
  location.reload()
}

function isOfThisPage(worker: ServiceWorker): Promise<boolean> {
  const script = document.querySelector<HTMLScriptElement>('script[src*="/assets/app-"]')?.src ?? entryOfPage()
  const { port1, port2 } = new MessageChannel()
  return new Promise(resolve => {
    port1.onmessage = ({ data }) => resolve(data === true)
    worker.postMessage({ isFrom: script }, [port2])
    setTimeout(() => resolve(false), patienceMs)
  })
}

/** Where the page was drawn at the build its script is only fetched ahead (build/prerender.ts). */
const entryOfPage = () => document.querySelector<HTMLLinkElement>('link[data-app]')?.href ?? ''
