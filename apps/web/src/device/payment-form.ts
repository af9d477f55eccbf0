import type { Stripe, StripeElements, StripeError } from '@stripe/stripe-js'
import { deferred } from './deferred.ts'
import { runForeignScript } from './foreign-script.ts'
import { followLook, lookOfPage } from './payment-look.ts'
import type { OpenPayment, PaidWith, Payment, PaymentPlace, PaymentResult } from './wallet.ts'

/**
 * Stripe's form in our page: its frames hold what is typed, we never see it. Its npm package gives the types alone: the
 * loader there knows one address and is refused under Trusted Types.
 */
export async function payWith(payment: Payment, place: PaymentPlace): Promise<OpenPayment> {
  const stripe = await stripeOf(payment)
  const { clientSecret } = payment
  const elements = stripe.elements({ clientSecret, locale: 'en', appearance: lookOfPage() })
  const fields = elements.create('payment', {
    layout: 'tabs',
    // They have buttons of their own above it.
    wallets: { applePay: 'never', googlePay: 'never' },
  })
  const wallets = elements.create('expressCheckout', { buttonHeight: 48, paymentMethods: onlyOurs })
  wallets.on('ready', ({ availablePaymentMethods }) => place.onWallets(availablePaymentMethods !== undefined))
  wallets.on('loaderror', () => place.onWallets(false))
  wallets.on('confirm', event => {
    const result = confirm(stripe, elements, payment, walletOf(event.expressPaymentType))
    void result.then(({ kind }) => kind === 'refused' && event.paymentFailed({ reason: 'fail' }))
    place.onWalletPay(result)
  })
  const stopFollowing = followLook(appearance => elements.update({ appearance }))
  const close = () => {
    stopFollowing()
    fields.destroy()
    wallets.destroy()
  }
  const { promise: ready, resolve, reject } = deferred()
  fields.on('ready', () => resolve())
  fields.on('loaderror', ({ error }) => reject(new Error(error.message ?? 'The payment form could not be loaded')))
  fields.mount(place.fields)
  wallets.mount(place.wallets)
  await ready.catch(error => {
    close()
    throw error
  })
  return { pay: () => confirm(stripe, elements, payment, 'card'), close }
}

const onlyOurs = {
  applePay: 'auto',
  googlePay: 'auto',
  link: 'never',
  amazonPay: 'never',
  paypal: 'never',
  klarna: 'never',
} as const

export async function confirmSaved(payment: Payment): Promise<PaymentResult> {
  const stripe = await stripeOf(payment)
  const { clientSecret } = payment
  const known = isSetup(clientSecret)
    ? await stripe.retrieveSetupIntent(clientSecret)
    : await stripe.retrievePaymentIntent(clientSecret)
  if (known.error) return resultOfError(known.error, payment, 'card')
  const intent = 'setupIntent' in known ? known.setupIntent : known.paymentIntent
  if (intent?.status !== 'requires_action') return resultOfStatus(intent?.status, payment, 'card')
  const { error, paymentIntent, setupIntent } = await stripe.handleNextAction({ clientSecret })
  if (error) return resultOfError(error, payment, 'card')
  return resultOfStatus((paymentIntent ?? setupIntent)?.status, payment, 'card')
}

type Constructor = (publishableKey: string, options?: { locale: 'en' }) => Stripe

async function stripeOf({ publishableKey, scriptUrl }: Payment): Promise<Stripe> {
  const page = window as { Stripe?: Constructor }
  if (!page.Stripe) await runForeignScript(scriptUrl)
  if (!page.Stripe) throw new Error('The script of the payment service says nothing')
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
  const given = { elements, confirmParams: { return_url: payment.returnTo }, redirect: 'if_required' } as const
  if (isSetup(payment.clientSecret)) {
    const { error, setupIntent } = await stripe.confirmSetup(given)
    return error ? resultOfError(error, payment, paidWith) : resultOfStatus(setupIntent.status, payment, paidWith)
  }
  const { error, paymentIntent } = await stripe.confirmPayment(given)
  return error ? resultOfError(error, payment, paidWith) : resultOfStatus(paymentIntent.status, payment, paidWith)
}

/** Where nothing is due at once, what is confirmed is that the card may be charged later. */
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
  // What was paid already, in another window or just before the line broke, is refused as a second payment.
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
