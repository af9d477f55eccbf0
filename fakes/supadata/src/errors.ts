/** Supadata's documented errors (docs.supadata.ai/errors/list). */
const errors = {
  'invalid-request': { status: 400, message: 'Invalid Request', details: 'The request is invalid or malformed' },
  unauthorized: {
    status: 401,
    message: 'Unauthorized',
    details: 'The request is unauthorized. Please check your API key.',
  },
  'upgrade-required': {
    status: 402,
    message: 'Upgrade Required',
    details: 'This feature is not available on your current plan. Upgrade your plan to access it.',
  },
  forbidden: { status: 403, message: 'Forbidden', details: 'Access to this resource is forbidden' },
  'not-found': { status: 404, message: 'Not Found', details: 'The requested item could not be found' },
  'limit-exceeded': {
    status: 429,
    message: 'Limit Exceeded',
    details: 'You have exceeded the allowed request rate or quota limits',
  },
  'transcript-unavailable': {
    status: 206,
    message: 'Transcript Unavailable',
    details: 'No transcript is available for this video',
  },
  'internal-error': { status: 500, message: 'Internal Error', details: 'An internal server error occurred' },
} as const

export type SupadataErrorCode = keyof typeof errors

export const supadataErrorCodes = Object.keys(errors) as SupadataErrorCode[]

export const statusOf = (code: SupadataErrorCode): number => errors[code].status

export const errorBody = (code: SupadataErrorCode) => ({
  error: code,
  message: errors[code].message,
  details: errors[code].details as string,
  documentationUrl: `https://docs.supadata.ai/errors/${code}`,
})
