import { invalidRequest } from '../errors.ts'

/**
 * Rejects parameters that Stripe supports and this fake does not: ignoring them would look like success. A name covers all
 * nested fields. List indexes are omitted: `items.price`.
 */
export function rejectUnsupported(params: object, supported: readonly string[]): void {
  for (const path of pathsOf(params, ''))
    if (!supported.some(name => path === name || path.startsWith(`${name}.`)))
      throw invalidRequest(`The Stripe fake does not support '${path}' here. Stripe does.`, {
        code: 'stand_in_lacks',
        param: path,
      })
}

function pathsOf(value: unknown, path: string): string[] {
  if (Array.isArray(value)) return value.flatMap(each => pathsOf(each, path))
  if (typeof value !== 'object' || value === null) return [path]
  return Object.entries(value).flatMap(([name, each]) => pathsOf(each, path === '' ? name : `${path}.${name}`))
}
