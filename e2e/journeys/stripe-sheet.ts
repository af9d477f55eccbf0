import type { Sheet, SheetEnding } from '@recaps/fake-phone'

/** One action of the user in Stripe's payment sheet. */
export type Deed = { card: string; bank?: 'confirms' | 'refuses' } | { wallet: true } | 'close'

interface Intent {
  id: string
  status: string
  client_secret: string
  last_payment_error?: { message: string } | null
  last_setup_error?: { message: string } | null
  error?: { type: string; message: string }
}

/** A payment sheet that was opened, with its error messages. */
export interface Shown extends Sheet {
  /** Messages from Stripe about declined cards and failed bank confirmations. */
  problems: string[]
}

export interface Person {
  shown: Shown[]
  pay(sheet: Sheet): Promise<SheetEnding>
}

/** Opens the return URL after a bank confirmation on an iPhone. */
type OpenReturnUrl = (url: string) => void

/**
 * Performs the user's actions in the payment sheet as Stripe's mobile SDKs do: fetch the intent, create a payment method, confirm
 * it, stay open if the card is declined, and ask the bank. It uses only the data the app passed to the sheet. `stripeUrl` is the
 * fake Stripe.
 */
export function personAtSheet(stripeUrl: string, deeds: Deed[], openReturnUrl: OpenReturnUrl = () => {}): Person {
  const person: Person = { shown: [], pay }
  return person

  async function pay(sheetOptions: Sheet): Promise<SheetEnding> {
    const sheet: Shown = { ...sheetOptions, problems: [] }
    person.shown.push(sheet)
    const { clientSecret, publishableKey: key } = sheet
    const isSetup = clientSecret.startsWith('seti_')
    const id = clientSecret.split('_secret_')[0]!
    const path = `${isSetup ? 'setup_intents' : 'payment_intents'}/${id}`
    const fetchIntent = () => call(`${path}?${new URLSearchParams({ key, client_secret: clientSecret })}`)
    const before = await fetchIntent().catch(() => null)
    if (!before || before.error) return { failed: before?.error?.message ?? 'A network error occurred.' }
    if (!['requires_payment_method', 'requires_action', 'requires_confirmation'].includes(before.status))
      return { failed: `PaymentSheet cannot set up a PaymentIntent in status '${before.status}'.` }
    for (const deed of deeds.splice(0)) {
      if (deed === 'close') return 'canceled'
      const method = await call('payment_methods', { key, ...methodOf(deed, sheet) })
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
      if (intent.status === 'requires_action') await askBank(sheet, intent, deed)
      const after = await fetchIntent()
      if (after.status === 'succeeded' || after.status === 'processing') return 'completed'
      sheet.problems.push((after.last_payment_error ?? after.last_setup_error)?.message ?? after.status)
    }
    return 'canceled'
  }

  async function askBank({ clientSecret, returnUrl, handedBack }: Sheet, { id }: Intent, deed: Deed): Promise<void> {
    const answer = typeof deed === 'object' && 'bank' in deed && deed.bank === 'refuses' ? 'fail' : 'complete'
    await fetch(`${stripeUrl}/three-d-secure/${id}?client_secret=${encodeURIComponent(clientSecret)}`, {
      method: 'POST',
      body: new URLSearchParams({ answer }),
    })
    if (!returnUrl) return
    const back = handedBack()
    openReturnUrl(`${returnUrl}?payment_intent=${id}`)
    await back
  }

  async function call(path: string, body?: Record<string, string>): Promise<Intent> {
    const init = body ? { method: 'POST', body: new URLSearchParams(body) } : {}
    return (await (await fetch(`${stripeUrl}/v1/${path}`, init)).json()) as Intent
  }
}

function methodOf(deed: Exclude<Deed, 'close'>, { wallet }: Sheet): Record<string, string> {
  if ('card' in deed)
    return {
      type: 'card',
      'card[number]': deed.card,
      'card[exp_month]': '12',
      'card[exp_year]': '2039',
      'card[cvc]': '123',
    }
  if (!wallet) throw new Error('This payment sheet offers no wallet.')
  return { type: 'card', 'card[token]': `tok_${wallet.kind}` }
}
