import { ProviderError } from '../../errors.ts'
import type { Payments } from '../../ports/payments.ts'

/** Payments without a provider: empty prices, no events; every other call throws `payments_off`. */
export function noPayments(): Payments {
  const refuse = async (): Promise<never> => {
    throw new ProviderError({ provider: 'none', code: 'payments_off', retryable: false })
  }
  const noPrice = { productId: '', priceId: '' }
  return {
    setup: { provider: 'none', publishableKey: null, scriptUrl: null, isTest: false },
    prices: async () => ({ basic: noPrice, premium: noPrice, pro: noPrice, ultimate: noPrice }),
    createCustomer: refuse,
    begin: refuse,
    goOn: refuse,
    buyWith: refuse,
    subscription: refuse,
    subscriptionsOf: refuse,
    setCanceling: refuse,
    end: refuse,
    refund: refuse,
    priceOfChange: refuse,
    upgrade: refuse,
    downgrade: refuse,
    keepPlan: refuse,
    invoices: refuse,
    invoice: refuse,
    portalUrl: refuse,
    readEvent: () => null,
    customerOf: refuse,
    async *undelivered() {},
  }
}
