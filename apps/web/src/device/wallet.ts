/** What is to be paid, and how the device reaches who takes the money. */
export interface Payment {
  /** The provider's own name of this one payment, which allows to pay it and nothing else. */
  clientSecret: string
  publishableKey: string
  scriptUrl: string
  /** Whose payment it is, and the key that shows a phone the cards they have saved; null where they are not told. */
  customer: { id: string; key: string } | null
  /** Where a bank that takes the whole window sends people back to. */
  returnTo: string
}

export type PaidWith = 'card' | 'apple_pay' | 'google_pay'

/** What the device has seen. Whether it was paid only the server knows. */
export type PaymentResult =
  | { kind: 'paid'; paymentId: string; with: PaidWith }
  /** `words` are the provider's own for the person who pays; null where it has none. */
  | { kind: 'refused'; reason: 'declined' | 'not_confirmed' | 'other'; words: string | null }
  /** Something is missing, and said where it is; or the sheet was closed. */
  | { kind: 'unfinished' }
  | { kind: 'unreachable' }
  /** It broke off: whether it was paid only the server can know. */
  | { kind: 'unclear'; paymentId: string }

/** Where the form stands in a page. A phone shows its own sheet and leaves these alone. */
export interface PaymentPlace {
  fields: HTMLElement
  wallets: HTMLElement
  /** Whether this device has a wallet that can be paid with. */
  onWallets(hasAny: boolean): void
  /** Somebody pays with the button of a wallet. */
  onWalletPay(result: Promise<PaymentResult>): void
}

export interface OpenPayment {
  pay(): Promise<PaymentResult>
  close(): void
}

/** Paying on this device: a form in browsers, the system's sheet on phones. */
export interface Wallet {
  /** Makes ready to pay. Throws when the form cannot be brought here; nothing has been paid then. */
  payWith(payment: Payment, place: PaymentPlace): Promise<OpenPayment>
  /** Lets the bank confirm a payment with the card that is saved; `unfinished` where it wants another card. Throws like `payWith`. */
  confirmSaved(payment: Payment): Promise<PaymentResult>
  /** Shows a page of the provider; on a phone beside this one, and calls back once that is closed. */
  open(url: string, onClosed: () => void): void
}

/** The form comes from the provider, with the page that needs it and not before. */
export const wallet: Wallet = {
  payWith: async (payment, place) => (await form()).payWith(payment, place),
  confirmSaved: async payment => (await form()).confirmSaved(payment),
  open(url) {
    const { protocol } = new URL(url, location.href)
    if (protocol !== 'https:' && protocol !== 'http:') throw new Error(`Not the address of a page: ${url}`)
    location.assign(url)
  },
}

const form = () => import('./payment-form.ts')
