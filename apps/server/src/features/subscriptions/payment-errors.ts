import type { FailureCode } from '@recaps/contract/failures'
import { AppError } from '../../errors.ts'
import { PaymentRefused } from '../../ports/payments.ts'

const codes: Record<PaymentRefused['reason'], FailureCode> = {
  declined: 'payment_declined',
  action_required: 'payment_action_required',
  not_found: 'payment_not_found',
  wrong_state: 'payment_in_progress',
}

/** Converts a refusal by the provider or the bank to the API error for it; returns any other error unchanged. */
export const toAppError = (error: unknown): unknown =>
  error instanceof PaymentRefused ? new AppError(codes[error.reason]) : error

/** Awaits a provider call and converts refusals to API errors. */
export const withAppErrors = <T>(call: Promise<T>): Promise<T> =>
  call.catch((error: unknown) => {
    throw toAppError(error)
  })
