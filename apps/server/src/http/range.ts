import type { ByteRange } from '../ports/storage.ts'

/**
 * The one byte range a `Range` header asks for (RFC 9110 §14). Undefined for none, for several and for malformed ones,
 * which are answered with the whole; throws for a range that lies outside.
 */
export function rangeOf(header: string | undefined, size: number): ByteRange | undefined {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '')
  if (!match || (match[1] === '' && match[2] === '')) return undefined
  const [, from, to] = match
  if (from === '') {
    const length = Math.min(Number(to), size)
    if (length === 0) throw new RangeNotSatisfiable(size)
    return { first: size - length, last: size - 1 }
  }
  const first = Number(from)
  const last = to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (first >= size) throw new RangeNotSatisfiable(size)
  return last < first ? undefined : { first, last }
}

/** The range lies outside the object: answered 416 with the length that there is. */
export class RangeNotSatisfiable extends Error {
  readonly size: number

  constructor(size: number) {
    super('The range lies outside the object')
    this.name = 'RangeNotSatisfiable'
    this.size = size
  }
}
