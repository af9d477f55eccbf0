import { type Context, type Piece, type Reader, runsOn } from './context.ts'
import { LINKING_WORDS } from './money.ts'

const COUNTED = /^\d[\d,]*(?:\.\d+)?$|^(?:\d+ )?\d+\/\d+$/
const SQUARE_OR_CUBIC = new Map<string, string>(Object.entries({ sq: 'square', cu: 'cubic', fl: 'fluid' }))
/** Words that may follow a length and are not the noun it measures. */
const EXTENT = /^(tall|high|long|wide|deep|thick|across|away|apart|high|down|up|off|x|×)$/i

/** Detects inches and feet as in `55"`, `6' 2"`, `3' x 5'`. Null if the mark closes a quotation. */
export function primeAfter(context: Context): 'foot' | 'inch' | null {
  const { piece, at } = context
  if (!COUNTED.test(piece.core) || !/^["']["',.;:!?)\]]*$/.test(piece.closing)) return null
  if (isLast(context) && !BEFORE_LENGTH.test(at(-1).core)) return null
  if (piece.closing.startsWith('"')) return isInQuotation(context, '"') ? null : 'inch'
  if (!piece.closing.startsWith("'") || isInQuotation(context, "'")) return null
  const isMeasured = [at(1), at(-1)].some(({ core }) => /^[x×]$/.test(core)) || EXTENT.test(at(1).core)
  return isMeasured || /^\d+(\.\d+)?$/.test(at(1).core) || isSingular(context) ? 'foot' : null
}

/** Whether the text ends after the piece. It may be the end of a quotation that began in an earlier sentence. */
const isLast = ({ at }: Context): boolean => at(1).word < 0
const BEFORE_LENGTH = /^(is|was|are|measures|exactly|about|only|by|to|x|×|\d+)$/i

export function readPrime(prime: 'foot' | 'inch', context: Context): string {
  const isOne = context.piece.core === '1' || context.piece.core.includes('/') || isSingular(context)
  return isOne ? prime : prime === 'foot' ? 'feet' : 'inches'
}

/** Whether the length describes the next noun and is singular: `a 55" TV`, `the 10' ceiling`. */
function isSingular({ piece, at }: Context): boolean {
  const next = at(1).core
  const isNoun = runsOn(piece) && /^\p{L}/u.test(next) && !LINKING_WORDS.has(next.toLowerCase()) && !EXTENT.test(next)
  return (
    isNoun && (piece.closing === '"' || /^(a|an|the|this|that|my|his|her|our|their|its|another)$/i.test(at(-1).core))
  )
}

/** Whether the piece is inside a quotation or opens one. */
function isInQuotation({ piece, at }: Context, mark: string): boolean {
  if (piece.opening.includes(mark)) return true
  for (let distance = -1; at(distance).word >= 0; distance--) {
    const before: Piece = at(distance)
    if (before.closing.includes(mark) && !COUNTED.test(before.core)) return false
    if (before.opening.includes(mark)) return !before.closing.includes(mark)
  }
  return false
}

/** Reads the "sq" of "1200 sq ft", the "cu." of "12 cu. in.", the "fl" of "8 fl oz". */
export const readSquareUnit: Reader = (core, { at }) =>
  /\d$/.test(at(-1).core) && at(-1).closing === '' && /^\p{L}{1,3}$/u.test(at(1).core)
    ? (SQUARE_OR_CUBIC.get(core.toLowerCase()) ?? null)
    : null

/** Whether the piece is a unit after "sq", "cu" or "fl", whose number comes before these. */
export const followsSquareUnit = ({ at }: Context): boolean =>
  SQUARE_OR_CUBIC.has(at(-1).core.toLowerCase()) && /\d$/.test(at(-2).core) && at(-2).closing === ''
