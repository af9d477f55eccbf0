import { createHash } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'

export interface SecurityHeaders {
  /** Whether browsers reach the service over https. */
  isHttps: boolean
  /** Origins of the click-to-load video player. */
  frameOrigins: readonly string[]
  /** Origin of a storage from which browsers load audio and to which they upload pictures. */
  storageOrigin?: string | undefined
  /** Origins of the payment form; undefined if payments are off. */
  paymentOrigins?: PaymentOrigins | undefined
  /** Contents of inline scripts in the built page, allowed by their hash; normally none. */
  inlineScripts?: readonly string[]
}

export interface PaymentOrigins {
  script: readonly string[]
  frame: readonly string[]
  connect: readonly string[]
}

/** Allowlists what pages may load and do. The headers are the same for every response, including errors. */
export function buildSecurityHeaders({
  isHttps,
  frameOrigins,
  storageOrigin,
  paymentOrigins = { script: [], frame: [], connect: [] },
  inlineScripts = [],
}: SecurityHeaders): Record<string, string> {
  const hashes = inlineScripts.map(script => `'sha256-${createHash('sha256').update(script).digest('base64')}'`)
  const policy = [
    "default-src 'none'",
    ["script-src 'self'", ...hashes, ...paymentOrigins.script].join(' '),
    "style-src 'self'",
    "img-src 'self' data: blob:",
    ["media-src 'self' blob:", storageOrigin].filter(Boolean).join(' '),
    "font-src 'self'",
    ["connect-src 'self'", storageOrigin, ...paymentOrigins.connect].filter(Boolean).join(' '),
    "manifest-src 'self'",
    "worker-src 'self'",
    ['frame-src', ...frameOrigins, ...paymentOrigins.frame].join(' '),
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    // Trusted Types policies for the URLs of the service worker and the payment script.
    ['trusted-types service-worker', ...(paymentOrigins.script.length > 0 ? ['payment-script'] : [])].join(' '),
  ].join('; ')
  return {
    'Content-Security-Policy': policy,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': `camera=(), geolocation=(), microphone=(), payment=(self${paymentOrigins.frame.map(origin => ` "${origin}"`).join('')})`,
    'X-Frame-Options': 'DENY',
    ...(isHttps ? { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' } : {}),
  }
}

/** Adds the headers to every response unless it has set its own. API responses must not be cached. */
export const securityHeaders =
  (defaults: Record<string, string>): MiddlewareHandler =>
  async (c, next) => {
    await next()
    const headers = { ...defaults, ...(c.req.path.startsWith('/api/') ? { 'Cache-Control': 'no-store' } : {}) }
    for (const [name, value] of Object.entries(headers)) if (!c.res.headers.has(name)) c.res.headers.set(name, value)
  }
