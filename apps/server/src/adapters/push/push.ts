import type { PushPlatform } from '@recaps/contract/notifications'
import type { Push } from '../../ports/push.ts'
import { type FcmConfig, fcmPush } from './fcm.ts'
import { browserPush, type WebPushConfig } from './web-push.ts'

export interface PushConfig {
  web: WebPushConfig
  /** If absent, phone tokens are refused. */
  fcm?: FcmConfig
}

/** Push notifications to browsers (Web Push) and phones (FCM, if configured). */
export function createPush({ web, fcm }: PushConfig): Push {
  const browsers = browserPush(web)
  const phones = fcm && fcmPush(fcm)
  const senderFor = (platform: PushPlatform) => (platform === 'web' ? browsers : phones)
  return {
    vapidKey: web.keys.publicKey,
    validateToken: (platform, token) =>
      senderFor(platform)?.validateToken(token) ??
      (senderFor(platform) ? null : 'Push notifications for phones are not set up on this server.'),
    send: async (platform, token, message) => (await senderFor(platform)?.send(token, message)) ?? 'gone',
  }
}
