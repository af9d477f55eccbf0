import { invalid } from '../errors.ts'

/**
 * Refuses what Stripe knows and this stand-in does not do: silence would be taken for success. A name stands for all that is
 * below it; the places of lists are left out: `items.price`.
 */
export function refuseUndone(params: object, done: readonly string[]): void {
  for (const path of pathsOf(params, ''))
    if (!done.some(name => path === name || path.startsWith(`${name}.`)))
      throw invalid(`The stand-in does not do '${path}' here. Stripe would.`, { code: 'stand_in_lacks', param: path })
}

function pathsOf(value: unknown, path: string): string[] {
  if (Array.isArray(value)) return value.flatMap(each => pathsOf(each, path))
  if (typeof value !== 'object' || value === null) return [path]
  return Object.entries(value).flatMap(([name, each]) => pathsOf(each, path === '' ? name : `${path}.${name}`))
}
