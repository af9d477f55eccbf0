import { registerWorker } from './service-worker.ts'
import { type DeviceStorage, leniently } from './storage.ts'

/** Why this device shows no push messages; `off` when it could. */
export type NoPush = 'off' | 'blocked' | 'insecure' | 'not_installed' | 'unsupported'

export interface PushDevice {
  platform: 'web' | 'ios' | 'android'
  /** What stands in the way, as it is known without asking anybody. */
  obstacle(): NoPush
  /** Under what the server reaches this device; null while its user has not asked for push messages here. */
  token(): Promise<string | null>
  /** Asks the user, and subscribes with the server's key. Null when the user says no. Throws when no push service answers. */
  allow(serverKey: () => Promise<string>): Promise<string | null>
  /** Takes the subscription back and what is shown away. Never throws. */
  forget(): Promise<void>
}

/** Push messages to a browser (Push API). That they are wanted here is kept apart from the browser's permission: it outlives a user. */
export function pushDevice(storage: DeviceStorage): PushDevice {
  const isWanted = () => leniently(() => storage.get('push') === 'on', false)

  return {
    platform: 'web',
    obstacle() {
      if (!window.isSecureContext) return 'insecure'
      if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window))
        return isIos() ? 'not_installed' : 'unsupported'
      return Notification.permission === 'denied' ? 'blocked' : 'off'
    },
    async token() {
      if (!isWanted() || this.obstacle() !== 'off' || Notification.permission !== 'granted') return null
      const worker = await registerWorker()
      const subscription = await worker?.pushManager.getSubscription()
      return subscription ? JSON.stringify(subscription) : null
    },
    async allow(serverKey) {
      // First of all: browsers let nobody ask some moments after the press that led here.
      if ((await Notification.requestPermission()) !== 'granted') return null
      const worker = await registerWorker()
      if (!worker) throw new DOMException('There is no service worker', 'NotSupportedError')
      const { subscribed } = await import('./push-subscription.ts')
      const subscription = await subscribed(worker, await serverKey())
      leniently(() => storage.set('push', 'on'), undefined)
      return JSON.stringify(subscription)
    },
    async forget() {
      if (this.obstacle() !== 'off') return
      leniently(() => storage.remove('push'), undefined)
      try {
        const worker = await navigator.serviceWorker.getRegistration()
        for (const shown of (await worker?.getNotifications()) ?? []) shown.close()
        await (await worker?.pushManager.getSubscription())?.unsubscribe()
      } catch (error) {
        console.error('The push subscription could not be taken back:', error)
      }
    },
  }
}

/** Safari on phones and tablets takes push messages only for an app on the home screen. */
const isIos = (): boolean => /iPhone|iPad/.test(navigator.userAgent) || /Macintosh.*Mobile/.test(navigator.userAgent)
