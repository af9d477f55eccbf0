import Stripe from 'stripe'
import type { Clock } from '../../../ports/clock.ts'
import { defaultRetryPolicy, type RetryPolicy, stripeFetch } from './fetch.ts'

export interface StripeConfig {
  secretKey: string
  publishableKey: string
  /** Secrets that Stripe signs events with. Several during a rotation. */
  webhookSecrets: readonly string[]
  /** Base URL of a fake that is called instead of Stripe. */
  url: string | undefined
  /** Where browsers load Stripe.js from. */
  scriptUrl: string
  retryPolicy?: RetryPolicy
}

/** The version that the SDK's types describe. */
export const apiVersion = '2026-10-28.endive'

export function stripeClient({ secretKey, url, retryPolicy = defaultRetryPolicy }: StripeConfig, clock: Clock): Stripe {
  return new Stripe(secretKey, {
    apiVersion,
    httpClient: Stripe.createFetchHttpClient(stripeFetch(clock, url, retryPolicy)),
    // `stripeFetch` retries.
    maxNetworkRetries: 0,
    timeout: retryPolicy.totalMs + 5_000,
    telemetry: false,
  })
}

/** Whether a text can be a Stripe id. Ids become path segments, where dots would change the path. */
export const isId = (text: string): boolean => /^\w{1,255}$/.test(text)

export const dateFromSeconds = (seconds: number): Date => new Date(seconds * 1000)

/** The id of an expandable field, expanded or not. */
export const expandableId = (field: string | { id: string }): string => (typeof field === 'string' ? field : field.id)

/** The object of an expanded field, or null. */
export const expandedObject = <T extends object>(field: string | T | null | undefined): T | null =>
  typeof field === 'object' ? field : null
