import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { AppError } from '../errors.ts'

/** Allowed calls (`points`) of a class per key (a user, an address, a network) within `duration` seconds. */
const classes = {
  /** Log-in attempts per account. */
  login_account: { points: 5, duration: 15 * 60 },
  /** Log-in attempts per network. */
  login_network: { points: 50, duration: 15 * 60 },
  /** Successful log-ins per account that do not count against the network, because a mobile network has many users. */
  login_right: { points: 10, duration: 15 * 60 },
  /** Wrong passwords per account, from all networks that the account has not used before. */
  login_anywhere: { points: 100, duration: 24 * 3600 },
  register_network: { points: 20, duration: 3600 },
  /** Requests for mails with links, per network. */
  // [ASVS 6.6.3]
  reset_network: { points: 40, duration: 3600 },
  /** Uses of links in mails, per network. Their tokens cannot be guessed; this only protects the database. */
  token_network: { points: 120, duration: 3600 },
  /** Unrequested mails to one address: anyone who knows the address can trigger them. */
  mail_address: { points: 3, duration: 3600 },
  /** The same, per day. */
  mail_address_day: { points: 10, duration: 24 * 3600 },
  /** Password reset mails to one address. Separate from `mail_address`, so that other mails cannot block a reset. */
  reset_address: { points: 3, duration: 3600 },
  /** Password checks within a session, to change the password or delete the account. */
  password_user: { points: 5, duration: 15 * 60 },
  /** Steps of a sign-in with Google or Apple; each sign-in takes three. */
  sign_in_network: { points: 120, duration: 15 * 60 },
  /** All calls of a user. */
  user: { points: 600, duration: 60 },
  /** Calls that send requests to YouTube. */
  outside: { points: 60, duration: 60 },
  /** Imports of channel lists; each may send fifty requests to YouTube. */
  import: { points: 10, duration: 600 },
  /** Public pages, per network. */
  public: { points: 300, duration: 60 },
  /** Thumbnails per network: a list shows fifty, and an office shares a network. */
  thumbnail: { points: 3000, duration: 60 },
  /** Thumbnails of previews per network; each is a request to YouTube. */
  thumbnail_fresh: { points: 300, duration: 60 },
  /** Manual schedule runs; each may poll a hundred channels. */
  run_now: { points: 20, duration: 3600 },
  /** Sample digests by mail. */
  digest_sample: { points: 3, duration: 3600 },
  /** Requests for new summaries. */
  request: { points: 60, duration: 60 },
  /** Questions about a video; each one costs money. */
  ask: { points: 60, duration: 3600 },
  /** Voice previews that have to be generated, which may cost money. */
  voice: { points: 20, duration: 600 },
  /** New purchases; resuming an open one is free. Low, so that stolen cards are not tested here. */
  payment: { points: 5, duration: 3600 },
  /** Submitted app store receipts. Apps resubmit the receipt of a paid purchase until it is accepted, so this is generous. */
  receipt: { points: 60, duration: 3600 },
  /** Account exports. */
  export: { points: 5, duration: 24 * 3600 },
  /** Upload URLs for profile pictures. */
  picture: { points: 20, duration: 3600 },
  /** Feedback messages, per user or network. */
  feedback: { points: 5, duration: 3600 },
  /** Analytics events, per network. */
  analytics: { points: 240, duration: 60 },
  /** Webhook calls, per network; those with a valid signature do not count. */
  hook: { points: 1200, duration: 60 },
  /** Test push notifications. */
  push_test: { points: 5, duration: 3600 },
} as const

export type LimitClass = keyof typeof classes

export interface Limits {
  /** Counts one call. Throws `too_many_requests` with the seconds to wait if the limit is exceeded. */
  take(limit: LimitClass, key: string): Promise<void>
  /** Resets the count of the key. */
  reset(limit: LimitClass, key: string): Promise<void>
  /** Undoes the count of one call. */
  refundCall(limit: LimitClass, key: string): Promise<void>
}

/** Counts one call. Returns false if the limit is exceeded. */
export const tryTake = (limits: Limits, limit: LimitClass, key: string): Promise<boolean> =>
  isAllowed(limits.take(limit, key))

/** Returns false if a limit rejected the call. */
export async function isAllowed(taken: Promise<void>): Promise<boolean> {
  try {
    await taken
    return true
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}

/** Counts the calls of one class, by key. */
export interface Limiter {
  /** Rejects with a `RateLimiterRes` if the limit is exceeded. */
  consume(key: string): Promise<unknown>
  delete(key: string): Promise<unknown>
  reward(key: string): Promise<unknown>
}

export type LimiterFactory = (name: LimitClass, options: { points: number; duration: number }) => Limiter

/** Counts only the calls of this process. */
export const memoryLimiters: LimiterFactory = (name, options) => new RateLimiterMemory({ keyPrefix: name, ...options })

export function createLimits(createLimiter: LimiterFactory): Limits {
  const limiters = new Map(
    Object.entries(classes).map(([name, options]) => [name, createLimiter(name as LimitClass, options)]),
  )
  return {
    async take(limit, key) {
      try {
        await limiters.get(limit)!.consume(key)
      } catch (exceeded) {
        if (!(exceeded instanceof RateLimiterRes)) throw exceeded
        throw new AppError('too_many_requests', undefined, {
          retryAfterSeconds: Math.ceil(exceeded.msBeforeNext / 1000),
        })
      }
    },
    async reset(limit, key) {
      await limiters.get(limit)!.delete(key)
    },
    async refundCall(limit, key) {
      await limiters.get(limit)!.reward(key)
    },
  }
}
