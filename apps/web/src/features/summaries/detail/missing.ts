import { ApiError } from '@recaps/contract'

/** What is not there, and what may not be seen: nobody can tell one from the other. */
export const isMissing = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 400)
