import type { MiddlewareHandler } from 'hono'
import { AppError } from '../errors.ts'

/** CORS for other origins that may call the API, by exact name. Never reflects an origin and never uses a wildcard. */
export function allowOrigins(origins: readonly string[]): MiddlewareHandler {
  const headersFor = corsHeaders(origins)
  return async (c, next) => {
    const headers = headersFor(c.req.header('origin'))
    if (c.req.method === 'OPTIONS') {
      if (!headers) throw new AppError('forbidden')
      return new Response(null, { status: 204, headers: { ...headers, 'Access-Control-Max-Age': '600' } })
    }
    await next()
    c.res.headers.append('Vary', 'Origin')
    for (const [name, value] of Object.entries(headers ?? {})) c.res.headers.set(name, value)
  }
}

/**
 * Lets pages of other origins embed pictures, and old versions of the apps play audio. `<img>` and `<audio>` send no `Origin`
 * header, so we cannot check it. This is safe because access to each file depends only on its secret URL, not on cookies.
 */
export function allowEmbedding(origins: readonly string[]): MiddlewareHandler {
  return async (c, next) => {
    await next()
    const isFile = c.res.status < 400
    if (isFile && origins.length > 0) c.res.headers.set('Cross-Origin-Resource-Policy', 'cross-origin')
  }
}

/** The headers that let a page of this origin read the response; null for other origins. */
export function corsHeaders(origins: readonly string[]): (origin: string | undefined) => Record<string, string> | null {
  const allowed = new Set(origins)
  return origin =>
    origin !== undefined && allowed.has(origin)
      ? {
          'Access-Control-Allow-Origin': origin,
          'Access-Control-Allow-Credentials': 'true',
          'Access-Control-Allow-Headers': 'authorization, content-type, range, x-api-version',
          'Access-Control-Allow-Methods': 'GET, POST, PUT, PATCH, DELETE',
          'Access-Control-Expose-Headers':
            'accept-ranges, allow, content-disposition, content-length, content-range, date, retry-after, x-request-id',
        }
      : null
}
