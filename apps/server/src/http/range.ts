import type { ByteRange } from '../ports/storage.ts'

/**
 * Parses a `Range` header with one byte range (RFC 9110 §14). Returns undefined for no, several or malformed ranges, which get
 * the complete file. Throws `RangeNotSatisfiable` for a range outside the file.
 */
export function parseRange(header: string | undefined, size: number): ByteRange | undefined {
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

/** Answered with 416 and the actual size. */
export class RangeNotSatisfiable extends Error {
  readonly size: number

  constructor(size: number) {
    super('The range is outside the file')
    this.name = 'RangeNotSatisfiable'
    this.size = size
  }
}
