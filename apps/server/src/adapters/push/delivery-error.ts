import { ProviderError } from '../../errors.ts'

/** The error for a push service that is unreachable or did not accept the message; always retryable. */
export const deliveryError = (provider: string, detail: string, cause?: unknown): ProviderError =>
  new ProviderError({ provider, code: 'unavailable', retryable: true, detail, cause })
