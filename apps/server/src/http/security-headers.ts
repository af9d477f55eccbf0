import { createHash } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'

export interface SecurityHeaders {
  /** Whether browsers reach the service over https. */
  isHttps: boolean
  /** Origins of the click-to-load video player. */
  frameOrigins: readonly string[]
  /** Origin of a storage that browsers are sent to for sound, and send pictures to. */
  storageOrigin?: string | undefined
  /** Contents of inline scripts in the built page, allowed by their hash; normally none. */
  inlineScripts?: readonly string[]
}

/** Headers of every answer, errors included: what a page may load and do is named, everything else is refused. */
export function securityHeaders({
  isHttps,
  frameOrigins,
  storageOrigin,
  inlineScripts = [],
}: SecurityHeaders): MiddlewareHandler {
  const hashes = inlineScripts.map(script => `'sha256-${createHash('sha256').update(script).digest('base64')}'`)
  const policy = [
    "default-src 'none'",
    ["script-src 'self'", ...hashes].join(' '),
    "style-src 'self'",
    "img-src 'self' data: blob:",
    ["media-src 'self' blob:", storageOrigin].filter(Boolean).join(' '),
    "font-src 'self'",
    ["connect-src 'self'", storageOrigin].filter(Boolean).join(' '),
    "manifest-src 'self'",
    "worker-src 'self'",
    ['frame-src', ...frameOrigins].join(' '),
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')
  return async (c, next) => {
    await next()
    const headers = c.res.headers
    const set = (name: string, value: string) => {
      if (!headers.has(name)) headers.set(name, value)
    }
    set('Content-Security-Policy', policy)
    set('X-Content-Type-Options', 'nosniff')
    set('Referrer-Policy', 'strict-origin-when-cross-origin')
    set('Cross-Origin-Opener-Policy', 'same-origin')
    set('Cross-Origin-Resource-Policy', 'same-origin')
    set('Permissions-Policy', 'camera=(), geolocation=(), microphone=(), payment=(self)')
    set('X-Frame-Options', 'DENY')
    if (isHttps) set('Strict-Transport-Security', 'max-age=31536000; includeSubDomains')
    if (c.req.path.startsWith('/api/')) set('Cache-Control', 'no-store')
  }
}
