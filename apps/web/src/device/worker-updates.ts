import { deferred } from './deferred.ts'

/** How often an open page checks for a new version. */
const checkIntervalMs = 3_600_000
/** A worker that does not answer counts as another build. Generous, because slow devices must start it first and nobody waits. */
const answerTimeoutMs = 10_000
/** Generous, because slow devices must start the new worker first. */
const takeOverTimeoutMs = 10_000

/** Calls back once a new version is ready to take over. Returns an unsubscribe function. */
export function watchForUpdate(onReady: () => void): () => void {
  const workers = navigator.serviceWorker
  if (!workers) return () => {}
  const controller = new AbortController()
  const { signal } = controller
  const checkWaiting = async (registration: ServiceWorkerRegistration) => {
    if (!registration.waiting || signal.aborted) return
    // A page loaded from the network may already be the new build. Then the worker can take over without asking.
    if (await isOfThisPage(registration.waiting)) registration.waiting?.postMessage({ takeOver: true })
    else if (!signal.aborted) onReady()
  }
  void workers.ready.then(registration => {
    const onInstalling = () => {
      const { installing } = registration
      installing?.addEventListener(
        'statechange',
        () => installing.state === 'installed' && void checkWaiting(registration),
      )
    }
    const requestUpdate = () => document.visibilityState === 'visible' && void registration.update().catch(() => {})
    void checkWaiting(registration)
    onInstalling()
    registration.addEventListener('updatefound', onInstalling, { signal })
    document.addEventListener('visibilitychange', requestUpdate, { signal })
    const timer = setInterval(requestUpdate, checkIntervalMs)
    signal.addEventListener('abort', () => clearInterval(timer))
  })
  return () => controller.abort()
}

/** Activates the new version, then reloads. Reloading earlier would load the old version again. */
export async function applyUpdate(): Promise<void> {
  const next = (await navigator.serviceWorker.getRegistration())?.waiting
  if (next) {
    const { promise: activated, resolve } = deferred()
    next.addEventListener('statechange', () => (next.state === 'activated' || next.state === 'redundant') && resolve())
    next.postMessage({ takeOver: true })
    setTimeout(resolve, takeOverTimeoutMs)
    await activated
  }
  location.reload()
}

function isOfThisPage(worker: ServiceWorker): Promise<boolean> {
  const script = document.querySelector<HTMLScriptElement>('script[src*="/assets/app-"]')?.src ?? entryOfPage()
  const { port1, port2 } = new MessageChannel()
  return new Promise(resolve => {
    port1.onmessage = ({ data }) => resolve(data === true)
    worker.postMessage({ isFrom: script }, [port2])
    setTimeout(() => resolve(false), answerTimeoutMs)
  })
}

/** On prerendered pages the app's script is only preloaded (build/prerender.ts). */
const entryOfPage = () => document.querySelector<HTMLLinkElement>('link[data-app]')?.href ?? ''
