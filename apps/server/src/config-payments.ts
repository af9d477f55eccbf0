import type { BuyablePlanId } from '@recaps/domain/billing'
import type { ServiceAccount } from './setting-forms.ts'
import type { Values } from './settings.ts'

export interface StripeSettings {
  secretKey: string
  publishableKey: string
  webhookSecrets: readonly string[]
  /** Undefined: Stripe itself. */
  url: string | undefined
  scriptUrl: string
}

export interface AppStoreSettings {
  bundleId: string
  /** Undefined where only the sandbox is. */
  appId: number | undefined
  issuerId: string
  keyId: string
  /** PEM. */
  key: string
  environment: Values['APP_STORE_ENVIRONMENT']
  products: Record<BuyablePlanId, string>
  /** Undefined: the App Store itself, whose certificates are known. */
  standIn: { url: string; roots: readonly string[] } | undefined
}

export interface PlaySettings {
  packageName: string
  account: ServiceAccount
  push: { audience: string; account: string }
  takesTests: boolean
  products: Record<BuyablePlanId, string>
  /** Undefined: Google itself. */
  url: string | undefined
}

/** Each undefined where nothing is sold that way. */
export interface PaymentConfig {
  stripe: StripeSettings | undefined
  appStore: AppStoreSettings | undefined
  play: PlaySettings | undefined
  /** The phone apps sell in these stores, where they are set up, and not by card. */
  storeBilling: boolean
}

export const paymentsOf = (values: Values): PaymentConfig => ({
  stripe: stripeOf(values),
  appStore: appStoreOf(values),
  play: playOf(values),
  storeBilling: values.STORE_BILLING,
})

/** What of these settings makes no sense together. */
export const nonsenseOfPayments = (values: Values): string[] => [
  ...nonsenseOfStripe(values),
  ...nonsenseOfAppStore(values),
  ...needTogether(values, ['PLAY_PACKAGE', 'PLAY_SERVICE_ACCOUNT', 'PLAY_PUSH_AUDIENCE', 'PLAY_PUSH_ACCOUNT']),
  ...(values.STORE_BILLING && !values.APP_STORE_BUNDLE_ID && !values.PLAY_PACKAGE
    ? ['STORE_BILLING is on, which needs a store: APP_STORE_BUNDLE_ID or PLAY_PACKAGE, and what belongs to it']
    : []),
]

function stripeOf(values: Values): StripeSettings | undefined {
  if (!values.STRIPE_SECRET_KEY || !values.STRIPE_PUBLISHABLE_KEY) return undefined
  return {
    secretKey: values.STRIPE_SECRET_KEY,
    publishableKey: values.STRIPE_PUBLISHABLE_KEY,
    webhookSecrets: values.STRIPE_WEBHOOK_SECRET,
    url: values.STRIPE_URL,
    scriptUrl: values.STRIPE_SCRIPT_URL,
  }
}

function appStoreOf(values: Values): AppStoreSettings | undefined {
  const { APP_STORE_BUNDLE_ID: bundleId, APP_STORE_ISSUER_ID: issuerId, APP_STORE_KEY_ID: keyId } = values
  const { APP_STORE_KEY: key, APP_STORE_ENVIRONMENT: environment, APP_STORE_URL: url } = values
  if (!bundleId || !issuerId || !keyId || !key) return undefined
  return {
    ...{ bundleId, issuerId, keyId, key },
    appId: values.APP_STORE_APP_ID,
    environment,
    products: values.STORE_PRODUCTS,
    standIn: url === undefined ? undefined : { url, roots: values.APP_STORE_ROOTS },
  }
}

function playOf(values: Values): PlaySettings | undefined {
  const { PLAY_PACKAGE: packageName, PLAY_SERVICE_ACCOUNT: account } = values
  const { PLAY_PUSH_AUDIENCE: audience, PLAY_PUSH_ACCOUNT: pushAccount } = values
  if (!packageName || !account || !audience || !pushAccount) return undefined
  return {
    ...{ packageName, account },
    push: { audience, account: pushAccount },
    takesTests: values.PLAY_TEST_PURCHASES,
    products: values.STORE_PRODUCTS,
    url: values.PLAY_URL,
  }
}

function nonsenseOfStripe(values: Values): string[] {
  const { STRIPE_SECRET_KEY: secret, STRIPE_PUBLISHABLE_KEY: publishable, STRIPE_WEBHOOK_SECRET: signing } = values
  if (!secret && !publishable && signing.length === 0) return []
  if (!secret || !publishable || signing.length === 0)
    return ['STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET are needed together; set all or none']
  const isLive = (key: string) => /^\w\w_live_/.test(key)
  if (isLive(secret) !== isLive(publishable))
    return [
      'STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY are of different modes; take both from test or both from live',
    ]
  if (!isLive(secret)) return []
  const isStandIn = values.STRIPE_URL !== undefined || new URL(values.STRIPE_SCRIPT_URL).host !== 'js.stripe.com'
  return [
    values.PUBLIC_URL?.startsWith('https:')
      ? ''
      : 'STRIPE_SECRET_KEY is of live mode, which needs a PUBLIC_URL that begins with https://',
    isStandIn ? 'STRIPE_SECRET_KEY is of live mode, which no stand-in at STRIPE_URL or STRIPE_SCRIPT_URL may see' : '',
  ].filter(Boolean)
}

function nonsenseOfAppStore(values: Values): string[] {
  const missing = needTogether(values, [
    'APP_STORE_BUNDLE_ID',
    'APP_STORE_ISSUER_ID',
    'APP_STORE_KEY_ID',
    'APP_STORE_KEY',
  ])
  if (missing.length > 0) return missing
  if (values.APP_STORE_ROOTS.length > 0 && !values.APP_STORE_URL)
    return ['APP_STORE_ROOTS are the certificates of a stand-in at APP_STORE_URL; those of Apple are known']
  const { APP_STORE_BUNDLE_ID: bundleId, APP_STORE_APP_ID: appId, APP_STORE_ENVIRONMENT: environment } = values
  return bundleId && !appId && environment !== 'sandbox'
    ? [`APP_STORE_ENVIRONMENT is ${environment}, which needs APP_STORE_APP_ID`]
    : []
}

function needTogether(values: Values, names: readonly (keyof Values)[]): string[] {
  const set = names.filter(name => values[name])
  if (set.length === 0 || set.length === names.length) return []
  return [`${names.slice(0, -1).join(', ')} and ${names.at(-1)} are needed together; set all or none`]
}
