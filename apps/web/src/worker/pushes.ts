declare const self: ServiceWorkerGlobalScope

interface Told {
  title: string
  body: string
  path: string
  tag: string
}

/** Shows push messages and opens what they tell of, also while no page of the app is open. What it is sent is all it knows. */
export function showPushes() {
  self.addEventListener('push', event => {
    const { title, body, path, tag } = read(event.data)
    const shown = { body, tag, icon: '/icon-192.png', badge: '/icon-monochrome-96.png', data: { path } }
    event.waitUntil(self.registration.showNotification(title, shown))
  })

  self.addEventListener('notificationclick', event => {
    event.notification.close()
    event.waitUntil(open(insideUs((event.notification.data as Partial<Told> | null)?.path)))
  })

  // The push service has changed the address: the app tells the server of the new one when it is next opened.
  self.addEventListener('pushsubscriptionchange', event => {
    const { newSubscription, oldSubscription } = event as PushSubscriptionChangeEvent
    if (newSubscription || !oldSubscription) return
    ;(event as ExtendableEvent).waitUntil(self.registration.pushManager.subscribe(oldSubscription.options))
  })
}

/** A browser takes the right to send away from those who send and show nothing: what cannot be read is shown as news. */
function read(data: PushMessageData | null): Told {
  const told: Partial<Record<keyof Told, unknown>> = parsed(data) ?? {}
  const text = (value: unknown, otherwise: string) => (typeof value === 'string' && value ? value : otherwise)
  return {
    title: text(told.title, 'Something is new'),
    body: text(told.body, ''),
    path: text(told.path, '/'),
    tag: text(told.tag, 'news'),
  }
}

function parsed(data: PushMessageData | null): object | null {
  try {
    return data?.json() ?? null
  } catch {
    return null
  }
}

/** A browser lets a window be opened only for a moment after the press. */
const answerWithinMs = 500

/**
 * A page of the app that is open goes there without being loaded anew, so that what plays in it goes on. The landing page, or
 * one that is still starting, takes no such wish.
 */
async function open(path: string): Promise<void> {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const ways = await Promise.all(pages.map(page => takesWishes(page).then(takes => (takes ? page : null))))
  const ready = ways.filter(page => page !== null)
  const page = ready.find(({ focused }) => focused) ?? ready[0]
  if (!page) return void (await self.clients.openWindow(path))
  page.postMessage({ open: path })
  await page.focus()
}

function takesWishes(page: WindowClient): Promise<boolean> {
  const { port1, port2 } = new MessageChannel()
  return new Promise(resolve => {
    const timer = setTimeout(resolve, answerWithinMs, false)
    port1.onmessage = () => {
      clearTimeout(timer)
      resolve(true)
    }
    page.postMessage({ canOpen: true }, [port2])
  })
}

/**
 * As `isLocalPath` in packages/domain, which this script does not share: it has to stay one file. `/.//host` comes out as
 * `//host`, which a window would open as another site.
 */
function insideUs(path: unknown): string {
  const { origin } = self.location
  try {
    const url = new URL(typeof path === 'string' ? path : '/', origin)
    return url.origin === origin && /^\/(?!\/)/.test(url.pathname) ? url.pathname + url.search + url.hash : '/'
  } catch {
    return '/'
  }
}
