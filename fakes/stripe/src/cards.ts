export interface Decline {
  code: string
  decline_code?: string
  message: string
}

/** How a card of Stripe's test mode behaves; https://docs.stripe.com/testing. */
export interface TestCard {
  /** As it is typed into a form. */
  number: string
  brand: 'visa' | 'mastercard' | 'amex'
  funding?: 'debit'
  wallet?: 'apple_pay' | 'google_pay'
  /** 3-D Secure is asked for at the first payment only, or at each. */
  authentication?: 'first' | 'always'
  /** It can be kept, and is declined when it is charged. */
  declined?: Decline
  /** It cannot even be kept. */
  refused?: Decline
}

const decline = (decline_code: string, message: string): Decline => ({ code: 'card_declined', decline_code, message })
const generic = decline('generic_decline', 'Your card was declined.')
const insufficient = decline('insufficient_funds', 'Your card has insufficient funds.')

/** By the names that stand in for payment methods. */
export const testCards: Record<string, TestCard> = {
  pm_card_visa: { number: '4242424242424242', brand: 'visa' },
  pm_card_visa_debit: { number: '4000056655665556', brand: 'visa', funding: 'debit' },
  pm_card_mastercard: { number: '5555555555554444', brand: 'mastercard' },
  pm_card_amex: { number: '378282246310005', brand: 'amex' },
  pm_card_chargeDeclined: { number: '4000000000000002', brand: 'visa', refused: generic },
  pm_card_chargeDeclinedInsufficientFunds: { number: '4000000000009995', brand: 'visa', refused: insufficient },
  pm_card_chargeDeclinedExpiredCard: {
    number: '4000000000000069',
    brand: 'visa',
    refused: { code: 'expired_card', message: 'Your card has expired.' },
  },
  pm_card_chargeDeclinedIncorrectCvc: {
    number: '4000000000000127',
    brand: 'visa',
    refused: { code: 'incorrect_cvc', message: "Your card's security code is incorrect." },
  },
  pm_card_chargeDeclinedProcessingError: {
    number: '4000000000000119',
    brand: 'visa',
    refused: {
      code: 'processing_error',
      message: 'An error occurred while processing your card. Try again in a little bit.',
    },
  },
  pm_card_chargeCustomerFail: { number: '4000000000000341', brand: 'visa', declined: generic },
  pm_card_authenticationRequired: { number: '4000002760003184', brand: 'visa', authentication: 'always' },
  pm_card_authenticationRequiredOnSetup: { number: '4000002500003155', brand: 'visa', authentication: 'first' },
  // Stripe has no names for these: with it, the wallet's own sheet makes the payment method.
  pm_card_apple_pay: { number: '4242424242424242', brand: 'visa', wallet: 'apple_pay' },
  pm_card_google_pay: { number: '5555555555554444', brand: 'mastercard', wallet: 'google_pay' },
}

/** Stripe refuses numbers that are not of its test cards; so does this. */
export const cardOfNumber = (number: string): TestCard | undefined =>
  Object.values(testCards).find(card => card.number === number && !card.wallet)

/** What Stripe.js sends for the sheet of a wallet. */
export const cardOfToken = (token: string): TestCard | undefined =>
  ({ tok_apple_pay: testCards.pm_card_apple_pay, tok_google_pay: testCards.pm_card_google_pay })[token]

/** As payment methods and charges show it. */
export const walletOf = ({ wallet, number }: TestCard) =>
  wallet ? { type: wallet, dynamic_last4: number.slice(-4), [wallet]: {} } : null
