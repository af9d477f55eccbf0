import type { PaymentSheetEventsEnum } from '@capacitor-community/stripe'
import { pageFact } from '../page-facts.ts'
import type * as browsers from '../wallet.ts'
import type { Payment, PaymentResult, Wallet } from '../wallet.ts'
import { App, Browser, inBackground, Stripe } from './plugins.ts'

export type * from '../wallet.ts'

/** Stripe's native payment sheet, for cards and the phone's wallet. The page itself shows no form. */
export const wallet: Wallet = {
  async openPaymentForm(payment, mounts) {
    await initialize(payment)
    mounts.onWalletAvailability(false)
    return { pay: () => pay(payment), close() {} }
  },
  async confirmSavedCard(payment) {
    await initialize(payment)
    return await pay(payment)
  },
  open: (url, onClosed) => inBackground(openOverApp(url, onClosed)),
}

const initialize = ({ publishableKey }: Payment) => Stripe.initialize({ publishableKey })

/** If nothing is due now, a setup intent only authorizes later charges. */
const isSetup = (clientSecret: string) => clientSecret.startsWith('seti_')
const idIn = (clientSecret: string) => clientSecret.split('_secret_')[0]!

let isShown = false

/** One sheet at a time: if a second one opens, Android never reports the outcome of the first. */
async function pay(payment: Payment): Promise<PaymentResult> {
  if (isShown) return { kind: 'unfinished' }
  isShown = true
  const listeners = [
    // Carries the details of the error, for developers.
    Stripe.addListener('paymentSheetFailed' as PaymentSheetEventsEnum.Failed, details =>
      console.error('Payment sheet failed:', details),
    ),
    App.addListener('appUrlOpen', ({ url }) => {
      if (url.startsWith(returnUrl()) && Stripe.handleURLCallback) inBackground(Stripe.handleURLCallback({ url }))
    }),
  ]
  try {
    await Stripe.createPaymentSheet(sheetOf(payment))
    const { paymentResult } = await Stripe.presentPaymentSheet()
    return resultOf(paymentResult, payment)
  } catch (error) {
    console.error('Could not show the payment sheet:', error)
    return { kind: 'unclear', paymentId: idIn(payment.clientSecret) }
  } finally {
    isShown = false
    for (const added of listeners) inBackground(added.then(({ remove }) => remove()))
  }
}

/** URL that a bank's confirmation page in the browser redirects back to, on iOS. */
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
    // The app's theme can differ from the phone's.
    style: document.documentElement.dataset.theme === 'dark' ? 'alwaysDark' : 'alwaysLight',
    ...(country ? { countryCode: country, currencyCode: 'USD' } : {}),
    ...(merchant ? { enableApplePay: true, applePayMerchantId: merchant } : {}),
    // Google Pay uses test mode exactly when Stripe does.
    ...(country ? { enableGooglePay: true, GooglePayIsTesting: publishableKey.startsWith('pk_test_') } : {}),
  }
}

/** A declined card is reported in the sheet, which stays open. The sheet itself fails only on unrecoverable errors. */
function resultOf(result: string, { clientSecret }: Payment): PaymentResult {
  const paymentId = idIn(clientSecret)
  if (result === 'paymentSheetCompleted') return { kind: 'paid', paymentId, with: 'card' }
  return result === 'paymentSheetCanceled' ? { kind: 'unfinished' } : { kind: 'unclear', paymentId }
}

/** Opens a page over the app. It closes with its own button, or through a link back to the app. */
async function openOverApp(url: string, onClosed: () => void): Promise<void> {
  const listeners = [Browser.addListener('browserFinished', closed), App.addListener('appUrlOpen', closed)]
  function removeListeners() {
    for (const added of listeners) inBackground(added.then(({ remove }) => remove()))
  }
  function closed() {
    removeListeners()
    onClosed()
  }
  try {
    await Browser.open({ url })
  } catch (error) {
    removeListeners()
    throw error
  }
}

wallet satisfies typeof browsers.wallet
