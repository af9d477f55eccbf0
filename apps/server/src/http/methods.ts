import type { Hono } from 'hono'
import { AppError } from '../errors.ts'
import type { Env } from './router.ts'

const all = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']

/**
 * The methods that a path takes; none for an unknown path. A path that is bound literally has its own methods alone, and
 * not those of a pattern that it fits as well.
 */
export function methodsAt(app: Hono<Env>, path: string): string[] {
  const literal = path.replace(/(?<=.)\/$/, '')
  const fitting = all.flatMap(method =>
    app.router.match(method, path)[0].flatMap(([[, route]]) => (route.method === method ? route : [])),
  )
  const own = fitting.filter(route => route.path === literal)
  const methods = new Set((own.length > 0 ? own : fitting).map(route => route.method))
  return all.filter(method => methods.has(method) || (method === 'HEAD' && methods.has('GET')))
}

export const methodNotAllowed = (allow: readonly string[]): AppError =>
  new AppError('method_not_allowed', undefined, { allow })
