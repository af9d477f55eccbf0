import { onTestFinished } from 'vitest'
import type { World } from './server/world.ts'

/** A stand-in of Stripe.js for pages without frames: as far as our form talks to it, and with the bank in the test's hand. */
export interface StripeStandIn {
  /** How many times its script was asked for. */
  scripts: number
  isBlocked: boolean
  bank: 'pays' | 'declines' | 'does not confirm' | 'is not reached'
  /** Looks that its form was given, newest last. */
  looks: { theme?: string }[]
  /** Where a bank that takes the whole window was to send people back to. */
  returnUrls: string[]
  /** Somebody pays with the button of a wallet. */
  payWithWallet(type: 'apple_pay' | 'google_pay'): void
}

interface Options {
  hasWallets?: boolean
}

interface Confirmed {
  elements: { clientSecret: string }
  confirmParams: { return_url: string }
}
type Listener = (event: never) => void

export function installStripe(world: World, { hasWallets = false }: Options = {}): StripeStandIn {
  const page = window as { Stripe?: unknown }
  const walletListeners = new Map<string, Listener>()
  const standIn: StripeStandIn = {
    scripts: 0,
    isBlocked: false,
    bank: 'pays',
    looks: [],
    returnUrls: [],
    payWithWallet: expressPaymentType =>
      walletListeners.get('confirm')?.({ expressPaymentType, paymentFailed() {} } as never),
  }
  const observer = new MutationObserver(records => {
    for (const script of records.flatMap(({ addedNodes }) => [...addedNodes])) {
      if (!(script instanceof HTMLScriptElement) || script.src !== world.payments.scriptUrl) continue
      standIn.scripts++
      if (!standIn.isBlocked) page.Stripe = () => stripe
      script.dispatchEvent(new Event(standIn.isBlocked ? 'error' : 'load'))
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
  const answerOfBank = (clientSecret: string) => {
    const { id, intent } = intentOf(clientSecret)
    switch (standIn.bank) {
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
      standIn.looks.push(appearance)
      const card = document.createElement('input')
      card.setAttribute('aria-label', 'Card number')
      let isByWallet = false
      return {
        clientSecret,
        create(type: 'payment' | 'expressCheckout') {
          const listeners = type === 'payment' ? new Map<string, Listener>() : walletListeners
          return {
            on: (kind: string, listener: Listener) => void listeners.set(kind, listener),
            mount(place: HTMLElement) {
              if (type === 'payment') place.append(card)
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
        update: (options: { appearance: { theme?: string } }) => void standIn.looks.push(options.appearance),
      }
    },
    confirmPayment: async ({ elements, confirmParams }: Confirmed) => {
      standIn.returnUrls.push(confirmParams.return_url)
      return answerOfBank(elements.clientSecret)
    },
    retrievePaymentIntent: async (clientSecret: string) => {
      const { id, intent } = intentOf(clientSecret)
      return { paymentIntent: { id, status: intent.isPaid ? 'succeeded' : 'requires_action' } }
    },
    handleNextAction: async ({ clientSecret }: { clientSecret: string }) => answerOfBank(clientSecret),
  }
  return standIn
}
