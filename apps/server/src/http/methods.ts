import type { Hono } from 'hono'
import { AppError } from '../errors.ts'
import type { RouterEnv } from './router.ts'

const knownMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']

/**
 * The methods that a path supports; none for an unknown path. A path with a literal route has only the methods of that route,
 * even if it also matches a pattern.
 */
export function allowedMethods(app: Hono<RouterEnv>, path: string): string[] {
  const literal = path.replace(/(?<=.)\/$/, '')
  const matching = knownMethods.flatMap(method =>
    app.router.match(method, path)[0].flatMap(([[, route]]) => (route.method === method ? route : [])),
  )
  const exact = matching.filter(route => route.path === literal)
  const methods = new Set((exact.length > 0 ? exact : matching).map(route => route.method))
  return knownMethods.filter(method => methods.has(method) || (method === 'HEAD' && methods.has('GET')))
}

export const methodNotAllowed = (allow: readonly string[]): AppError =>
  new AppError('method_not_allowed', undefined, { allow })
