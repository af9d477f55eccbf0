import Stripe from 'stripe'
import type { Clock } from '../../../ports/clock.ts'
import { type Patience, stripeFetch, usualPatience } from './fetch.ts'

export interface StripeConfig {
  secretKey: string
  publishableKey: string
  /** Secrets that Stripe signs events with. Several during a rotation. */
  webhookSecrets: readonly string[]
  /** Base URL of a fake that is called instead of Stripe. */
  url: string | undefined
  /** Where browsers load Stripe.js from. */
  scriptUrl: string
  patience?: Patience
}

/** The version that the SDK's types describe. */
export const apiVersion = '2026-10-28.endive'

export function stripeClient({ secretKey, url, patience = usualPatience }: StripeConfig, clock: Clock): Stripe {
  return new Stripe(secretKey, {
    apiVersion,
    httpClient: Stripe.createFetchHttpClient(stripeFetch(clock, url, patience)),
    // `stripeFetch` retries.
    maxNetworkRetries: 0,
    timeout: patience.wholeMs + 5_000,
    telemetry: false,
  })
}

/** Whether a text can be a Stripe id. Ids become path segments, where dots would change the path. */
export const isId = (text: string): boolean => /^\w{1,255}$/.test(text)

export const instant = (seconds: number): Date => new Date(seconds * 1000)

/** The id of an expandable field, expanded or not. */
export const idOf = (field: string | { id: string }): string => (typeof field === 'string' ? field : field.id)

/** The object of an expanded field, or null. */
export const writtenOut = <T extends object>(field: string | T | null | undefined): T | null =>
  typeof field === 'object' ? field : null
