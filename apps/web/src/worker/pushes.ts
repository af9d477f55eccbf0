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

/** A page that is open goes there without being loaded anew, so that what plays in it goes on. */
async function open(path: string): Promise<void> {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const page = pages.find(({ focused }) => focused) ?? pages[0]
  if (!page) return void (await self.clients.openWindow(path))
  page.postMessage({ open: path })
  await page.focus()
}

function insideUs(path: unknown): string {
  const { origin } = self.location
  try {
    const url = new URL(typeof path === 'string' ? path : '/', origin)
    return url.origin === origin ? url.pathname + url.search + url.hash : '/'
  } catch {
    return '/'
  }
}
