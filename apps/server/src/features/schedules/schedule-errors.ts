import { AppError } from '../../errors.ts'

/** The same 404 for a missing, a deleted and another user's schedule, so that ids reveal nothing. */
export const throwScheduleNotFound = (): never => {
  throw new AppError('not_found')
}

/** The account was deleted during the request. */
export const throwAccountDeleted = (): never => {
  throw new AppError('unauthorized')
}
