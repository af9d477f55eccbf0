import { ProviderError } from '../../errors.ts'

/** A push service could not be asked, or did not take the message this time. */
export const notDelivered = (provider: string, detail: string, cause?: unknown): ProviderError =>
  new ProviderError({ provider, code: 'unavailable', retryable: true, detail, cause })
