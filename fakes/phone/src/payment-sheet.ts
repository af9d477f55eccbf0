import type { Platform } from './plugin-headers.ts'
import type { Methods, Notify, Options, PhoneEnvironment } from './plugins.ts'

/** Parameters of Stripe's payment sheet, passed to the fake of Stripe's SDK (`PhoneEnvironment.pay`). */
export interface Sheet {
  clientSecret: string
  publishableKey: string
  /** Customer whose saved cards are shown. */
  customer: { id: string; ephemeralKey: string } | null
  /** iPhones only: URL to return to from the bank's page in the browser. */
  returnUrl: string | null
  /** The phone's wallet, if it is offered as a payment method. */
  wallet: { kind: 'apple_pay'; merchant: string } | { kind: 'google_pay'; isTesting: boolean } | null
  /** iPhones only: resolves with the next return URL that the app passes to Stripe. */
  waitForReturnUrl(): Promise<string>
}

/** Result of a sheet; `failed` is Stripe's message for developers. */
export type SheetResult = 'completed' | 'canceled' | { failed: string }

/**
 * The payment sheet of @capacitor-community/stripe 8.2.1 (`PaymentSheetExecutor.kt` and `.swift`). Each result is sent as an event
 * and then as the answer. A failure resolves the call too; only the event has its message.
 */
export function paymentSheet(platform: Platform, outside: Partial<PhoneEnvironment>, notify: Notify): Methods {
  const isIos = platform === 'ios'
  let publishableKey = ''
  let created: Options | null = null
  let isOpen = false
  /** Number of the pending call. Android remembers only the last one; earlier calls are never answered. */
  let pendingCall = 0
  let handBack: (url: string) => void = () => {}

  const text = (options: Options, name: string) => (options[name] === undefined ? null : String(options[name]))

  function walletOf(options: Options): Sheet['wallet'] {
    const merchant = text(options, 'applePayMerchantId')
    if (isIos) return options.enableApplePay && merchant ? { kind: 'apple_pay', merchant } : null
    return options.enableGooglePay ? { kind: 'google_pay', isTesting: options.GooglePayIsTesting === true } : null
  }

  function sheetOf(options: Options): Sheet {
    const waitForReturnUrl = () =>
      new Promise<string>(resolve => {
        handBack = resolve
      })
    const id = text(options, 'customerId')
    return {
      clientSecret: (text(options, 'paymentIntentClientSecret') ?? text(options, 'setupIntentClientSecret'))!,
      publishableKey,
      customer: id === null ? null : { id, ephemeralKey: text(options, 'customerEphemeralKeySecret')! },
      returnUrl: isIos ? text(options, 'returnURL') : null,
      wallet: walletOf(options),
      waitForReturnUrl,
    }
  }

  const report = (ending: SheetResult) => {
    if (typeof ending === 'object') {
      notify('Stripe', 'paymentSheetFailed', isIos ? { error: ending.failed } : { message: ending.failed })
      return { paymentResult: 'paymentSheetFailed' }
    }
    const name = ending === 'completed' ? 'paymentSheetCompleted' : 'paymentSheetCanceled'
    notify('Stripe', name, {})
    return { paymentResult: name }
  }

  return {
    Stripe: {
      initialize(options) {
        publishableKey = text(options, 'publishableKey') ?? ''
        if (!publishableKey) throw new Error(isIos ? 'you must provide publishableKey' : 'you must provide a valid key')
      },
      createPaymentSheet(options) {
        const fail = (message: string) => {
          notify('Stripe', 'paymentSheetFailedToLoad', { error: message })
          throw new Error(message)
        }
        if (!text(options, 'paymentIntentClientSecret') && !text(options, 'setupIntentClientSecret'))
          fail('Invalid Params. This method require paymentIntentClientSecret or setupIntentClientSecret.')
        if (text(options, 'customerId') && !text(options, 'customerEphemeralKeySecret'))
          fail('Invalid Params. When you set customerId, you must set customerEphemeralKeySecret.')
        created = options
        notify('Stripe', 'paymentSheetLoaded', {})
      },
      async presentPaymentSheet() {
        const never = new Promise(() => {})
        if (!created) {
          // Without a created sheet, iPhones never answer.
          if (isIos) return await never
          throw new Error('null')
        }
        if (isOpen && isIos)
          return report({ failed: 'presentingViewController is already presenting a view controller.' })
        isOpen = true
        const ownCall = ++pendingCall
        try {
          const ending = (await outside.pay?.(sheetOf(created))) ?? 'canceled'
          return ownCall === pendingCall ? report(ending) : await never
        } finally {
          isOpen = false
        }
      },
      // iPhones only.
      handleURLCallback(options) {
        const url = text(options, 'url')
        if (!url) throw new Error('you must provide url returned from browser')
        if (!isOpen || !url.startsWith(text(created ?? {}, 'returnURL') ?? '\0'))
          throw new Error('This was not a Stripe url – handle the URL normally as you would')
        handBack(url)
      },
    },
  }
}
