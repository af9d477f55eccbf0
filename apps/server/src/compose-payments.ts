import { openPayments } from './adapters/payments/open.ts'
import { isTestKey } from './adapters/payments/stripe/test-key.ts'
import { openStores } from './adapters/stores/open.ts'
import type { Config } from './config.ts'
import { AppError, ProviderError } from './errors.ts'
import { type BillingDeps, createBilling } from './features/subscriptions/billing.ts'
import { formOrigins } from './features/subscriptions/form-origins.ts'
import { createPriceList } from './features/subscriptions/prices.ts'
import { createSubscriptions, type SubscriptionsDeps } from './features/subscriptions/service.ts'
import type { Clock } from './ports/clock.ts'
import type { Payments } from './ports/payments.ts'

/** Who takes money here, which plan counts, and everything that money is taken for. */
export function composePayments(config: Config, deps: Pick<BillingDeps, 'db' | 'clock' | 'logger' | 'payments'>) {
  const { clock, payments } = deps
  const stores = openStores(config, clock)
  const prices: SubscriptionsDeps['prices'] = createPriceList(deps)
  return {
    paymentOrigins: formOrigins(payments.setup),
    subscriptions: createSubscriptions({ ...deps, defaultPlan: config.defaultPlan, prices }),
    billingWith: (
      others: Omit<BillingDeps, keyof typeof deps | 'stores' | 'publicUrl' | 'isForgetful' | 'storeBilling'>,
    ) =>
      createBilling({
        ...{ ...deps, ...others, stores, publicUrl: config.publicUrl },
        ...{ isForgetful: config.demo, storeBilling: config.storeBilling },
      }),
  }
}

export const openPaymentsOf = ({ stripe }: Config, clock: Clock): Promise<Payments> => openPayments(stripe, clock)

/** Makes what is sold known to whoever takes the money. */
export async function offerPlans({ stripe }: Config, clock: Clock): Promise<string[]> {
  if (!stripe) throw new AppError('payments_off', 'There is nobody to make prices at: set STRIPE_SECRET_KEY first.')
  const { createPrices } = await import('./adapters/payments/stripe/catalogue.ts')
  return createPrices(stripe, clock).catch(error => {
    // Whoever runs this can mend what a user could not.
    throw error instanceof ProviderError
      ? new AppError('payment_unavailable', `Stripe did not make the prices: ${error.detail ?? error.code}.`)
      : error
  })
}

const environments = { production: 'production', sandbox: 'sandbox', both: 'production and sandbox' }

/** Who takes money, for the table printed at start. */
export function paymentsPick({ stripe, appStore, play }: Config): string {
  const at = (url: string | undefined) => (url ? `, at the stand-in ${url}` : '')
  const ways = [
    stripe && `Stripe, ${isTestKey(stripe.secretKey) ? 'test' : 'live'} mode${at(stripe.url)}`,
    appStore && `App Store, ${environments[appStore.environment]}${at(appStore.standIn?.url)}`,
    play && `Google Play${play.takesTests ? ' with test purchases' : ''}${at(play.url)}`,
  ].filter(Boolean)
  return ways.join('; ') || 'none: nothing can be bought'
}
