import type { Platform } from './headers.ts'
import type { Methods, Notify, Options, Outside } from './plugins.ts'

/** What Stripe's own sheet is opened with, by whoever stands in for Stripe's part of the phone (`Outside.pay`). */
export interface Sheet {
  clientSecret: string
  publishableKey: string
  /** Whose saved cards it shows. */
  customer: { id: string; ephemeralKey: string } | null
  /** Where a bank that was asked in a browser sends people back to; of iPhones alone. */
  returnUrl: string | null
  /** The wallet of the phone, where it is among what can be paid with. */
  wallet: { kind: 'apple_pay'; merchant: string } | { kind: 'google_pay'; isTesting: boolean } | null
  /** iPhones: fulfilled once the app has handed the next address on which a bank comes back to Stripe. */
  handedBack(): Promise<string>
}

/** How a sheet ends; words are Stripe's own, for developers. */
export type SheetEnding = 'completed' | 'canceled' | { failed: string }

/**
 * The payment sheet of @capacitor-community/stripe 8.2.1 (`PaymentSheetExecutor.kt` and `.swift`): each ending is told as an
 * event and then as the answer, and what failed is an answer too, whose words stand in the event alone.
 */
export function paymentSheet(platform: Platform, outside: Partial<Outside>, notify: Notify): Methods {
  const isIos = platform === 'ios'
  let publishableKey = ''
  let created: Options | null = null
  let isOpen = false
  /** Android keeps one call that waits: of an earlier one nobody is ever told. */
  let waiting = 0
  let handBack: (url: string) => void = () => {}

  const text = (options: Options, name: string) => (options[name] === undefined ? null : String(options[name]))

  function walletOf(options: Options): Sheet['wallet'] {
    const merchant = text(options, 'applePayMerchantId')
    if (isIos) return options.enableApplePay && merchant ? { kind: 'apple_pay', merchant } : null
    return options.enableGooglePay ? { kind: 'google_pay', isTesting: options.GooglePayIsTesting === true } : null
  }

  function sheetOf(options: Options): Sheet {
    const handedBack = () =>
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
      handedBack,
    }
  }

  const tell = (ending: SheetEnding) => {
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
        const fail = (words: string) => {
          notify('Stripe', 'paymentSheetFailedToLoad', { error: words })
          throw new Error(words)
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
          // iPhones have no sheet to show then, and never answer.
          if (isIos) return await never
          throw new Error('null')
        }
        if (isOpen && isIos)
          return tell({ failed: 'presentingViewController is already presenting a view controller.' })
        isOpen = true
        const mine = ++waiting
        try {
          const ending = (await outside.pay?.(sheetOf(created))) ?? 'canceled'
          return mine === waiting ? tell(ending) : await never
        } finally {
          isOpen = false
        }
      },
      // iPhones alone have this method.
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
