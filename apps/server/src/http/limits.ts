import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { AppError } from '../errors.ts'

/** How many calls of one class a key (a user, an address, a network) may make in a time. */
const classes = {
  /** Log-in tries for one account. */
  login_account: { points: 5, duration: 15 * 60 },
  /** Log-in tries from one network. */
  login_network: { points: 50, duration: 15 * 60 },
  /** Right log-ins to one account that do not count against its network, which may be that of a phone company. */
  login_right: { points: 10, duration: 15 * 60 },
  /** Wrong passwords for one account, from all networks that its owner has not used before. */
  login_anywhere: { points: 100, duration: 24 * 3600 },
  register_network: { points: 20, duration: 3600 },
  /** Asking for links by mail, from one network. */
  // [ASVS 6.6.3]
  reset_network: { points: 40, duration: 3600 },
  /** Using the links of mails, from one network: their tokens cannot be guessed, this spares the database. */
  token_network: { points: 120, duration: 3600 },
  /** Unrequested mails to one address: anyone who knows the address can trigger them. */
  mail_address: { points: 3, duration: 3600 },
  /** The same, per day. */
  mail_address_day: { points: 10, duration: 24 * 3600 },
  /** Password reset mails to one address. Separate from `mail_address`, so that other mails cannot block a reset. */
  reset_address: { points: 3, duration: 3600 },
  /** Tries to say the password of one user from within a session: to change it, or to delete the account. */
  password_user: { points: 5, duration: 15 * 60 },
  /** Steps of signing in by Google or Apple; one takes three. */
  sign_in_network: { points: 120, duration: 15 * 60 },
  /** Every call of one user. */
  user: { points: 600, duration: 60 },
  /** Calls that ask YouTube something. */
  outside: { points: 60, duration: 60 },
  /** Lists of channels read: each may ask YouTube fifty times. */
  import: { points: 10, duration: 600 },
  /** Pages of one network that anybody may open. */
  public: { points: 300, duration: 60 },
  /** Thumbnails for one network: a list shows fifty, and an office shares a network. */
  thumbnail: { points: 3000, duration: 60 },
  /** Thumbnails of previews for one network: each is a request to YouTube. */
  thumbnail_fresh: { points: 300, duration: 60 },
  /** Runs of schedules asked for by hand: each may ask YouTube about a hundred channels. */
  run_now: { points: 20, duration: 3600 },
  /** Samples of a digest, mailed to oneself. */
  digest_sample: { points: 3, duration: 3600 },
  /** New summaries asked for. */
  request: { points: 60, duration: 60 },
  /** Questions to a video: each is paid for. */
  ask: { points: 60, duration: 3600 },
  /** Voices to be heard that nobody has heard here before: each is spoken, by a service perhaps, for money. */
  voice: { points: 20, duration: 600 },
  /** Purchases begun; the one that is open is gone on with for nothing. So few, that stolen cards are not tried here. */
  payment: { points: 5, duration: 3600 },
  /** Receipts of stores that are brought: one that is paid is told again until it is taken, so there is room for that. */
  receipt: { points: 60, duration: 3600 },
  /** Exports of everything. */
  export: { points: 5, duration: 24 * 3600 },
  /** Places to send a profile picture to. */
  picture: { points: 20, duration: 3600 },
  /** Messages to support, of one user or one network. */
  feedback: { points: 5, duration: 3600 },
  /** Pages and steps of visitors of one network that are counted. */
  analytics: { points: 240, duration: 60 },
  /** What services elsewhere tell us of, from one network; what is rightly signed is given back. */
  hook: { points: 1200, duration: 60 },
  /** Push messages to oneself. */
  push_test: { points: 5, duration: 3600 },
} as const

export type LimitClass = keyof typeof classes

export interface Limits {
  /** Takes one call from the allowance, or throws `too_many_requests` with the seconds to wait. */
  take(limit: LimitClass, key: string): Promise<void>
  /** Gives the allowance back, after a log-in that was right. */
  reset(limit: LimitClass, key: string): Promise<void>
  /** Gives one call back. */
  giveBack(limit: LimitClass, key: string): Promise<void>
}

/** Takes one call from the allowance, or says that there is none left. */
export const allows = (limits: Limits, limit: LimitClass, key: string): Promise<boolean> =>
  isAllowed(limits.take(limit, key))

/** False when a limit refused the call. */
export async function isAllowed(taken: Promise<void>): Promise<boolean> {
  try {
    await taken
    return true
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}

/** Counts the calls of one class by key. */
export interface Limiter {
  /** Rejects with a `RateLimiterRes` when the allowance is used up. */
  consume(key: string): Promise<unknown>
  delete(key: string): Promise<unknown>
  reward(key: string): Promise<unknown>
}

export type LimiterFactory = (name: LimitClass, options: { points: number; duration: number }) => Limiter

/** Counts in the memory of this process. */
export const memoryLimiters: LimiterFactory = (name, options) => new RateLimiterMemory({ keyPrefix: name, ...options })

export function createLimits(make: LimiterFactory): Limits {
  const limiters = new Map(Object.entries(classes).map(([name, options]) => [name, make(name as LimitClass, options)]))
  return {
    async take(limit, key) {
      try {
        await limiters.get(limit)!.consume(key)
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal
        throw new AppError('too_many_requests', undefined, {
          retryAfterSeconds: Math.ceil(refusal.msBeforeNext / 1000),
        })
      }
    },
    async reset(limit, key) {
      await limiters.get(limit)!.delete(key)
    },
    async giveBack(limit, key) {
      await limiters.get(limit)!.reward(key)
    },
  }
}
