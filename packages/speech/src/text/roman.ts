import { type Context, isNumber, type Reader } from './context.ts'
import { cardinal, ordinal } from './numbers.ts'
import { toAscii } from './transliterate.ts'

const words = (...lines: string[]) => new Set(lines.flatMap(line => line.split(' ')))

const NUMBERED = words(
  'war chapter part type phase act scene volume book article title section stage class level mark bowl appendix step tier grade table',
  'figure round schedule amendment episode season category group apollo saturn gemini rocky rambo civilization fantasy',
)
const REGNAL = words(
  'henry elizabeth charles louis edward george james william richard philip napoleon paul benedict pius alexander catherine frederick',
  'peter nicholas ramses ramesses ptolemy francis leo gregory innocent urban mary christian gustav wilhelm friedrich ivan leopold',
  'umberto victor emmanuel john robert david malcolm constantine theodosius justinian otto carlos felipe alfonso ferdinand joseph',
  'harald margrethe xerxes darius cyrus mehmed selim murad suleiman thutmose amenhotep sixtus clement julius boniface celestine',
)
/** Also sizes, initials and abbreviations ("XL", "IV" for a drip). Read as numbers only after a name. */
const AMBIGUOUS = words('IV VI XI XL XX XXX LI LV LX LIV')
const AFTER_I = words('am was have had will would can could think know knew met saw told said do did love like want')

/** "World War II" → two, "Henry VIII" → the eighth. A single letter is a number only after numbered words and names of rulers. */
export const readRoman: Reader = (core, context) => {
  const isSign = /^[\u2160-\u217f]+$/.test(core)
  const value = romanValue(isSign ? core.normalize('NFKC').toUpperCase() : core)
  const { core: written, closing } = context.at(-1)
  const before = toAscii(written)
  if (value === null) return null
  if (closing !== '')
    return isSign || (closing === '.' && isCountedInRoman(before, core)) ? cardinal(String(value)) : null
  if (NUMBERED.has(before.toLowerCase().replace(/s$/, ''))) return cardinal(String(value))
  if (isRuler(before, core, context)) return `the ${ordinal(String(value))}`
  if (isSign) return cardinal(String(value))
  const followsName = /^\p{Lu}\p{Ll}{2,}/u.test(before) && !isNumber(before)
  return core.length > 1 && (followsName || !AMBIGUOUS.has(core)) ? cardinal(String(value)) : null
}

/** Whether `core` is a Roman numeral (possibly a single letter) that numbers the abbreviation before it: "Vol. IV", "Ch. I". */
export function isCountedInRoman(before: string, core: string): boolean {
  return romanValue(core) !== null && (core.length > 1 ? BEFORE_NUMERAL : BEFORE_LETTER).test(before)
}

const BEFORE_LETTER = /^(vols?|ch|figs?|pts?|bk|ep)$/i
const BEFORE_NUMERAL = /^(vols?|ch|figs?|pts?|bk|ep|nos?|secs?|art|eq|op|par)$/i

function isRuler(before: string, core: string, { at }: Context): boolean {
  if (!/^\p{Lu}/u.test(before) || !REGNAL.has(before.toLowerCase())) return false
  return core === 'I' ? !AFTER_I.has(at(1).core) : `${before} ${core}` !== 'Malcolm X'
}

const DIGITS: Record<string, number> = { I: 1, V: 5, X: 10, L: 50 }

/** The value of a well-formed Roman numeral up to 89, else null. Higher ones are more often acronyms than numbers. */
function romanValue(text: string): number | null {
  if (!/^(?=.)(L?X{0,3}|XL)(IX|IV|V?I{0,3})$/.test(text)) return null
  const values = [...text].map(letter => DIGITS[letter]!)
  return values.reduce((sum, value, index) => sum + (value < (values[index + 1] ?? 0) ? -value : value), 0)
}
