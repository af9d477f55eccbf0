import type { PushPlatform, Topic } from '@recaps/contract/notifications'

export interface PushMessage {
  title: string
  body: string
  /** Path of the app that a tap opens. */
  path: string
  topic: Topic
  /** A message with the tag of one that is shown, or still waits for its device, takes its place. */
  tag: string
}

/** As it goes to one device. */
export interface AddressedPush extends PushMessage {
  /** How many notices its reader has not read: the number that the app's icon shows. */
  unread: number
}

/** Ways to the devices of users. */
export interface Push {
  /** With which browsers subscribe, base64url. */
  vapidKey: string
  /** Why a token cannot be one of this platform, as a sentence; null for one that can. */
  refuse(platform: PushPlatform, token: string): string | null
  /** `gone`: the device will never take a message again under this token. Throws `ProviderError` when it could not be asked. */
  send(platform: PushPlatform, token: string, message: AddressedPush): Promise<'sent' | 'gone'>
}
