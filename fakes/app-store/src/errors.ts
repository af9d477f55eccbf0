/** Error of the App Store Server API: https://developer.apple.com/documentation/appstoreserverapi/error-codes */
export class ApiError extends Error {
  readonly code: number
  readonly headers: Record<string, string>

  constructor(code: number, message: string, headers: Record<string, string> = {}) {
    super(message)
    this.code = code
    this.headers = headers
  }
}

export const badRequest = (message: string): ApiError => new ApiError(4000000, message)
export const invalidTransactionId = (): ApiError => new ApiError(4000006, 'Invalid transaction id.')
export const transactionIdNotFound = (): ApiError => new ApiError(4040010, 'Transaction id not found.')
export const notFoundYet = (): ApiError => new ApiError(4040006, 'Original transaction id not found. Please try again.')
export const generalInternal = (): ApiError => new ApiError(5000000, 'An unknown error occurred.')
export const rateLimited = (until: number): ApiError =>
  new ApiError(4290000, 'Rate limit exceeded.', { 'retry-after': String(until) })
