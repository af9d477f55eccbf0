import type { VideoFailureCode } from '@recaps/contract/failures'
import type { ProviderError } from '../../errors.ts'
import { OutboundError, type OutboundResponse } from '../outbound/fetch.ts'
import { videoFailure } from './failure.ts'

/**
 * The failure that an HTTP answer of YouTube shows by its status, by a redirect, or by an HTML page in place of data. Null if
 * its body can be read as data.
 */
export const httpRefusal = (provider: string, answer: OutboundResponse, now: Date): ProviderError | null => {
  const code = redirectCode(answer) ?? pageCode(answer) ?? statusCode(answer)
  if (code === null) return null
  return videoFailure(provider, code, { detail: `HTTP ${answer.status}`, retryAt: retryAfter(answer.headers, now) })
}

/** Converts an `OutboundError` into a `ProviderError`; returns other errors unchanged. */
export const networkFailure = (provider: string, error: unknown): unknown => {
  if (!(error instanceof OutboundError)) return error
  const code = error.reason === 'too_large' ? 'parse_changed' : 'network'
  return videoFailure(provider, code, { detail: error.message, cause: error })
}

const redirectCode = ({ status, headers }: OutboundResponse): VideoFailureCode | null => {
  if (status < 300 || status >= 400 || status === 304) return null
  const location = headers.get('location') ?? ''
  if (/^https?:\/\/consent\./i.test(location)) return 'consent_page'
  return isCaptcha(location) ? 'ip_blocked' : 'parse_changed'
}

const pageCode = ({ headers, body }: OutboundResponse): VideoFailureCode | null => {
  const start = textStart(body, 512).trimStart().toLowerCase()
  const isPage = start.startsWith('<!doctype html') || start.startsWith('<html')
  if (!isPage && !(headers.get('content-type') ?? '').startsWith('text/html')) return null
  const page = textStart(body, 65_536)
  if (/action="https:\/\/consent\.|consent\.(?:youtube|google)\.com\/(?:s|save|m|d)\b/i.test(page))
    return 'consent_page'
  return isCaptcha(page) ? 'ip_blocked' : null
}

const isCaptcha = (text: string): boolean => /g-recaptcha|google\.com\/sorry\/|captcha-form|unusual traffic/i.test(text)

const statusCode = ({ status, body }: OutboundResponse): VideoFailureCode | null => {
  if (status >= 200 && status < 300) return null
  if (status === 429) return 'rate_limited'
  if (status === 403) return 'ip_blocked'
  if (status >= 500) return 'network'
  return isFailedPrecondition({ body }) ? 'po_token_required' : 'parse_changed'
}

/** InnerTube answers this with status 400 to requests without a proof-of-origin token and to outdated clients. */
export const isFailedPrecondition = ({ body }: Pick<OutboundResponse, 'body'>): boolean =>
  textStart(body, 4_096).includes('FAILED_PRECONDITION')

const retryAfter = (headers: Headers, now: Date): Date | undefined => {
  const text = headers.get('retry-after')
  if (text === null) return undefined
  const timeMs = /^\d{1,6}$/.test(text) ? now.getTime() + Number(text) * 1000 : Date.parse(text)
  return Number.isNaN(timeMs) || timeMs < now.getTime() ? undefined : new Date(timeMs)
}

const textStart = (body: Uint8Array, bytes: number): string => Buffer.from(body.subarray(0, bytes)).toString('utf8')
