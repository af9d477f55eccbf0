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

const corsHeaders = (origin: string): Record<string, string> => ({
  'Access-Control-Allow-Origin': origin,
  'Access-Control-Allow-Credentials': 'true',
  'Access-Control-Allow-Headers': 'authorization, content-type, x-api-version',
  'Access-Control-Allow-Methods': 'GET, POST, PUT, PATCH, DELETE',
  'Access-Control-Expose-Headers': 'content-disposition, date, retry-after, x-request-id',
})
