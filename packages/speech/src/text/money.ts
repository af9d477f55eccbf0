import { type Context, isNumber, type Piece, type Reader, runsOn } from './context.ts'
import { CURRENCY, type Currency, findCurrency } from './currencies.ts'
import { cardinal, decimal, phrase } from './numbers.ts'
import { expandScale, isScaleWord } from './scales.ts'
import { SIGNS } from './signs.ts'

const SIGN = '([-+±~≈<>≤≥]?)'
const AMOUNT = String.raw`(\d[\d,]*(?:\.\d+)?|\.\d+)`
const SCALE = '([kKmMbBtT]|[mMbBtT][nN]|[mM]illion|[bB]illion|[tT]rillion|[tT]housand)'
const BEFORE = new RegExp(`^${SIGN}(${CURRENCY})(-?)${AMOUNT}${SCALE}?(\\+?)$`)
const AFTER = new RegExp(`^${SIGN}${AMOUNT}${SCALE}?(${CURRENCY})$`)
const ENDS = `${AMOUNT}${SCALE}?[-–—~](?:${CURRENCY})?${AMOUNT}${SCALE}?`
const RANGE = new RegExp(`^${SIGN}(${CURRENCY})${ENDS}$`)
const RANGE_AFTER = new RegExp(`^${SIGN}${ENDS}(${CURRENCY})$`)
const CENTS = /^(?:(\d+)[-–—~])?(\d+)¢$/

/** Reads "$4.99", "€3m", "£20-30", "50¢"; also "$3.5 million" in two pieces, with the currency spoken after the "million". */
export const readMoney: Reader = (core, context) => {
  const scale = readScaleOfMoney(core, context)
  if (scale !== null) return scale
  const cents = CENTS.exec(core)
  if (cents) {
    const [, from, to] = cents
    return phrase(from && `${cardinal(from)} to`, cardinal(to!), to === '1' ? 'cent' : 'cents')
  }
  const amount = parseAmount(core)
  if (!amount) return readRange(core, context) ?? readDetachedAmount(core, context)
  if (isFollowedByCode(context)) return phrase(amount.sign, decimal(amount.number), expandScale(amount.scale))
  if (amount.scale === undefined && isScaleWord(context.at(1).core) && runsOn(context.piece))
    return phrase(amount.sign, decimal(amount.number))
  const sum = readAmount(amount.number, expandScale(amount.scale), amount.currency, isAdjective(context, 1))
  return phrase(amount.sign, sum, amount.isMore ? 'plus' : '')
}

type Amount = { sign: string; currency: Currency; number: string; scale: string | undefined; isMore: boolean }

function parseAmount(core: string): Amount | null {
  const before = BEFORE.exec(core.replace(/-(?=[mbt]\w*illion$|thousand$)/i, ''))
  const after = AFTER.exec(core)
  const [, mark, sign, minus, number, scale, more] =
    before ?? (after ? ['', after[1], after[4], '', after[2], after[3], ''] : [])
  const currency = findCurrency(sign ?? '')
  if (!currency || number === undefined) return null
  return { sign: SIGNS.get(mark || minus || '') ?? '', currency, number, scale, isMore: more === '+' }
}

/** "£20-30", "$1m–$2m", "5–10€". */
function readRange(core: string, context: Context): string | null {
  const before = RANGE.exec(core)
  const after = RANGE_AFTER.exec(core)
  const [, mark, sign, from, fromScale, to, toScale] =
    before ?? (after ? ['', after[1], after[6], after[2], after[3], after[4], after[5]] : [])
  const currency = findCurrency(sign ?? '')
  if (!currency || from === undefined || to === undefined) return null
  const isNamedAfter = isScaleWord(context.at(1).core) || isFollowedByCode(context)
  const start = phrase(SIGNS.get(mark ?? '') ?? '', decimal(from), expandScale(fromScale))
  return phrase(start, 'to', decimal(to), expandScale(toScale), isNamedAfter ? '' : currency.many)
}

