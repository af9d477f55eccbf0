import { AppError } from '../../errors.ts'

/** One and the same 404, whether the schedule is another user's, deleted, or was never there. */
export const missing = (): never => {
  throw new AppError('not_found')
}

/** The account was deleted while the request was under way. */
export const gone = (): never => {
  throw new AppError('unauthorized')
}
