import { handOver, postOffice, type Status } from '@recaps/fake-parts'
import type { Forgery } from '../forge.ts'
import type { Notification, Shop } from '../shop.ts'

export interface Attempt {
  uuid: string
  type: string
  /** What was answered; null for no answer, and for one that got lost on its way. */
  status: Status
}

/** Apple tries five times more: https://developer.apple.com/documentation/appstoreservernotifications/responding-to-app-store-server-notifications */
const retryHours = [1, 12, 24, 48, 72]
const answerWithinMs = 20_000

export type Webhooks = ReturnType<typeof webhookPost>

/** Brings messages to the server that registered for them. */
export function webhookPost(shop: Shop, written: (it: Notification, forgery?: Forgery) => string) {
  const attempts: Attempt[] = []
  /** Apple has one such address for each environment. */
  const addresses: string[] = []
  const note = ({ uuid, type }: Notification, status: Status) => void attempts.push({ uuid, type, status })
  const bodyOf = (notification: Notification, forgery?: Forgery): string =>
    JSON.stringify({ signedPayload: written(notification, forgery) })

  const office = postOffice<Notification, string, Forgery>({
    addresses,
    now: shop.time.now,
    // What is tried again goes to whoever listens by then.
    async post(notification, _, closing, forgery) {
      const [url] = addresses
      if (url === undefined) return null
      const headers = { 'content-type': 'application/json', 'user-agent': 'App Store Server Notifications' }
      const body = bodyOf(notification, forgery)
      const status = await handOver(url, { body, headers }, { answerWithinMs, closing })
      note(notification, status)
      return status
    },
    isTaken: status => status !== null && status >= 200 && status <= 206,
    lost: notification => note(notification, null),
    retryAt(_, failures) {
      const hours = retryHours[failures - 1]
      return hours === undefined ? undefined : shop.time.now() + hours * 3600_000
    },
  })
  shop.listeners.push(office.tell)

  return {
    ...office,
    /** Everything that was tried, in order. */
    attempts,
    /** Where messages go from now on. */
    register({ url }: { url: string }): void {
      addresses.splice(0, 1, url)
    },
    unregister(): void {
      addresses.length = 0
    },
    /** The body that would be posted. */
    bodyOf,
  }
}
