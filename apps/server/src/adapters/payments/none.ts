import { ProviderError } from '../../errors.ts'
import type { Payments } from '../../ports/payments.ts'

/** Where nothing can be bought: no prices, no events, and a refusal for whoever tries. */
export function noPayments(): Payments {
  const refuse = async (): Promise<never> => {
    throw new ProviderError({ provider: 'none', code: 'payments_off', retryable: false })
  }
  const nothing = { productId: '', priceId: '' }
  return {
    setup: { provider: 'none', publishableKey: null, scriptUrl: null, isTest: false },
    prices: async () => ({ basic: nothing, premium: nothing, pro: nothing, ultimate: nothing }),
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
