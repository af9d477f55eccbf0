import type { PushPlatform, Topic } from '@recaps/contract/notifications'

export interface PushMessage {
  title: string
  body: string
  /** Path in the app that a tap opens. */
  path: string
  topic: Topic
  /** Replaces a message with the same tag that is displayed or still waiting for the device. */
  tag: string
}

/** A message as sent to one device. */
export interface AddressedPush extends PushMessage {
  /** Number of the user's unread notifications, for the badge of the app icon. */
  unread: number
}

/** Sends push notifications to users' devices. */
export interface Push {
  /** Public key that browsers subscribe with, base64url. */
  vapidKey: string
  /** Why the token is invalid for this platform, as a sentence; null if it is valid. */
  validateToken(platform: PushPlatform, token: string): string | null
  /** `gone`: the token will never work again. Throws `ProviderError` if the push service cannot be reached. */
  send(platform: PushPlatform, token: string, message: AddressedPush): Promise<'sent' | 'gone'>
}
