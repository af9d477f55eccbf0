import type { Reader } from './context.ts'

const SYMBOLS = new Map<string, string>(
  Object.entries({
    '&': 'and',
    '+': 'plus',
    '=': 'equals',
    '%': 'percent',
    '@': 'at',
    '×': 'times',
    '÷': 'divided by',
    '~': 'about',
    '≈': 'is about',
    '≠': 'is not equal to',
    '<': 'is less than',
    '>': 'is more than',
    '≤': 'is at most',
    '≥': 'is at least',
    '°': 'degrees',
    '§': 'section',
    '§§': 'sections',
    '#': 'number',
    '√': 'the square root of',
    '∞': 'infinity',
  }),
)

const TIMESTAMP = /^\d{1,2}(:[0-5]\d){1,2}([-–]\d{1,2}(:[0-5]\d){1,2})?$/

/** Reads isolated symbols. Timestamps and reference marks in brackets are silent. */
export const readMark: Reader = (core, { piece, at }) => {
  const symbol = SYMBOLS.get(core)
  if (symbol) return core === '#' && !/^\d/.test(at(1).core) ? '' : symbol
  // "30 cm x 40 cm", "3 x 4".
  if (core === 'x' && /^\d/.test(at(1).core) && (/\d$/.test(at(-1).core) || /\d$/.test(at(-2).core))) return 'by'
  const isBracketed = /[([]$/.test(piece.opening) && /^[)\]]/.test(piece.closing)
  if (isBracketed && TIMESTAMP.test(core)) return ''
  return isBracketed && piece.opening.endsWith('[') && /^(?:s?\d[,;]?)+$/.test(core) ? '' : null
}
