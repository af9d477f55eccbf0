import Stripe from 'stripe'
import type { Clock } from '../../../ports/clock.ts'
import { type Patience, stripeFetch, usualPatience } from './fetch.ts'

export interface StripeConfig {
  secretKey: string
  publishableKey: string
  /** With which Stripe signs events; several while one is changed for another. */
  webhookSecrets: readonly string[]
  /** Asked in place of Stripe: a stand-in. */
  url: string | undefined
  /** Where browsers load Stripe.js from. */
  scriptUrl: string
  patience?: Patience
}

/** The one that the declarations of the SDK describe. */
export const apiVersion = '2026-10-28.endive'

export function stripeClient({ secretKey, url, patience = usualPatience }: StripeConfig, clock: Clock): Stripe {
  return new Stripe(secretKey, {
    apiVersion,
    httpClient: Stripe.createFetchHttpClient(stripeFetch(clock, url, patience)),
    // Which calls are made again is for our own fetch to decide.
    maxNetworkRetries: 0,
    timeout: patience.wholeMs + 5_000,
    telemetry: false,
  })
}

/** As Stripe makes ids up. They become parts of paths, where dots would lead elsewhere. */
export const isId = (text: string): boolean => /^\w{1,255}$/.test(text)

export const instant = (seconds: number): Date => new Date(seconds * 1000)

/** The id of what is told by its id alone or written out. */
export const idOf = (one: string | { id: string }): string => (typeof one === 'string' ? one : one.id)

/** What was asked to be written out; null where there is nothing. */
export const writtenOut = <T extends object>(one: string | T | null | undefined): T | null =>
  typeof one === 'object' ? one : null
