import type { FailureCode } from '@recaps/contract/failures'
import { AppError } from '../../errors.ts'
import { PaymentRefused } from '../../ports/payments.ts'

const codes: Record<PaymentRefused['reason'], FailureCode> = {
  declined: 'payment_declined',
  action_required: 'payment_action_required',
  not_found: 'payment_not_found',
  wrong_state: 'payment_in_progress',
}

/** What a provider or a bank refused, as users are told of it; anything else as it is. */
export const toldOf = (error: unknown): unknown =>
  error instanceof PaymentRefused ? new AppError(codes[error.reason]) : error

/** The answer of a call that only reads. */
export const answered = <T>(call: Promise<T>): Promise<T> =>
  call.catch((error: unknown) => {
    throw toldOf(error)
  })
