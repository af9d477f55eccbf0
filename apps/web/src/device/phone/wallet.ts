import type { PaymentSheetEventsEnum } from '@capacitor-community/stripe'
import { pageFact } from '../page-facts.ts'
import type * as browsers from '../wallet.ts'
import type { Payment, PaymentResult, Wallet } from '../wallet.ts'
import { App, Browser, beside, Stripe } from './plugins.ts'

export type * from '../wallet.ts'

/** Stripe's own sheet over the app: cards, and the wallet of the phone. Nothing of it stands in the page. */
export const wallet: Wallet = {
  async payWith(payment, place) {
    await ready(payment)
    place.onWallets(false)
    return { pay: () => pay(payment), close() {} }
  },
  async confirmSaved(payment) {
    await ready(payment)
    return await pay(payment)
  },
  open: (url, onClosed) => beside(openBeside(url, onClosed)),
}

const ready = ({ publishableKey }: Payment) => Stripe.initialize({ publishableKey })

/** Where nothing is due at once, what is confirmed is that the card may be charged later. */
const isSetup = (clientSecret: string) => clientSecret.startsWith('seti_')
const idIn = (clientSecret: string) => clientSecret.split('_secret_')[0]!

let isShown = false

/** One sheet at a time: of a second one Android would never tell how the first one ended. */
async function pay(payment: Payment): Promise<PaymentResult> {
  if (isShown) return { kind: 'unfinished' }
  isShown = true
  const listening = [
    // What is told there is meant for developers, and says most of what went wrong.
    Stripe.addListener('paymentSheetFailed' as PaymentSheetEventsEnum.Failed, why =>
      console.error('The payment sheet failed:', why),
    ),
    App.addListener('appUrlOpen', ({ url }) => {
      if (url.startsWith(returnUrl()) && Stripe.handleURLCallback) beside(Stripe.handleURLCallback({ url }))
    }),
  ]
  try {
    await Stripe.createPaymentSheet(sheetOf(payment))
    const { paymentResult } = await Stripe.presentPaymentSheet()
    return resultOf(paymentResult, payment)
  } catch (error) {
    console.error('The payment sheet could not be shown:', error)
    return { kind: 'unclear', paymentId: idIn(payment.clientSecret) }
  } finally {
    isShown = false
    for (const one of listening) beside(one.then(({ remove }) => remove()))
  }
}

/** Where a bank that was asked in a browser sends people back to, on iPhones. */
const returnUrl = () => `${pageFact('scheme')}://stripe-redirect`

function sheetOf({ clientSecret, publishableKey, customer }: Payment): Parameters<typeof Stripe.createPaymentSheet>[0] {
  const merchant = pageFact('apple-pay-merchant')
  const country = pageFact('pay-country')
  return {
    ...(isSetup(clientSecret)
      ? { setupIntentClientSecret: clientSecret }
      : { paymentIntentClientSecret: clientSecret }),
    ...(customer ? { customerId: customer.id, customerEphemeralKeySecret: customer.key } : {}),
    merchantDisplayName: pageFact('product-name') ?? 'Recaps',
    returnURL: returnUrl(),
    // The app may be in the other theme than the phone.
    style: document.documentElement.dataset.theme === 'dark' ? 'alwaysDark' : 'alwaysLight',
    ...(country ? { countryCode: country, currencyCode: 'USD' } : {}),
    ...(merchant ? { enableApplePay: true, applePayMerchantId: merchant } : {}),
    // Real money only where Stripe's is.
    ...(country ? { enableGooglePay: true, GooglePayIsTesting: publishableKey.startsWith('pk_test_') } : {}),
  }
}

/** Cards that are declined are told of in the sheet, which stays open: it fails where it cannot go on at all. */
function resultOf(result: string, { clientSecret }: Payment): PaymentResult {
  const paymentId = idIn(clientSecret)
  if (result === 'paymentSheetCompleted') return { kind: 'paid', paymentId, with: 'card' }
  return result === 'paymentSheetCanceled' ? { kind: 'unfinished' } : { kind: 'unclear', paymentId }
}

/** It is closed by its own button, or by a link in it that leads back to the app. */
async function openBeside(url: string, onClosed: () => void): Promise<void> {
  const listening = [Browser.addListener('browserFinished', closed), App.addListener('appUrlOpen', closed)]
  function unlisten() {
    for (const one of listening) beside(one.then(({ remove }) => remove()))
  }
  function closed() {
    unlisten()
    onClosed()
  }
  try {
    await Browser.open({ url })
  } catch (error) {
    unlisten()
    throw error
  }
}

wallet satisfies typeof browsers.wallet
