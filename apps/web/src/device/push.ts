import { registerWorker } from './service-worker.ts'
import { type DeviceStorage, withFallback } from './storage.ts'

/** Why this device cannot show push notifications. `off`: it could, but they are not enabled. */
export type PushObstacle = 'off' | 'blocked' | 'insecure' | 'not_installed' | 'unsupported'

export interface PushDevice {
  platform: 'web' | 'ios' | 'android'
  /** What prevents push notifications, without prompting the user. */
  obstacle(): PushObstacle
  /** The token or subscription by which the server reaches this device; null if the user has not enabled push here. */
  token(): Promise<string | null>
  /** Asks for permission and subscribes with the server's key. Null if the user declines. Throws if the push service fails. */
  enable(serverKey: () => Promise<string>): Promise<string | null>
  /** Unsubscribes and removes displayed notifications. Never throws. */
  disable(): Promise<void>
}

/** Web Push. Whether push is enabled is stored separately: the browser's permission would outlast a logout. */
export function pushDevice(storage: DeviceStorage): PushDevice {
  const isEnabled = () => withFallback(() => storage.get('push') === 'on', false)

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
    async enable(serverKey) {
      // Must come first: browsers allow the prompt only right after a click.
      if ((await Notification.requestPermission()) !== 'granted') return null
      const worker = await registerWorker()
      if (!worker) throw new DOMException('No service worker', 'NotSupportedError')
      const { ensurePushSubscription } = await import('./push-subscription.ts')
      const subscription = await ensurePushSubscription(worker, await serverKey())
      withFallback(() => storage.set('push', 'on'), undefined)
      return JSON.stringify(subscription)
    },
    async disable() {
      if (this.obstacle() !== 'off') return
      withFallback(() => storage.remove('push'), undefined)
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
