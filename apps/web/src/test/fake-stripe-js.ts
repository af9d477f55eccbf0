import { onTestFinished } from 'vitest'
import type { World } from './server/world.ts'

/** A fake Stripe.js without iframes that supports what our form uses. Tests decide what the bank answers. */
export interface FakeStripeJs {
  /** How often the script was requested. */
  scripts: number
  isBlocked: boolean
  bank: 'pays' | 'declines' | 'does not confirm' | 'is not reached'
  /** Appearances set on the form, newest last. */
  appearances: { theme?: string }[]
  /** Return URLs for banks that redirect the window. */
  returnUrls: string[]
  /** Simulates a click on a wallet button. */
  payWithWallet(type: 'apple_pay' | 'google_pay'): void
}

interface Options {
  hasWallets?: boolean
}

interface ConfirmOptions {
  elements: { clientSecret: string }
  confirmParams: { return_url: string }
}
type Listener = (event: never) => void

export function installFakeStripeJs(world: World, { hasWallets = false }: Options = {}): FakeStripeJs {
  const page = window as { Stripe?: unknown }
  const walletListeners = new Map<string, Listener>()
  const fake: FakeStripeJs = {
    scripts: 0,
    isBlocked: false,
    bank: 'pays',
    appearances: [],
    returnUrls: [],
    payWithWallet: expressPaymentType =>
      walletListeners.get('confirm')?.({ expressPaymentType, paymentFailed() {} } as never),
  }
  const observer = new MutationObserver(records => {
    for (const script of records.flatMap(({ addedNodes }) => [...addedNodes])) {
      if (!(script instanceof HTMLScriptElement) || script.src !== world.payments.scriptUrl) continue
      fake.scripts++
      if (!fake.isBlocked) page.Stripe = () => stripe
      script.dispatchEvent(new Event(fake.isBlocked ? 'error' : 'load'))
    }
  })
  observer.observe(document.head, { childList: true })
  onTestFinished(() => {
    observer.disconnect()
    delete page.Stripe
  })

  const intentOf = (clientSecret: string) => {
    const id = clientSecret.split('_secret_')[0]!
    return { id, intent: world.intents.get(id)! }
  }
  const bankResponse = (clientSecret: string) => {
    const { id, intent } = intentOf(clientSecret)
    switch (fake.bank) {
      case 'declines':
        return { error: { type: 'card_error', code: 'card_declined', message: 'Your card was declined.' } }
      case 'does not confirm':
        return { error: { type: 'invalid_request_error', code: 'payment_intent_authentication_failure' } }
      case 'is not reached':
        return { error: { type: 'api_connection_error', message: 'No connection.' } }
      case 'pays':
        intent.isPaid = true
        return { paymentIntent: { id, status: 'succeeded' } }
    }
  }

  const stripe = {
    elements({ clientSecret, appearance }: { clientSecret: string; appearance: { theme?: string } }) {
      fake.appearances.push(appearance)
      const card = document.createElement('input')
      card.setAttribute('aria-label', 'Card number')
      let isByWallet = false
      return {
        clientSecret,
        create(type: 'payment' | 'expressCheckout') {
          const listeners = type === 'payment' ? new Map<string, Listener>() : walletListeners
          return {
            on: (kind: string, listener: Listener) => void listeners.set(kind, listener),
            mount(container: HTMLElement) {
              if (type === 'payment') container.append(card)
              const availablePaymentMethods = hasWallets ? { applePay: true } : undefined
              queueMicrotask(() => listeners.get('ready')?.({ availablePaymentMethods } as never))
              if (type === 'expressCheckout') {
                const confirm = listeners.get('confirm')!
                listeners.set('confirm', (event: never) => {
                  isByWallet = true
                  confirm(event)
                })
              }
            },
            destroy: () => card.remove(),
          }
        },
        submit: async () => (card.value || isByWallet ? {} : { error: { type: 'validation_error' } }),
        update: (options: { appearance: { theme?: string } }) => void fake.appearances.push(options.appearance),
      }
    },
    confirmPayment: async ({ elements, confirmParams }: ConfirmOptions) => {
      fake.returnUrls.push(confirmParams.return_url)
      return bankResponse(elements.clientSecret)
    },
    retrievePaymentIntent: async (clientSecret: string) => {
      const { id, intent } = intentOf(clientSecret)
      return { paymentIntent: { id, status: intent.isPaid ? 'succeeded' : 'requires_action' } }
    },
    handleNextAction: async ({ clientSecret }: { clientSecret: string }) => bankResponse(clientSecret),
  }
  return fake
}
