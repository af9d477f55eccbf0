import { openPayments } from './adapters/payments/open.ts'
import { isTestKey } from './adapters/payments/stripe/test-key.ts'
import { openStores } from './adapters/stores/open.ts'
import type { Config } from './config.ts'
import { AppError, ProviderError } from './errors.ts'
import { type BillingDeps, createBilling } from './features/subscriptions/billing.ts'
import { paymentFormOrigins } from './features/subscriptions/payment-form-origins.ts'
import { createPriceList } from './features/subscriptions/price-list.ts'
import { createSubscriptions, type SubscriptionsDeps } from './features/subscriptions/service.ts'
import type { Clock } from './ports/clock.ts'
import type { Payments } from './ports/payments.ts'

/** Composes subscriptions and billing for the payment providers that are set up. */
export function composePayments(config: Config, deps: Pick<BillingDeps, 'db' | 'clock' | 'logger' | 'payments'>) {
  const { clock, payments } = deps
  const stores = openStores(config, clock)
  const prices: SubscriptionsDeps['prices'] = createPriceList(deps)
  return {
    paymentOrigins: paymentFormOrigins(payments.setup),
    subscriptions: createSubscriptions({ ...deps, defaultPlan: config.defaultPlan, prices }),
    billingWith: (
      others: Omit<BillingDeps, keyof typeof deps | 'stores' | 'publicUrl' | 'isFakeProvider' | 'storeBilling'>,
    ) =>
      createBilling({
        ...{ ...deps, ...others, stores, publicUrl: config.publicUrl },
        ...{ isFakeProvider: config.demo, storeBilling: config.storeBilling },
      }),
  }
}

export const openPaymentProvider = ({ stripe }: Config, clock: Clock): Promise<Payments> => openPayments(stripe, clock)

/** Creates the missing prices of the plans at Stripe. Returns one line per plan for the terminal. */
export async function createStripePrices({ stripe }: Config, clock: Clock): Promise<string[]> {
  if (!stripe) throw new AppError('payments_off', 'Stripe is not configured. Set STRIPE_SECRET_KEY first.')
  const { createPrices } = await import('./adapters/payments/stripe/catalogue.ts')
  return createPrices(stripe, clock).catch(error => {
    // Unlike a user, the operator can fix the cause, so the message includes Stripe's own.
    throw error instanceof ProviderError
      ? new AppError('payment_unavailable', `Stripe did not create the prices: ${error.detail ?? error.code}.`)
      : error
  })
}

const environments = { production: 'production', sandbox: 'sandbox', both: 'production and sandbox' }

/** The payment providers, for the table printed at startup. */
export function describePayments({ stripe, appStore, play }: Config): string {
  const fakeAt = (url: string | undefined) => (url ? `, fake at ${url}` : '')
  const providers = [
    stripe && `Stripe, ${isTestKey(stripe.secretKey) ? 'test' : 'live'} mode${fakeAt(stripe.url)}`,
    appStore && `App Store, ${environments[appStore.environment]}${fakeAt(appStore.fake?.url)}`,
    play && `Google Play${play.acceptsTestPurchases ? ' with test purchases' : ''}${fakeAt(play.url)}`,
  ].filter(Boolean)
  return providers.join('; ') || 'none'
}