/** "EUR 5", "$ 5": the sign or code is silent; the currency is spoken after the number or after its "million". */
function readDetachedAmount(core: string, { piece, at }: Context): string | null {
  if (isDetachedSign(piece, at(1), at(-1))) return ''
  if (!isNumber(core) || !isDetachedSign(at(-1), piece, at(-2)) || isScaleWord(at(1).core)) return null
  return readAmount(core, '', findCurrency(at(-1).core)!, false)
}

/** Whether the piece is the "USD" of "USD 20". */
const isDetachedSign = (sign: Piece, after: Piece, before: Piece): boolean =>
  findCurrency(sign.core) !== undefined && sign.closing === '' && isNumber(after.core) && !isNumber(before.core)

/** Reads the "USD" of "20 USD", the "€" of "5 €", the "USD" of "$5 USD" and of "5 bn USD". */
export const readTrailingCurrency: Reader = (core, { at }) => {
  const currency = findCurrency(core)
  const before = at(-1)
  if (!currency || before.closing !== '') return null
  if (!/\d[kmbt]?$/i.test(before.core) && !isScaleWord(before.core)) return null
  return /^1$/.test(before.core) ? currency.one : currency.many
}

/** "$5 USD": whether the next piece is a code, which names the currency more precisely than the sign. */
const isFollowedByCode = ({ piece, at }: Context): boolean =>
  piece.closing === '' && /^[A-Z]{3}$/.test(at(1).core) && findCurrency(at(1).core) !== undefined

function readAmount(amount: string, scale: string, currency: Currency, isAdjective: boolean): string {
  const [whole = '', fraction = ''] = amount.replaceAll(',', '').split('.')
  if (scale !== '') return `${decimal(amount)} ${scale} ${isAdjective ? currency.one : currency.many}`
  if (fraction.length !== 2 || !currency.cent) {
    return `${decimal(amount)} ${isAdjective || amount === '1' ? currency.one : currency.many}`
  }
  const coins = Number(fraction) > 0 ? `${cardinal(fraction)} ${currency.cent[fraction === '01' ? 0 : 1]}` : ''
  if (Number(whole || 0) === 0) return coins || `zero ${currency.many}`
  const notes = `${cardinal(whole)} ${whole === '1' || isAdjective ? currency.one : currency.many}`
  return coins ? `${notes} and ${coins}` : notes
}

/** Reads the "million" after "$3", "$1-2" and "EUR 3", together with the currency. */
function readScaleOfMoney(core: string, context: Context): string | null {
  if (!isScaleWord(core)) return null
  const { at } = context
  const before = at(-1)
  if (!runsOn(before) || isFollowedByCode(context)) return null
  const amount = parseAmount(before.core)
  if (amount?.scale !== undefined) return null
  const currency = amount?.currency ?? rangeCurrency(before.core) ?? detachedCurrency(at(-2), before, at(-3))
  return currency ? `${expandScale(core)} ${isAdjective(context, 0) ? currency.one : currency.many}` : null
}

function rangeCurrency(core: string): Currency | undefined {
  return findCurrency(RANGE.exec(core)?.[2] ?? '')
}

function detachedCurrency(sign: Piece, number: Piece, before: Piece): Currency | undefined {
  return isDetachedSign(sign, number, before) ? findCurrency(sign.core) : undefined
}

/**
 * "a $5 bill", "a 10 km run": an amount between an article and a noun takes a singular unit. `own`: 1 if the amount begins with this
 * piece, 0 if it begins one piece before, −1 if two.
 */
export function isAdjective({ piece, at }: Context, own: number): boolean {
  const article = at(own - 2).core.toLowerCase()
  const next = at(1).core.toLowerCase()
  const continues = runsOn(piece) || (piece.closing === '.' && /^[a-z]/.test(at(1).core))
  return ['a', 'an', 'another'].includes(article) && continues && /^[a-z]/.test(next) && !LINKING_WORDS.has(next)
}

export const LINKING_WORDS = new Set(
  'a an the in on at of for from to and or per by with as is was are were each every more less than over'.split(' '),
)
