/** Error of the Stripe API, always sent as `{ error }`; https://docs.stripe.com/error-codes */
export interface ErrorBody {
  type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error'
  message: string
  code?: string
  param?: string
  decline_code?: string
  charge?: string
  payment_intent?: object
  setup_intent?: object
  payment_method?: object
}

export class ApiError extends Error {
  readonly status: number
  readonly body: ErrorBody

  constructor(status: number, body: ErrorBody) {
    super(body.message)
    this.status = status
    this.body = body
  }
}

export const invalidRequest = (message: string, more: Partial<ErrorBody> = {}): ApiError =>
  new ApiError(400, { type: 'invalid_request_error', message, ...more })

export const notFound = (what: string, id: string, param = 'id'): ApiError =>
  new ApiError(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${what}: '${id}'`,
    param,
  })

/** For an id in the parameters, which is a 400; one in the path is a 404. */
export const notFoundParam = (what: string, id: string, param: string): ApiError =>
  invalidRequest(`No such ${what}: '${id}'`, { code: 'resource_missing', param })
