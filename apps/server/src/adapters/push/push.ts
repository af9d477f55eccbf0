import type { PushPlatform } from '@recaps/contract/notifications'
import type { Push } from '../../ports/push.ts'
import { type FcmConfig, fcmPush } from './fcm.ts'
import { type WebPushConfig, webPushTo } from './web.ts'

export interface PushConfig {
  web: WebPushConfig
  /** Absent: phones cannot be reached, and are refused. */
  fcm?: FcmConfig
}

/** Browsers by web push, phones by FCM where it is set up. */
export function pushTo({ web, fcm }: PushConfig): Push {
  const browsers = webPushTo(web)
  const phones = fcm && fcmPush(fcm)
  const wayTo = (platform: PushPlatform) => (platform === 'web' ? browsers : phones)
  return {
    vapidKey: web.keys.publicKey,
    refuse: (platform, token) =>
      wayTo(platform)?.refuse(token) ?? (wayTo(platform) ? null : 'Push messages to phones are not set up here.'),
    send: async (platform, token, message) => (await wayTo(platform)?.send(token, message)) ?? 'gone',
  }
}
