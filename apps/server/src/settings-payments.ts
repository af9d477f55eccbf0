import type { z } from 'zod'
import {
  baseUrl,
  count,
  fingerprints,
  flag,
  isClientId,
  isStripeSigningSecret,
  issuer,
  list,
  oneOf,
  p256Key,
  serviceAccount,
  storeProducts,
  stripeKey,
  text,
} from './setting-forms.ts'

export interface Setting {
  schema: z.ZodType
  default?: string
  /** One line for docs/configuration.md. */
  about: string
  secret?: true
}

/** How plans are sold: by Stripe, and in the stores of apps. */
export const paymentSettings = {
  STRIPE_SECRET_KEY: {
    schema: stripeKey('sk|rk', 'sk_test_…').optional(),
    about:
      'Secret key of Stripe, of test or live mode. Absent: nothing can be bought here. A restricted key needs to write customers, subscriptions, payment methods and portal sessions, and to read the rest of Billing and events.',
    secret: true,
  },
  STRIPE_PUBLISHABLE_KEY: {
    schema: stripeKey('pk', 'pk_test_…').optional(),
    about: 'Publishable key of the same mode, with which browsers speak to Stripe.',
  },
  STRIPE_WEBHOOK_SECRET: {
    schema: list.refine(
      all => all.every(isStripeSigningSecret),
      'must be signing secrets such as whsec_…, separated by commas',
    ),
    default: '',
    about:
      'Signing secret of the webhook at PUBLIC_URL with /api/subscriptions/webhook behind it. While it is changed: the new and the old one, separated by commas.',
    secret: true,
  },
  STRIPE_URL: {
    schema: baseUrl.optional(),
    about: 'Sends everything meant for Stripe to this address instead, as the demo and the tests do.',
  },
  STRIPE_SCRIPT_URL: {
    schema: issuer,
    default: 'https://js.stripe.com/endive/stripe.js',
    about: 'Where browsers load Stripe.js from.',
  },
  STORE_BILLING: {
    schema: flag,
    default: 'off',
    about:
      'on: the phone apps sell plans in the App Store and on Google Play, as these may demand, and not by card; a phone whose store is not set up here buys by card all the same.',
  },
  STORE_PRODUCTS: {
    schema: storeProducts,
    default: '',
    about:
      'What the stores of apps call the plans, such as basic=com.example.basic,pro=com.example.pro. Plans that are not named here are recaps_basic_monthly and so on.',
  },
  APP_STORE_BUNDLE_ID: {
    schema: text.refine(isClientId, 'must be the bundle id of an app such as com.example.recaps').optional(),
    about: 'Bundle id of the app whose purchases in the App Store are taken. Absent: none are.',
  },
  APP_STORE_APP_ID: {
    schema: count(
      1,
      Number.MAX_SAFE_INTEGER,
      'must be the number of an app, as its page in App Store Connect has it',
    ).optional(),
    about: 'Its Apple ID, a number. Needed unless APP_STORE_ENVIRONMENT is sandbox.',
  },
  APP_STORE_ISSUER_ID: {
    schema: text
      .regex(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i, 'must be a UUID, as App Store Connect shows it')
      .optional(),
    about: 'Issuer id of the keys for in-app purchases.',
  },
  APP_STORE_KEY_ID: {
    schema: text.regex(/^[A-Z\d]{10}$/, 'must be the id of a key such as 2X9R4HXF34').optional(),
    about: 'Id of the key with which the App Store is asked.',
  },
  APP_STORE_KEY: {
    schema: p256Key.optional(),
    about: 'That key, as the .p8 file holds it.',
    secret: true,
  },
  APP_STORE_ENVIRONMENT: {
    schema: oneOf(['production', 'sandbox', 'both']),
    default: 'production',
    about:
      'Whose purchases are taken. Those of sandbox cost nothing and are made by testers, and by whoever reviews the app at Apple.',
  },
  APP_STORE_URL: {
    schema: baseUrl.optional(),
    about: 'Sends everything meant for the App Store to this address instead, as the tests do.',
  },
  APP_STORE_ROOTS: {
    schema: fingerprints,
    default: '',
    about: 'SHA-256 fingerprints of the certificates that a stand-in at APP_STORE_URL signs by, in place of Apple’s.',
  },
  PLAY_PACKAGE: {
    schema: text.refine(isClientId, 'must be the name of an app such as com.example.recaps').optional(),
    about: 'Package name of the app whose purchases on Google Play are taken. Absent: none are.',
  },
  PLAY_SERVICE_ACCOUNT: {
    schema: serviceAccount.optional(),
    about: 'Key of a Google service account, as JSON, that may see the app’s orders and manage its subscriptions.',
    secret: true,
  },
  PLAY_PUSH_AUDIENCE: {
    schema: text.optional(),
    about: 'Audience of the push subscription that brings Google Play’s messages, as it is set there.',
  },
  PLAY_PUSH_ACCOUNT: {
    schema: text.regex(/^[^\s@]+@[^\s@]+$/, 'must be the email address of a service account').optional(),
    about: 'Service account in whose name those messages are pushed.',
  },
  PLAY_TEST_PURCHASES: {
    schema: flag,
    default: 'off',
    about: 'on: purchases of licence testers, which cost nothing, are taken too.',
  },
  PLAY_URL: {
    schema: baseUrl.optional(),
    about: 'Sends everything meant for Google Play to this address instead, as the tests do.',
  },
} as const satisfies Record<string, Setting>
