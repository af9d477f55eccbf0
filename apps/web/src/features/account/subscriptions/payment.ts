import type { Client, MonthlyUsageResponse, PaymentSetup } from '@recaps/contract'
import type { BuyablePlanId } from '@recaps/domain/billing'
import { toProblem } from '../../../api/problem.ts'
import { isPhone } from '../../../device/is-phone.ts'
import type { OpenPayment, PaidWith, Payment, PaymentMounts, PaymentResult, Wallet } from '../../../device/wallet.ts'
import { phoneCardTexts } from './phone/phone-texts.ts'
import { texts } from './texts.ts'
import { checkPlan, type PaymentClaim, waitForPlan } from './wait-for-plan.ts'

const payTexts = texts.pay

export type PaymentRequest =
  | { kind: 'buy'; planId: BuyablePlanId }
  /** A plan change whose payment the bank wants confirmed. */
  | { kind: 'confirm'; planId: BuyablePlanId; clientSecret: string; stripeSubscriptionId: string | null }
  /** A bank page that had replaced our page redirected back and reports success. */
  | { kind: 'returned'; planId: BuyablePlanId; paymentId: string }

export type PaymentStep =
  | { kind: 'opening' }
  | { kind: 'form'; isPaying: boolean; problem: string | null }
  | { kind: 'settling' }
  /** Paid according to the device, but not confirmed by the server within a minute. */
  | { kind: 'slow' }
  /** The plan is active; `month` is the usage with it. */
  | { kind: 'done'; month: MonthlyUsageResponse }
  /** Failed without a form to retry in. */
  | { kind: 'failed'; problem: string }

export interface PaymentFlow {
  /** Starts the payment, or starts over after `failed`. */
  start(): Promise<void>
  pay(): Promise<void>
  /** Polls the server again after `slow`. */
  checkAgain(): Promise<void>
  close(): void
}

interface Deps {
  client: Client
  wallet: Wallet
  setup: PaymentSetup
  /** URL to which a bank page redirects afterwards. */
  returnUrl: string
}

/**
 * Runs one payment from the form until the server confirms the plan. Calls `onStep` for every step, but never after
 * `close`.
 */
export function createPayment(
  { client, wallet, setup, returnUrl }: Deps,
  request: PaymentRequest,
  place: Omit<PaymentMounts, 'onWalletPay'>,
  onStep: (step: PaymentStep) => void,
): PaymentFlow {
  const controller = new AbortController()
  let form: OpenPayment | null = null
  let stripeSubscriptionId = request.kind === 'confirm' ? request.stripeSubscriptionId : null
  let paid = request.kind === 'returned' ? { paymentId: request.paymentId, with: 'card' as PaidWith } : null
  const report = (step: PaymentStep) => void (controller.signal.aborted || onStep(step))
  const showForm = (problem: string | null) => report({ kind: 'form', isPaying: false, problem })

  async function preparePayment(): Promise<Payment> {
    const { publishableKey, scriptUrl } = setup
    const intent =
      request.kind === 'confirm' ? { clientSecret: request.clientSecret, customer: null } : await createIntent()
    return { ...intent, publishableKey: publishableKey ?? '', scriptUrl: scriptUrl ?? '', returnUrl }
  }
  async function createIntent(): Promise<Pick<Payment, 'clientSecret' | 'customer'>> {
    const body = { subscriptionId: request.planId, currency: 'usd' as const }
    const intent = await client.subscriptions.createPaymentIntent({ body }, { signal: controller.signal })
    stripeSubscriptionId = intent.stripeSubscriptionId
    return { clientSecret: intent.paymentIntent, customer: { id: intent.customer, key: intent.ephemeralKey } }
  }

  async function start() {
    if (paid) return waitForServer()
    report({ kind: 'opening' })
    const payment = await preparePayment().catch(error =>
      report({ kind: 'failed', problem: toProblem(error).sentence }),
    )
    if (!payment || controller.signal.aborted) return
    try {
      const savedCardResult = request.kind === 'confirm' ? await wallet.confirmSavedCard(payment) : null
      if (savedCardResult?.kind === 'paid') return await handleResult(Promise.resolve(savedCardResult))
      form?.close()
      form = null
      form = await wallet.openPaymentForm(payment, { ...place, onWalletPay: result => void handleResult(result) })
      if (controller.signal.aborted) form.close()
      else if (savedCardResult?.kind === 'unclear') await handleResult(Promise.resolve(savedCardResult))
      else showForm(savedCardResult && problemText(savedCardResult))
    } catch (error) {
      console.error(error)
      report({ kind: 'failed', problem: isPhone ? phoneCardTexts.notOpened : payTexts.notLoaded })
    }
  }

  async function handleResult(pending: Promise<PaymentResult>) {
    report({ kind: 'form', isPaying: true, problem: null })
    const result = await pending.catch((error): PaymentResult => {
      console.error(error)
      return { kind: 'refused', reason: 'other', words: null }
    })
    if (result.kind === 'unclear') return await checkOnce(result.paymentId)
    if (result.kind !== 'paid') return showForm(problemText(result))
    paid = result
    await waitForServer()
  }

  const claimOf = (paymentId: string, paidWith: PaidWith): PaymentClaim => {
    const isChange = request.kind !== 'buy'
    return { planId: request.planId, paymentId, paidWith, stripeSubscriptionId, isChange }
  }

  async function checkOnce(paymentId: string) {
    try {
      const month = await checkPlan(client, claimOf(paymentId, 'card'), controller.signal)
      if (month) report({ kind: 'done', month })
      else showForm(payTexts.notCompleted)
    } catch {
      showForm(payTexts.unreachable)
    }
  }

  async function waitForServer() {
    if (!paid) return
    report({ kind: 'settling' })
    try {
      const month = await waitForPlan(client, claimOf(paid.paymentId, paid.with), controller.signal)
      report(month ? { kind: 'done', month } : { kind: 'slow' })
    } catch (error) {
      if (controller.signal.aborted) return
      paid = null
      const { sentence } = toProblem(error)
      if (form) showForm(sentence)
      else report({ kind: 'failed', problem: sentence })
    }
  }

  return {
    start,
    async pay() {
      if (form) await handleResult(form.pay())
    },
    checkAgain: waitForServer,
    close() {
      controller.abort()
      form?.close()
    },
  }
}

/** Describes what went wrong. Null if the form already shows it. */
function problemText(result: Exclude<PaymentResult, { kind: 'paid' }>): string | null {
  if (result.kind === 'unfinished') return null
  if (result.kind === 'unreachable') return payTexts.unreachable
  if (result.kind === 'unclear') return payTexts.notCompleted
  const problem = {
    declined: result.words ?? payTexts.declined,
    not_confirmed: payTexts.notConfirmed,
    other: payTexts.refused,
  }[result.reason]
  return `${problem} ${payTexts.notCharged}`
}
