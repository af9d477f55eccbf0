import type { Sheet, SheetEnding } from '@recaps/fake-phone'

/** What somebody does in Stripe's sheet, one thing after the other. */
export type Deed = { card: string; bank?: 'confirms' | 'refuses' } | { wallet: true } | 'close'

interface Intent {
  id: string
  status: string
  client_secret: string
  last_payment_error?: { message: string } | null
  last_setup_error?: { message: string } | null
  error?: { type: string; message: string }
}

/** Sheets that were shown, and what stood in them. */
export interface Shown extends Sheet {
  /** What Stripe said, of a card that is declined or a bank that was not confirmed. */
  problems: string[]
}

export interface Person {
  shown: Shown[]
  pay(sheet: Sheet): Promise<SheetEnding>
}

/** How a bank sends an iPhone back to the app. */
type ComeBack = (url: string) => void

/**
 * Stripe's part of the sheet, as its libraries for phones do it: it looks at the intent first, makes a payment method, confirms,
 * stays open where a card is declined, and asks the bank. It knows what it was given and nothing more. `stripeUrl` is the
 * stand-in of Stripe.
 */
export function personAtSheet(stripeUrl: string, deeds: Deed[], comeBack: ComeBack = () => {}): Person {
  const person: Person = { shown: [], pay }
  return person

  async function pay(given: Sheet): Promise<SheetEnding> {
    const sheet: Shown = { ...given, problems: [] }
    person.shown.push(sheet)
    const { clientSecret, publishableKey: key } = sheet
    const isSetup = clientSecret.startsWith('seti_')
    const id = clientSecret.split('_secret_')[0]!
    const path = `${isSetup ? 'setup_intents' : 'payment_intents'}/${id}`
    const look = () => call(`${path}?${new URLSearchParams({ key, client_secret: clientSecret })}`)
    const before = await look().catch(() => null)
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
      const after = await look()
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
    comeBack(`${returnUrl}?payment_intent=${id}`)
    await back
  }

  async function call(path: string, body?: Record<string, string>): Promise<Intent> {
    const sent = body ? { method: 'POST', body: new URLSearchParams(body) } : {}
    return (await (await fetch(`${stripeUrl}/v1/${path}`, sent)).json()) as Intent
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
  if (!wallet) throw new Error('There is no wallet in this sheet')
  return { type: 'card', 'card[token]': `tok_${wallet.kind}` }
}
