import Stripe from 'stripe'
import { ProviderError } from '../../../errors.ts'
import { PaymentRefused } from '../../../ports/payments.ts'

const { StripeError, StripeAPIError, StripeCardError, StripeConnectionError } = Stripe.errors
const { StripeIdempotencyError, StripeInvalidRequestError, StripeRateLimitError } = Stripe.errors

/**
 * Converts Stripe's errors to `PaymentRefused` or `ProviderError`; returns others unchanged. Stripe's messages may quote keys and
 * addresses, so only codes are kept.
 */
export function fromStripeError(error: unknown): unknown {
  if (!(error instanceof StripeError)) return error
  if (error instanceof StripeCardError)
    return new PaymentRefused(needsAuthentication(error) ? 'action_required' : 'declined', describe(error))
  if (error instanceof StripeInvalidRequestError && !isInvalidCall(error)) return toPaymentRefused(error)
  const retryable =
    error instanceof StripeConnectionError ||
    error instanceof StripeAPIError ||
    error instanceof StripeRateLimitError ||
    error.statusCode === 409
  return new ProviderError({ provider: 'stripe', code: 'payment_unavailable', retryable, detail: describe(error) })
}

/** Whether the call may have taken effect: there was no response, or an error that Stripe repeats for the same idempotency key. */
export const isOutcomeUnknown = (error: unknown): boolean =>
  error instanceof StripeConnectionError || error instanceof StripeAPIError || error instanceof StripeIdempotencyError

export const isMissing = (error: unknown): boolean =>
  error instanceof StripeInvalidRequestError && error.statusCode === 404 && error.code === 'resource_missing'

type Failure = InstanceType<typeof StripeError>

/** The bank requires authentication (3-D Secure). */
const needsAuthentication = ({ code = '' }: Failure): boolean => /requires_action$|^authentication_required$/.test(code)

/** A bug in our code: invalid parameters or an unknown path. */
const isInvalidCall = ({ code = '', statusCode }: Failure): boolean =>
  code.startsWith('parameter_') || (statusCode === 404 && code === '')

function toPaymentRefused(error: Failure): PaymentRefused {
  if (error.code !== 'resource_missing') return new PaymentRefused('wrong_state', describe(error))
  // If no parameter is to blame, the payment method is missing.
  return new PaymentRefused(error.param ? 'not_found' : 'declined', describe(error))
}

function describe({ type, code, decline_code, param, statusCode, requestId, detail }: Failure): string {
  const reason = detail instanceof Error && 'reason' in detail ? String(detail.reason) : undefined
  return [type, statusCode, code, decline_code, param, reason, requestId].filter(Boolean).join(' ')
}
