import type { MiddlewareHandler } from 'hono'
import { AppError } from '../errors.ts'

/** Other origins that may call the API, by exact name. Nothing is reflected and there is no star. */
export function allowOrigins(origins: readonly string[]): MiddlewareHandler {
  const allowed = new Set(origins)
  return async (c, next) => {
    const origin = c.req.header('origin')
    const isAllowed = origin !== undefined && allowed.has(origin)
    if (c.req.method === 'OPTIONS') {
      if (!isAllowed) throw new AppError('forbidden')
      return new Response(null, { status: 204, headers: { ...corsHeaders(origin), 'Access-Control-Max-Age': '600' } })
    }
    await next()
    c.res.headers.append('Vary', 'Origin')
    if (isAllowed) for (const [name, value] of Object.entries(corsHeaders(origin))) c.res.headers.set(name, value)
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

const corsHeaders = (origin: string): Record<string, string> => ({
  'Access-Control-Allow-Origin': origin,
  'Access-Control-Allow-Credentials': 'true',
  'Access-Control-Allow-Headers': 'authorization, content-type, range, x-api-version',
  'Access-Control-Allow-Methods': 'GET, POST, PUT, PATCH, DELETE',
  'Access-Control-Expose-Headers':
    'accept-ranges, allow, content-disposition, content-length, content-range, date, retry-after, x-request-id',
})
