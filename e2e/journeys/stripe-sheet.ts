import type { Sheet, SheetResult } from '@recaps/fake-phone'

/** One action of the user in Stripe's payment sheet. */
export type SheetAction = { card: string; bank?: 'confirms' | 'refuses' } | { wallet: true } | 'close'

interface Intent {
  id: string
  status: string
  client_secret: string
  last_payment_error?: { message: string } | null
  last_setup_error?: { message: string } | null
  error?: { type: string; message: string }
}

/** A payment sheet that was opened, with its error messages. */
export interface OpenedSheet extends Sheet {
  /** Messages from Stripe about declined cards and failed bank confirmations. */
  problems: string[]
}

export interface SheetUser {
  openedSheets: OpenedSheet[]
  pay(sheet: Sheet): Promise<SheetResult>
}

/** Opens the return URL after a bank confirmation on an iPhone. */
type OpenReturnUrl = (url: string) => void

/**
 * Performs the user's actions in the payment sheet as Stripe's mobile SDKs do: fetch the intent, create a payment method, confirm
 * it, stay open if the card is declined, and ask the bank. It uses only the data the app passed to the sheet. `stripeUrl` is the
 * fake Stripe.
 */
export function createSheetUser(
  stripeUrl: string,
  actions: SheetAction[],
  openReturnUrl: OpenReturnUrl = () => {},
): SheetUser {
  const user: SheetUser = { openedSheets: [], pay }
  return user

  async function pay(sheetOptions: Sheet): Promise<SheetResult> {
    const sheet: OpenedSheet = { ...sheetOptions, problems: [] }
    user.openedSheets.push(sheet)
    const { clientSecret, publishableKey: key } = sheet
    const isSetup = clientSecret.startsWith('seti_')
    const id = clientSecret.split('_secret_')[0]!
    const path = `${isSetup ? 'setup_intents' : 'payment_intents'}/${id}`
    const fetchIntent = () => call(`${path}?${new URLSearchParams({ key, client_secret: clientSecret })}`)
    const before = await fetchIntent().catch(() => null)
    if (!before || before.error) return { failed: before?.error?.message ?? 'A network error occurred.' }
    if (!['requires_payment_method', 'requires_action', 'requires_confirmation'].includes(before.status))
      return { failed: `PaymentSheet cannot set up a PaymentIntent in status '${before.status}'.` }
    for (const action of actions.splice(0)) {
      if (action === 'close') return 'canceled'
      const method = await call('payment_methods', { key, ...methodOf(action, sheet) })
      const intent = method.error
        ? method
        : await call(`${path}/confirm`, {
            key,
            client_secret: clientSecret,
            payment_method: method.id,
            use_stripe_sdk: 'true',
            ...(sheet.returnUrl ? { return_url: sheet.returnUrl } : {}),
          })
      if (intent.error) {
        sheet.problems.push(intent.error.message)
        continue
      }
      if (intent.status === 'requires_action') await askBank(sheet, intent, action)
      const after = await fetchIntent()
      if (after.status === 'succeeded' || after.status === 'processing') return 'completed'
      sheet.problems.push((after.last_payment_error ?? after.last_setup_error)?.message ?? after.status)
    }
    return 'canceled'
  }

  async function askBank(
    { clientSecret, returnUrl, waitForReturnUrl }: Sheet,
    { id }: Intent,
    action: SheetAction,
  ): Promise<void> {
    const answer = typeof action === 'object' && 'bank' in action && action.bank === 'refuses' ? 'fail' : 'complete'
    await fetch(`${stripeUrl}/three-d-secure/${id}?client_secret=${encodeURIComponent(clientSecret)}`, {
      method: 'POST',
      body: new URLSearchParams({ answer }),
    })
    if (!returnUrl) return
    const back = waitForReturnUrl()
    openReturnUrl(`${returnUrl}?payment_intent=${id}`)
    await back
  }

  async function call(path: string, body?: Record<string, string>): Promise<Intent> {
    const init = body ? { method: 'POST', body: new URLSearchParams(body) } : {}
    return (await (await fetch(`${stripeUrl}/v1/${path}`, init)).json()) as Intent
  }
}

function methodOf(action: Exclude<SheetAction, 'close'>, { wallet }: Sheet): Record<string, string> {
  if ('card' in action)
    return {
      type: 'card',
      'card[number]': action.card,
      'card[exp_month]': '12',
      'card[exp_year]': '2039',
      'card[cvc]': '123',
    }
  if (!wallet) throw new Error('This payment sheet offers no wallet.')
  return { type: 'card', 'card[token]': `tok_${wallet.kind}` }
}
