declare const self: ServiceWorkerGlobalScope

interface PushContent {
  title: string
  body: string
  path: string
  tag: string
}

/** Shows push notifications, even if no page of the app is open, and opens their pages on click. Uses only the pushed data. */
export function handlePushNotifications() {
  self.addEventListener('push', event => {
    const { title, body, path, tag } = read(event.data)
    const options = { body, tag, icon: '/icon-192.png', badge: '/icon-monochrome-96.png', data: { path } }
    event.waitUntil(self.registration.showNotification(title, options))
  })

  self.addEventListener('notificationclick', event => {
    event.notification.close()
    event.waitUntil(open(toLocalPath((event.notification.data as Partial<PushContent> | null)?.path)))
  })

  // The push service has changed the subscription. The app sends the new one to the server when it is next opened.
  self.addEventListener('pushsubscriptionchange', event => {
    const { newSubscription, oldSubscription } = event as PushSubscriptionChangeEvent
    if (newSubscription || !oldSubscription) return
    ;(event as ExtendableEvent).waitUntil(self.registration.pushManager.subscribe(oldSubscription.options))
  })
}

/** Falls back to a generic text if the data is unreadable: browsers revoke the permission of sites that show nothing. */
function read(data: PushMessageData | null): PushContent {
  const content: Partial<Record<keyof PushContent, unknown>> = parse(data) ?? {}
  const text = (value: unknown, fallback: string) => (typeof value === 'string' && value ? value : fallback)
  return {
    title: text(content.title, 'You have a new notification'),
    body: text(content.body, ''),
    path: text(content.path, '/'),
    tag: text(content.tag, 'news'),
  }
}

function parse(data: PushMessageData | null): object | null {
  try {
    return data?.json() ?? null
  } catch {
    return null
  }
}

/** Short, because browsers allow opening a window only for a moment after the click. */
const replyTimeoutMs = 500

/**
 * Navigates an open page of the app without reloading it, so that audio keeps playing. Opens a window if no page can navigate:
 * the landing page and pages that are still starting can't.
 */
async function open(path: string): Promise<void> {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const candidates = await Promise.all(pages.map(page => canNavigate(page).then(can => (can ? page : null))))
  const ready = candidates.filter(page => page !== null)
  const page = ready.find(({ focused }) => focused) ?? ready[0]
  if (!page) return void (await self.clients.openWindow(path))
  page.postMessage({ open: path })
  await page.focus()
}

function canNavigate(page: WindowClient): Promise<boolean> {
  const { port1, port2 } = new MessageChannel()
  return new Promise(resolve => {
    const timer = setTimeout(resolve, replyTimeoutMs, false)
    port1.onmessage = () => {
      clearTimeout(timer)
      resolve(true)
    }
    page.postMessage({ canOpen: true }, [port2])
  })
}

/**
 * Returns `/` for URLs of other sites. Repeats the check of `isLocalPath` in packages/domain, because this script must be a single
 * file. `/.//host` is normalized to `//host`, which a window would open as another site.
 */
function toLocalPath(path: unknown): string {
  const { origin } = self.location
  try {
    const url = new URL(typeof path === 'string' ? path : '/', origin)
    return url.origin === origin && /^\/(?!\/)/.test(url.pathname) ? url.pathname + url.search + url.hash : '/'
  } catch {
    return '/'
  }
}
