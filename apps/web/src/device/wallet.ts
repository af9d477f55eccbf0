/** A payment, and how to reach the payment provider. */
export interface Payment {
  /** Stripe's client secret, valid for this payment only. */
  clientSecret: string
  publishableKey: string
  scriptUrl: string
  /** The customer, and the ephemeral key that gives a phone access to their saved cards; null if not provided. */
  customer: { id: string; key: string } | null
  /** URL that a bank's confirmation page redirects back to. */
  returnUrl: string
}

export type PaidWith = 'card' | 'apple_pay' | 'google_pay'

/** The outcome as seen by the device. Only the server knows whether it was really paid. */
export type PaymentResult =
  | { kind: 'paid'; paymentId: string; with: PaidWith }
  /** `words`: the provider's message for the user, if any. */
  | { kind: 'refused'; reason: 'declined' | 'not_confirmed' | 'other'; words: string | null }
  /** The form is incomplete and shows where, or the sheet was closed. */
  | { kind: 'unfinished' }
  | { kind: 'unreachable' }
  /** The payment was interrupted. Only the server can find out whether it was paid. */
  | { kind: 'unclear'; paymentId: string }

/** Where to mount the form in the page. Phones show a native sheet instead and leave the elements empty. */
export interface PaymentMounts {
  fields: HTMLElement
  wallets: HTMLElement
  /** Reports whether a wallet is available on this device. */
  onWalletAvailability(hasAny: boolean): void
  /** Called when the user pays with a wallet button. */
  onWalletPay(result: Promise<PaymentResult>): void
}

export interface OpenPayment {
  pay(): Promise<PaymentResult>
  close(): void
}

/** Payments on this device: a form in browsers, a native sheet on phones. */
export interface Wallet {
  /** Opens the payment form. Throws if it cannot be loaded; nothing has been charged then. */
  openPaymentForm(payment: Payment, mounts: PaymentMounts): Promise<OpenPayment>
  /** Has the bank confirm a payment with the saved card. `unfinished` if a different card is needed. Throws like `openPaymentForm`. */
  confirmSavedCard(payment: Payment): Promise<PaymentResult>
  /** Opens a page of the provider. On phones it opens on top of the app, and `onClosed` is called when it closes. */
  open(url: string, onClosed: () => void): void
}

/** The form's code is loaded only when needed. */
export const wallet: Wallet = {
  openPaymentForm: async (payment, mounts) => (await loadForm()).openPaymentForm(payment, mounts),
  confirmSavedCard: async payment => (await loadForm()).confirmSavedCard(payment),
  open(url) {
    const { protocol } = new URL(url, location.href)
    if (protocol !== 'https:' && protocol !== 'http:') throw new Error(`Not a web address: ${url}`)
    location.assign(url)
  },
}

const loadForm = () => import('./payment-form.ts')
