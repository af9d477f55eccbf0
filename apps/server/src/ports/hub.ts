import type { Upload } from './uploads.ts'

/**
 * The hub that announces uploads as they happen (WebSub, www.w3.org/TR/websub). A subscription ends after its lease unless it
 * is renewed.
 */
export interface Hub {
  /** Requests a subscription, which the hub then verifies at `callback`. Throws `ProviderError`. */
  subscribe(subscription: {
    channelId: string
    callback: string
    secret: string
    leaseSeconds: number
    signal?: AbortSignal
  }): Promise<void>
  /** Requests the end of a subscription, which the hub verifies as well. Throws `ProviderError`. */
  unsubscribe(subscription: { channelId: string; callback: string; signal?: AbortSignal }): Promise<void>
  /** Whether the topic is a feed URL of the channel. */
  isTopicOf(topic: string, channelId: string): boolean
  /** The announced uploads. Null if `signature` doesn't match the body and the secret, or if the body is not a feed. */
  read(body: Uint8Array, signature: string | undefined, secret: string): Upload[] | null
}
