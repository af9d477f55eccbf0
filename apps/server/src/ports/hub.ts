import type { Upload } from './uploads.ts'

/**
 * The hub that tells of uploads as they happen (WebSub, www.w3.org/TR/websub). Subscriptions end after their lease and are
 * asked for again.
 */
export interface Hub {
  /** Asks to be told; the hub then verifies at `callback`. Throws `ProviderError`. */
  subscribe(subscription: {
    channelId: string
    callback: string
    secret: string
    leaseSeconds: number
    signal?: AbortSignal
  }): Promise<void>
  /** Asks not to be told any more; the hub then verifies that as well. Throws `ProviderError`. */
  unsubscribe(subscription: { channelId: string; callback: string; signal?: AbortSignal }): Promise<void>
  /** Whether this is an address that a channel is subscribed to by. */
  isTopicOf(topic: string, channelId: string): boolean
  /** What was delivered; null when `signature` is not of these bytes under this secret, or they are no feed. */
  read(body: Uint8Array, signature: string | undefined, secret: string): Upload[] | null
}
