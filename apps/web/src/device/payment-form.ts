import type { Stripe, StripeElements, StripeError } from '@stripe/stripe-js'
import { deferred } from './deferred.ts'
import { onAppearanceChange, stripeAppearance } from './stripe-appearance.ts'
import { loadThirdPartyScript } from './third-party-script.ts'
import type { OpenPayment, PaidWith, Payment, PaymentMounts, PaymentResult } from './wallet.ts'

/**
 * Stripe's form embedded in our page: card details stay in Stripe's iframes. Of its npm package only the types are used:
 * its loader has a fixed script URL and is blocked by Trusted Types.
 */
export async function openPaymentForm(payment: Payment, mounts: PaymentMounts): Promise<OpenPayment> {
  const stripe = await stripeOf(payment)
  const { clientSecret } = payment
  const elements = stripe.elements({ clientSecret, locale: 'en', appearance: stripeAppearance() })
  const fields = elements.create('payment', {
    layout: 'tabs',
    // Shown as separate buttons above the form.
    wallets: { applePay: 'never', googlePay: 'never' },
  })
  const wallets = elements.create('expressCheckout', { buttonHeight: 48, paymentMethods })
  wallets.on('ready', ({ availablePaymentMethods }) =>
    mounts.onWalletAvailability(availablePaymentMethods !== undefined),
  )
  wallets.on('loaderror', () => mounts.onWalletAvailability(false))
  wallets.on('confirm', event => {
    const result = confirm(stripe, elements, payment, walletOf(event.expressPaymentType))
    void result.then(({ kind }) => kind === 'refused' && event.paymentFailed({ reason: 'fail' }))
    mounts.onWalletPay(result)
  })
  const stopWatching = onAppearanceChange(appearance => elements.update({ appearance }))
  const close = () => {
    stopWatching()
    fields.destroy()
    wallets.destroy()
  }
  const { promise: ready, resolve, reject } = deferred()
  fields.on('ready', () => resolve())
  fields.on('loaderror', ({ error }) => reject(new Error(error.message ?? 'Could not load the payment form')))
  fields.mount(mounts.fields)
  wallets.mount(mounts.wallets)
  await ready.catch(error => {
    close()
    throw error
  })
  return { pay: () => confirm(stripe, elements, payment, 'card'), close }
}

const paymentMethods = {
  applePay: 'auto',
  googlePay: 'auto',
  link: 'never',
  amazonPay: 'never',
  paypal: 'never',
  klarna: 'never',
} as const

export async function confirmSavedCard(payment: Payment): Promise<PaymentResult> {
  const stripe = await stripeOf(payment)
  const { clientSecret } = payment
  const retrieved = isSetup(clientSecret)
    ? await stripe.retrieveSetupIntent(clientSecret)
    : await stripe.retrievePaymentIntent(clientSecret)
  if (retrieved.error) return resultOfError(retrieved.error, payment, 'card')
  const intent = 'setupIntent' in retrieved ? retrieved.setupIntent : retrieved.paymentIntent
  if (intent?.status !== 'requires_action') return resultOfStatus(intent?.status, payment, 'card')
  const { error, paymentIntent, setupIntent } = await stripe.handleNextAction({ clientSecret })
  if (error) return resultOfError(error, payment, 'card')
  return resultOfStatus((paymentIntent ?? setupIntent)?.status, payment, 'card')
}

type Constructor = (publishableKey: string, options?: { locale: 'en' }) => Stripe

async function stripeOf({ publishableKey, scriptUrl }: Payment): Promise<Stripe> {
  const page = window as { Stripe?: Constructor }
  if (!page.Stripe) await loadThirdPartyScript(scriptUrl)
  if (!page.Stripe) throw new Error('The payment script did not define window.Stripe')
  return page.Stripe(publishableKey, { locale: 'en' })
}

async function confirm(
  stripe: Stripe,
  elements: StripeElements,
  payment: Payment,
  paidWith: PaidWith,
): Promise<PaymentResult> {
  const submitted = await elements.submit()
  if (submitted.error) return resultOfError(submitted.error, payment, paidWith)
  const options = { elements, confirmParams: { return_url: payment.returnUrl }, redirect: 'if_required' } as const
  if (isSetup(payment.clientSecret)) {
    const { error, setupIntent } = await stripe.confirmSetup(options)
    return error ? resultOfError(error, payment, paidWith) : resultOfStatus(setupIntent.status, payment, paidWith)
  }
  const { error, paymentIntent } = await stripe.confirmPayment(options)
  return error ? resultOfError(error, payment, paidWith) : resultOfStatus(paymentIntent.status, payment, paidWith)
}

/** If nothing is due now, a setup intent only authorizes later charges. */
const isSetup = (clientSecret: string) => clientSecret.startsWith('seti_')
const idIn = (clientSecret: string) => clientSecret.split('_secret_')[0]!
const walletOf = (type: string): PaidWith => (type === 'apple_pay' || type === 'google_pay' ? type : 'card')

function resultOfStatus(status: string | undefined, { clientSecret }: Payment, paidWith: PaidWith): PaymentResult {
  if (status === 'succeeded' || status === 'processing') {
    return { kind: 'paid', paymentId: idIn(clientSecret), with: paidWith }
  }
  return { kind: 'unfinished' }
}

function resultOfError(error: StripeError, payment: Payment, paidWith: PaidWith): PaymentResult {
  // Stripe rejects a payment that already succeeded, for example in another window or just before the connection dropped.
  const status = (error.payment_intent ?? error.setup_intent)?.status
  if (status === 'succeeded' || status === 'processing') return resultOfStatus(status, payment, paidWith)
  if (error.code?.endsWith('_authentication_failure')) return { kind: 'refused', reason: 'not_confirmed', words: null }
  switch (error.type) {
    case 'validation_error':
      return { kind: 'unfinished' }
    case 'card_error':
      return { kind: 'refused', reason: 'declined', words: error.message ?? null }
    case 'api_connection_error':
    case 'api_error':
    case 'rate_limit_error':
      return { kind: 'unreachable' }
    default:
      return { kind: 'refused', reason: 'other', words: null }
  }
}
