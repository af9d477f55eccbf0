import type { z } from 'zod'
import {
  baseUrl,
  fingerprints,
  flag,
  isClientId,
  isStripeSigningSecret,
  list,
  oneOf,
  p256Key,
  serviceAccount,
  storeProducts,
  stripeKey,
  text,
  trustedUrl,
  wholeNumber,
} from './setting-schemas.ts'

export interface Setting {
  schema: z.ZodType
  default?: string
  /** One line for docs/configuration.md. */
  about: string
  secret?: true
}

/** Payments with Stripe and in the app stores. */
export const paymentSettings = {
  STRIPE_SECRET_KEY: {
    schema: stripeKey('sk|rk', 'sk_test_…').optional(),
    about:
      'Secret Stripe key for test or live mode. Default: nothing can be bought. A restricted key needs write access to customers, subscriptions, payment methods and portal sessions, and read access to the rest of Billing and to events.',
    secret: true,
  },
  STRIPE_PUBLISHABLE_KEY: {
    schema: stripeKey('pk', 'pk_test_…').optional(),
    about: 'Publishable key of the same mode, used by browsers.',
  },
  STRIPE_WEBHOOK_SECRET: {
    schema: list.refine(
      all => all.every(isStripeSigningSecret),
      'must be comma-separated signing secrets such as whsec_…',
    ),
    default: '',
    about:
      'Signing secret of the webhook at PUBLIC_URL followed by /api/subscriptions/webhook. During a rotation: the new and the old secret, separated by a comma.',
    secret: true,
  },
  STRIPE_URL: {
    schema: baseUrl.optional(),
    about: 'Sends all requests for Stripe to this URL instead. Used by the demo and the tests.',
  },
  STRIPE_SCRIPT_URL: {
    schema: trustedUrl,
    default: 'https://js.stripe.com/endive/stripe.js',
    about: 'URL from which browsers load Stripe.js.',
  },
  STORE_BILLING: {
    schema: flag,
    default: 'off',
    about:
      'on: the phone apps sell plans through the App Store and Google Play, as the stores may require, instead of by card. A phone whose store is not set up here still buys by card.',
  },
  STORE_PRODUCTS: {
    schema: storeProducts,
    default: '',
    about:
      'Product ids of the plans in the app stores, such as basic=com.example.basic,pro=com.example.pro. Default for plans that are not listed: recaps_basic_monthly and so on.',
  },
  APP_STORE_BUNDLE_ID: {
    schema: text.refine(isClientId, 'must be a bundle id such as com.example.recaps').optional(),
    about: 'Bundle id of the app whose App Store purchases are accepted. Default: none.',
  },
  APP_STORE_APP_ID: {
    schema: wholeNumber(
      1,
      Number.MAX_SAFE_INTEGER,
      'must be the numeric Apple ID of the app, as shown in App Store Connect',
    ).optional(),
    about: 'Apple ID of that app, a number. Required unless APP_STORE_ENVIRONMENT is sandbox.',
  },
  APP_STORE_ISSUER_ID: {
    schema: text
      .regex(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i, 'must be a UUID, as shown in App Store Connect')
      .optional(),
    about: 'Issuer id of the keys for in-app purchases.',
  },
  APP_STORE_KEY_ID: {
    schema: text.regex(/^[A-Z\d]{10}$/, 'must be a key id such as 2X9R4HXF34').optional(),
    about: 'Id of the key for requests to the App Store.',
  },
  APP_STORE_KEY: {
    schema: p256Key.optional(),
    about: 'That key: the content of the .p8 file.',
    secret: true,
  },
  APP_STORE_ENVIRONMENT: {
    schema: oneOf(['production', 'sandbox', 'both']),
    default: 'production',
    about: 'Whose purchases are accepted. Sandbox purchases are free; testers and Apple’s app reviewers make them.',
  },
  APP_STORE_URL: {
    schema: baseUrl.optional(),
    about: 'Sends all requests for the App Store to this URL instead. Used by the tests.',
  },
  APP_STORE_ROOTS: {
    schema: fingerprints,
    default: '',
    about: 'SHA-256 fingerprints of the root certificates of the fake at APP_STORE_URL, used instead of Apple’s.',
  },
  PLAY_PACKAGE: {
    schema: text.refine(isClientId, 'must be a package name such as com.example.recaps').optional(),
    about: 'Package name of the app whose Google Play purchases are accepted. Default: none.',
  },
  PLAY_SERVICE_ACCOUNT: {
    schema: serviceAccount.optional(),
    about: 'JSON key file of a Google service account that can view the app’s orders and manage its subscriptions.',
    secret: true,
  },
  PLAY_PUSH_AUDIENCE: {
    schema: text.optional(),
    about: 'Audience of the Pub/Sub push subscription that delivers Google Play’s notifications, as set there.',
  },
  PLAY_PUSH_ACCOUNT: {
    schema: text.regex(/^[^\s@]+@[^\s@]+$/, 'must be the email address of a service account').optional(),
    about: 'Email address of the service account that signs these notifications.',
  },
  PLAY_TEST_PURCHASES: {
    schema: flag,
    default: 'off',
    about: 'on: also accepts the free purchases of licence testers.',
  },
  PLAY_URL: {
    schema: baseUrl.optional(),
    about: 'Sends all requests for Google Play to this URL instead. Used by the tests.',
  },
} as const satisfies Record<string, Setting>
