import type { BuyablePlanId } from '@recaps/domain/billing'
import type { ServiceAccount } from './setting-schemas.ts'
import type { Values } from './settings.ts'

export interface StripeSettings {
  secretKey: string
  publishableKey: string
  webhookSecrets: readonly string[]
  /** Address of a fake. Undefined: Stripe itself. */
  url: string | undefined
  scriptUrl: string
}

export interface AppStoreSettings {
  bundleId: string
  /** Undefined only for the sandbox. */
  appId: number | undefined
  issuerId: string
  keyId: string
  /** PEM. */
  key: string
  environment: Values['APP_STORE_ENVIRONMENT']
  products: Record<BuyablePlanId, string>
  /** A fake and the fingerprints of its root certificates. Undefined: the App Store itself. */
  fake: { url: string; roots: readonly string[] } | undefined
}

export interface PlaySettings {
  packageName: string
  account: ServiceAccount
  push: { audience: string; account: string }
  acceptsTestPurchases: boolean
  products: Record<BuyablePlanId, string>
  /** Address of a fake. Undefined: Google itself. */
  url: string | undefined
}

/** Each provider is undefined if it is not set up. */
export interface PaymentConfig {
  stripe: StripeSettings | undefined
  appStore: AppStoreSettings | undefined
  play: PlaySettings | undefined
  /** Whether the phone apps sell through their store, if it is set up, instead of by card. */
  storeBilling: boolean
}

export const readPayments = (values: Values): PaymentConfig => ({
  stripe: readStripe(values),
  appStore: readAppStore(values),
  play: readPlay(values),
  storeBilling: values.STORE_BILLING,
})

/** Returns a reason for each combination of settings that is invalid. */
export const validatePayments = (values: Values): string[] => [
  ...validateStripe(values),
  ...validateAppStore(values),
  ...requireTogether(values, ['PLAY_PACKAGE', 'PLAY_SERVICE_ACCOUNT', 'PLAY_PUSH_AUDIENCE', 'PLAY_PUSH_ACCOUNT']),
  ...(values.STORE_BILLING && !values.APP_STORE_BUNDLE_ID && !values.PLAY_PACKAGE
    ? ['STORE_BILLING requires a store; set APP_STORE_BUNDLE_ID or PLAY_PACKAGE, and the settings that belong to it']
    : []),
]

function readStripe(values: Values): StripeSettings | undefined {
  if (!values.STRIPE_SECRET_KEY || !values.STRIPE_PUBLISHABLE_KEY) return undefined
  return {
    secretKey: values.STRIPE_SECRET_KEY,
    publishableKey: values.STRIPE_PUBLISHABLE_KEY,
    webhookSecrets: values.STRIPE_WEBHOOK_SECRET,
    url: values.STRIPE_URL,
    scriptUrl: values.STRIPE_SCRIPT_URL,
  }
}

function readAppStore(values: Values): AppStoreSettings | undefined {
  const { APP_STORE_BUNDLE_ID: bundleId, APP_STORE_ISSUER_ID: issuerId, APP_STORE_KEY_ID: keyId } = values
  const { APP_STORE_KEY: key, APP_STORE_ENVIRONMENT: environment, APP_STORE_URL: url } = values
  if (!bundleId || !issuerId || !keyId || !key) return undefined
  return {
    ...{ bundleId, issuerId, keyId, key },
    appId: values.APP_STORE_APP_ID,
    environment,
    products: values.STORE_PRODUCTS,
    fake: url === undefined ? undefined : { url, roots: values.APP_STORE_ROOTS },
  }
}

function readPlay(values: Values): PlaySettings | undefined {
  const { PLAY_PACKAGE: packageName, PLAY_SERVICE_ACCOUNT: account } = values
  const { PLAY_PUSH_AUDIENCE: audience, PLAY_PUSH_ACCOUNT: pushAccount } = values
  if (!packageName || !account || !audience || !pushAccount) return undefined
  return {
    ...{ packageName, account },
    push: { audience, account: pushAccount },
    acceptsTestPurchases: values.PLAY_TEST_PURCHASES,
    products: values.STORE_PRODUCTS,
    url: values.PLAY_URL,
  }
}

function validateStripe(values: Values): string[] {
  const { STRIPE_SECRET_KEY: secret, STRIPE_PUBLISHABLE_KEY: publishable, STRIPE_WEBHOOK_SECRET: signing } = values
  if (!secret && !publishable && signing.length === 0) return []
  if (!secret || !publishable || signing.length === 0)
    return ['STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET must be set together']
  const isLive = (key: string) => /^\w\w_live_/.test(key)
  if (isLive(secret) !== isLive(publishable))
    return [
      'STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY are keys of different modes; use two test keys or two live keys',
    ]
  if (!isLive(secret)) return []
  const isFake = values.STRIPE_URL !== undefined || new URL(values.STRIPE_SCRIPT_URL).host !== 'js.stripe.com'
  return [
    values.PUBLIC_URL?.startsWith('https:')
      ? ''
      : 'STRIPE_SECRET_KEY is a live key, which requires a PUBLIC_URL that starts with https://',
    isFake
      ? 'STRIPE_SECRET_KEY is a live key, which must not be sent to a fake; remove STRIPE_URL and STRIPE_SCRIPT_URL'
      : '',
  ].filter(Boolean)
}

function validateAppStore(values: Values): string[] {
  const missing = requireTogether(values, [
    'APP_STORE_BUNDLE_ID',
    'APP_STORE_ISSUER_ID',
    'APP_STORE_KEY_ID',
    'APP_STORE_KEY',
  ])
  if (missing.length > 0) return missing
  if (values.APP_STORE_ROOTS.length > 0 && !values.APP_STORE_URL)
    return ['APP_STORE_ROOTS requires APP_STORE_URL; Apple’s own root certificates are built in']
  const { APP_STORE_BUNDLE_ID: bundleId, APP_STORE_APP_ID: appId, APP_STORE_ENVIRONMENT: environment } = values
  return bundleId && !appId && environment !== 'sandbox'
    ? [`APP_STORE_ENVIRONMENT ${environment} requires APP_STORE_APP_ID`]
    : []
}

function requireTogether(values: Values, names: readonly (keyof Values)[]): string[] {
  const set = names.filter(name => values[name])
  if (set.length === 0 || set.length === names.length) return []
  return [`${names.slice(0, -1).join(', ')} and ${names.at(-1)} must be set together`]
}
