import type { Client, MonthlyUseResponse, PaymentSetup } from '@recaps/contract'
import type { BuyablePlanId } from '@recaps/domain/billing'
import { problemOf } from '../../../api/problem.ts'
import { isPhone } from '../../../device/is-phone.ts'
import type { OpenPayment, PaidWith, Payment, PaymentPlace, PaymentResult, Wallet } from '../../../device/wallet.ts'
import { byCard } from './phone/phone-texts.ts'
import { type Claim, look, settle } from './settle.ts'
import { texts } from './texts.ts'

const words = texts.pay

/** What is to be paid for. */
export type Wish =
  | { kind: 'buy'; planId: BuyablePlanId }
  /** A change whose payment the bank wants confirmed. */
  | { kind: 'confirm'; planId: BuyablePlanId; clientSecret: string; stripeSubscriptionId: string | null }
  /** A bank that had taken the whole window has sent people back, and says it is done. */
  | { kind: 'returned'; planId: BuyablePlanId; paymentId: string }

export type Step =
  | { kind: 'opening' }
  | { kind: 'form'; isPaying: boolean; problem: string | null }
  | { kind: 'settling' }
  /** Paid as far as the device has seen, and not confirmed within a minute. */
  | { kind: 'slow' }
  /** The plan counts, and so much of the month is left with it. */
  | { kind: 'done'; month: MonthlyUseResponse }
  /** There is no form to go on with. */
  | { kind: 'failed'; problem: string }

export interface PaymentFlow {
  /** From the beginning, or again from where it cannot go on. */
  start(): Promise<void>
  pay(): Promise<void>
  /** Asks the server once more. */
  lookAgain(): Promise<void>
  close(): void
}

interface Deps {
  client: Client
  wallet: Wallet
  setup: PaymentSetup
  /** The address that a bank sends people back to. */
  returnTo: string
}

/** One payment from its form to the word of the server. `onStep` is told each step, and nothing after `close`. */
export function createPayment(
  { client, wallet, setup, returnTo }: Deps,
  wish: Wish,
  place: Omit<PaymentPlace, 'onWalletPay'>,
  onStep: (step: Step) => void,
): PaymentFlow {
  const over = new AbortController()
  let form: OpenPayment | null = null
  let stripeSubscriptionId = wish.kind === 'confirm' ? wish.stripeSubscriptionId : null
  let paid = wish.kind === 'returned' ? { paymentId: wish.paymentId, with: 'card' as PaidWith } : null
  const tell = (step: Step) => void (over.signal.aborted || onStep(step))
  const showForm = (problem: string | null) => tell({ kind: 'form', isPaying: false, problem })

  async function begin(): Promise<Payment> {
    const { publishableKey, scriptUrl } = setup
    const begun = wish.kind === 'confirm' ? { clientSecret: wish.clientSecret, customer: null } : await beginNew()
    return { ...begun, publishableKey: publishableKey ?? '', scriptUrl: scriptUrl ?? '', returnTo }
  }
  async function beginNew(): Promise<Pick<Payment, 'clientSecret' | 'customer'>> {
    const body = { subscriptionId: wish.planId, currency: 'usd' as const }
    const begun = await client.subscriptions.createPaymentIntent({ body }, { signal: over.signal })
    stripeSubscriptionId = begun.stripeSubscriptionId
    return { clientSecret: begun.paymentIntent, customer: { id: begun.customer, key: begun.ephemeralKey } }
  }

  async function start() {
    if (paid) return askServer()
    tell({ kind: 'opening' })
    const payment = await begin().catch(error => tell({ kind: 'failed', problem: problemOf(error).sentence }))
    if (!payment || over.signal.aborted) return
    try {
      const saved = wish.kind === 'confirm' ? await wallet.confirmSaved(payment) : null
      if (saved?.kind === 'paid') return await take(Promise.resolve(saved))
      form?.close()
      form = null
      form = await wallet.payWith(payment, { ...place, onWalletPay: result => void take(result) })
      if (over.signal.aborted) form.close()
      else if (saved?.kind === 'unclear') await take(Promise.resolve(saved))
      else showForm(saved && wordsOf(saved))
    } catch (error) {
      console.error(error)
      tell({ kind: 'failed', problem: isPhone ? byCard.notOpened : words.notLoaded })
    }
  }

  async function take(coming: Promise<PaymentResult>) {
    tell({ kind: 'form', isPaying: true, problem: null })
    const result = await coming.catch((error): PaymentResult => {
      console.error(error)
      return { kind: 'refused', reason: 'other', words: null }
    })
    if (result.kind === 'unclear') return await askOnce(result.paymentId)
    if (result.kind !== 'paid') return showForm(wordsOf(result))
    paid = result
    await askServer()
  }

  const claimOf = (paymentId: string, paidWith: PaidWith): Claim => {
    const isChange = wish.kind !== 'buy'
    return { planId: wish.planId, paymentId, paidWith, stripeSubscriptionId, isChange }
  }

  async function askOnce(paymentId: string) {
    try {
      const month = await look(client, claimOf(paymentId, 'card'), over.signal)
      if (month) tell({ kind: 'done', month })
      else showForm(words.brokeOff)
    } catch {
      showForm(words.unreachable)
    }
  }

  async function askServer() {
    if (!paid) return
    tell({ kind: 'settling' })
    try {
      const month = await settle(client, claimOf(paid.paymentId, paid.with), over.signal)
      tell(month ? { kind: 'done', month } : { kind: 'slow' })
    } catch (error) {
      if (over.signal.aborted) return
      paid = null
      const { sentence } = problemOf(error)
      if (form) showForm(sentence)
      else tell({ kind: 'failed', problem: sentence })
    }
  }

  return {
    start,
    async pay() {
      if (form) await take(form.pay())
    },
    lookAgain: askServer,
    close() {
      over.abort()
      form?.close()
    },
  }
}

/** What went wrong in plain words; null where the form has said it itself. */
function wordsOf(result: Exclude<PaymentResult, { kind: 'paid' }>): string | null {
  if (result.kind === 'unfinished') return null
  if (result.kind === 'unreachable') return words.unreachable
  if (result.kind === 'unclear') return words.brokeOff
  const what = {
    declined: result.words ?? words.declined,
    not_confirmed: words.notConfirmed,
    other: words.refused,
  }[result.reason]
  return `${what} ${words.notCharged}`
}
