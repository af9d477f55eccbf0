import type { MiddlewareHandler } from 'hono'
import { AppError } from '../errors.ts'

/** Other origins that may call the API, by exact name. Nothing is reflected and there is no star. */
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
 * Lets the pages of allowed origins show pictures, and apps of before play sound: `<img>` and `<audio>` load them without
 * saying where they stand, so that there is no origin to look at. Its address alone opens each of these files, for whoever has it, and no cookie does more.
 */
export function allowEmbedding(origins: readonly string[]): MiddlewareHandler {
  return async (c, next) => {
    await next()
    const isFile = c.res.status < 400
    if (isFile && origins.length > 0) c.res.headers.set('Cross-Origin-Resource-Policy', 'cross-origin')
  }
}

/** The headers that let a page of this origin read an answer; null where it may not. */
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
