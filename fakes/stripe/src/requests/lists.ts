import { invalidRequest, notFoundParam } from '../errors.ts'

export interface ListParams {
  limit?: number
  starting_after?: string
  ending_before?: string
  created?: number | { gt?: number; gte?: number; lt?: number; lte?: number }
}

/** One page of a list, newest first. */
export function paginate<T extends { id: string; created?: number }>(
  url: string,
  all: Iterable<T>,
  { limit = 10, starting_after, ending_before, created }: ListParams,
) {
  if (!Number.isInteger(limit) || limit < 1 || limit > 100)
    throw invalidRequest(`This value must be between 1 and 100 (it currently is '${limit}').`, {
      code: 'parameter_invalid_integer',
      param: 'limit',
    })
  const rows = [...all].toReversed().filter(row => isWithin(row.created, created))
  const indexOf = (id: string, param: string): number => {
    const index = rows.findIndex(row => row.id === id)
    if (index < 0) throw notFoundParam('object', id, param)
    return index
  }
  if (ending_before !== undefined) {
    const before = rows.slice(0, indexOf(ending_before, 'ending_before'))
    return { object: 'list', data: before.slice(-limit), has_more: before.length > limit, url }
  }
  const rest = starting_after === undefined ? rows : rows.slice(indexOf(starting_after, 'starting_after') + 1)
  return { object: 'list', data: rest.slice(0, limit), has_more: rest.length > limit, url }
}

function isWithin(created: number | undefined, range: ListParams['created']): boolean {
  if (range === undefined || created === undefined) return true
  if (typeof range === 'number') return created === range
  const { gt = -1, gte = 0, lt = Number.POSITIVE_INFINITY, lte = Number.POSITIVE_INFINITY } = range
  return created > gt && created >= gte && created < lt && created <= lte
}
