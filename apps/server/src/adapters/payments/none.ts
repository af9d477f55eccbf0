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
    startPurchase: refuse,
    resumePurchase: refuse,
    buyWithSavedMethod: refuse,
    subscription: refuse,
    listSubscriptions: refuse,
    setCanceling: refuse,
    cancelNow: refuse,
    refund: refuse,
    previewChange: refuse,
    upgrade: refuse,
    downgrade: refuse,
    cancelDowngrade: refuse,
    invoices: refuse,
    invoice: refuse,
    portalUrl: refuse,
    readEvent: () => null,
    findCustomer: refuse,
    async *undeliveredEvents() {},
  }
}
