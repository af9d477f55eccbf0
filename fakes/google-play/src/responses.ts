export interface ApiResponse {
  status: number
  body: unknown
  headers?: Record<string, string>
}

const statuses: Record<number, string> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  410: 'NOT_FOUND',
  409: 'ABORTED',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
}

/** An error in the format of Google's APIs. */
export const errorResponse = (code: number, reason: string, message: string): ApiResponse => ({
  status: code,
  body: {
    error: {
      ...{ code, message, status: statuses[code] },
      errors: [{ message, domain: 'androidpublisher', reason }],
    },
  },
})
