export interface Decline {
  code: string
  decline_code?: string
  message: string
}

/** How a card of Stripe's test mode behaves; https://docs.stripe.com/testing. */
export interface TestCard {
  number: string
  brand: 'visa' | 'mastercard' | 'amex'
  funding?: 'debit'
  wallet?: 'apple_pay' | 'google_pay'
  /** Requires 3-D Secure for the first payment only, or for each. */
  authentication?: 'first' | 'always'
  /** Can be saved, but is declined when charged. */
  declined?: Decline
  /** Cannot even be saved. */
  refused?: Decline
}

const decline = (decline_code: string, message: string): Decline => ({ code: 'card_declined', decline_code, message })
const generic = decline('generic_decline', 'Your card was declined.')
const insufficient = decline('insufficient_funds', 'Your card has insufficient funds.')

/** Test cards by the names that Stripe accepts as payment method ids. */
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
  // Names of this fake. With Stripe, the wallet's own sheet creates the payment method.
  pm_card_apple_pay: { number: '4242424242424242', brand: 'visa', wallet: 'apple_pay' },
  pm_card_google_pay: { number: '5555555555554444', brand: 'mastercard', wallet: 'google_pay' },
}

/** Like Stripe in test mode, accepts the numbers of test cards only. */
export const findCardByNumber = (number: string): TestCard | undefined =>
  Object.values(testCards).find(card => card.number === number && !card.wallet)

/** Card of a token that Stripe.js sends after a wallet sheet. */
export const findCardByToken = (token: string): TestCard | undefined =>
  ({ tok_apple_pay: testCards.pm_card_apple_pay, tok_google_pay: testCards.pm_card_google_pay })[token]

/** `wallet` field of payment methods and charges. */
export const toWallet = ({ wallet, number }: TestCard) =>
  wallet ? { type: wallet, dynamic_last4: number.slice(-4), [wallet]: {} } : null
