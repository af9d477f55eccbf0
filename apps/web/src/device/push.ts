import { registerWorker } from './service-worker.ts'
import { type DeviceStorage, leniently } from './storage.ts'

/** Why this device cannot show push notifications. `off`: it could, but they are not enabled. */
export type NoPush = 'off' | 'blocked' | 'insecure' | 'not_installed' | 'unsupported'

export interface PushDevice {
  platform: 'web' | 'ios' | 'android'
  /** What prevents push notifications, without prompting the user. */
  obstacle(): NoPush
  /** The token or subscription by which the server reaches this device; null if the user has not enabled push here. */
  token(): Promise<string | null>
  /** Asks for permission and subscribes with the server's key. Null if the user declines. Throws if the push service fails. */
  allow(serverKey: () => Promise<string>): Promise<string | null>
  /** Unsubscribes and removes displayed notifications. Never throws. */
  forget(): Promise<void>
}

/** Web Push. Whether push is enabled is stored separately: the browser's permission would outlast a logout. */
export function pushDevice(storage: DeviceStorage): PushDevice {
  const isEnabled = () => leniently(() => storage.get('push') === 'on', false)

  return {
    platform: 'web',
    obstacle() {
      if (!window.isSecureContext) return 'insecure'
      if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window))
        return isIos() ? 'not_installed' : 'unsupported'
      return Notification.permission === 'denied' ? 'blocked' : 'off'
    },
    async token() {
      if (!isEnabled() || this.obstacle() !== 'off' || Notification.permission !== 'granted') return null
      const worker = await registerWorker()
      const subscription = await worker?.pushManager.getSubscription()
      return subscription ? JSON.stringify(subscription) : null
    },
    async allow(serverKey) {
      // Must come first: browsers allow the prompt only right after a click.
      if ((await Notification.requestPermission()) !== 'granted') return null
      const worker = await registerWorker()
      if (!worker) throw new DOMException('No service worker', 'NotSupportedError')
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
        for (const notification of (await worker?.getNotifications()) ?? []) notification.close()
        await (await worker?.pushManager.getSubscription())?.unsubscribe()
      } catch (error) {
        console.error('Could not unsubscribe from push:', error)
      }
    },
  }
}

/** Safari on iPhone and iPad supports push only for apps added to the home screen. */
const isIos = (): boolean => /iPhone|iPad/.test(navigator.userAgent) || /Macintosh.*Mobile/.test(navigator.userAgent)
