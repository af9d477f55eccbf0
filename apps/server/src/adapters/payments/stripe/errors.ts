import Stripe from 'stripe'
import { ProviderError } from '../../../errors.ts'
import { PaymentRefused } from '../../../ports/payments.ts'

const { StripeError, StripeAPIError, StripeCardError, StripeConnectionError } = Stripe.errors
const { StripeIdempotencyError, StripeInvalidRequestError, StripeRateLimitError } = Stripe.errors

/** What Stripe threw, in our words. Its messages may quote keys and addresses, so only codes are kept. */
export function stripeFailure(error: unknown): unknown {
  if (!(error instanceof StripeError)) return error
  if (error instanceof StripeCardError)
    return new PaymentRefused(asks(error) ? 'action_required' : 'declined', said(error))
  if (error instanceof StripeInvalidRequestError && !isOurFault(error)) return refusalOf(error)
  const retryable =
    error instanceof StripeConnectionError ||
    error instanceof StripeAPIError ||
    error instanceof StripeRateLimitError ||
    error.statusCode === 409
  return new ProviderError({ provider: 'stripe', code: 'payment_unavailable', retryable, detail: said(error) })
}

/** Nothing tells whether the call had its effect: nobody answered, or it ended in an error that stays the answer to its key. */
export const isOpen = (error: unknown): boolean =>
  error instanceof StripeConnectionError || error instanceof StripeAPIError || error instanceof StripeIdempotencyError

/** Whether there is no such object. */
export const isMissing = (error: unknown): boolean =>
  error instanceof StripeInvalidRequestError && error.statusCode === 404 && error.code === 'resource_missing'

type Failed = InstanceType<typeof StripeError>

/** The bank wants to ask whoever pays. */
const asks = ({ code = '' }: Failed): boolean => /requires_action$|^authentication_required$/.test(code)

/** We asked for what Stripe does not understand, or at an address that it does not know. */
const isOurFault = ({ code = '', statusCode }: Failed): boolean =>
  code.startsWith('parameter_') || (statusCode === 404 && code === '')

function refusalOf(error: Failed): PaymentRefused {
  if (error.code !== 'resource_missing') return new PaymentRefused('wrong_state', said(error))
  // Without a parameter at fault it is the payment method that nobody has given yet.
  return new PaymentRefused(error.param ? 'not_found' : 'declined', said(error))
}

function said({ type, code, decline_code, param, statusCode, requestId, detail }: Failed): string {
  const reason = detail instanceof Error && 'reason' in detail ? String(detail.reason) : undefined
  return [type, statusCode, code, decline_code, param, reason, requestId].filter(Boolean).join(' ')
}
