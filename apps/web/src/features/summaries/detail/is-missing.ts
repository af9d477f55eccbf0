import { ApiError } from '@recaps/contract'

/** The summary does not exist or is not visible to the user. The server does not distinguish the two. */
export const isMissing = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 400)
