import { type Context, isNumber, type Piece, type Reader, runsOn } from './context.ts'
import { CURRENCY, type Currency, currencyOf } from './currencies.ts'
import { cardinal, decimal, phrase } from './numbers.ts'
import { isScaleWord, scaleSuffix } from './scales.ts'
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

/** "$4.99", "€3m", "£20-30", "50¢"; with the next word "$3.5 million", where the currency is said after the "million". */
export const readMoney: Reader = (core, context) => {
  const scale = readScaleOfMoney(core, context)
  if (scale !== null) return scale
  const cents = CENTS.exec(core)
  if (cents) {
    const [, from, to] = cents
    return phrase(from && `${cardinal(from)} to`, cardinal(to!), to === '1' ? 'cent' : 'cents')
  }
  const amount = amountOf(core)
  if (!amount) return readRange(core, context) ?? readApart(core, context)
  if (isNamedBehind(context)) return phrase(amount.sign, decimal(amount.number), scaleSuffix(amount.scale))
  if (amount.scale === undefined && isScaleWord(context.at(1).core) && runsOn(context.piece))
    return phrase(amount.sign, decimal(amount.number))
  const sum = readAmount(amount.number, scaleSuffix(amount.scale), amount.currency, isAdjective(context, 1))
  return phrase(amount.sign, sum, amount.isMore ? 'plus' : '')
}

type Amount = { sign: string; currency: Currency; number: string; scale: string | undefined; isMore: boolean }

function amountOf(core: string): Amount | null {
  const before = BEFORE.exec(core.replace(/-(?=[mbt]\w*illion$|thousand$)/i, ''))
  const after = AFTER.exec(core)
  const [, mark, sign, minus, number, scale, more] =
    before ?? (after ? ['', after[1], after[4], '', after[2], after[3], ''] : [])
  const currency = currencyOf(sign ?? '')
  if (!currency || number === undefined) return null
  return { sign: SIGNS.get(mark || minus || '') ?? '', currency, number, scale, isMore: more === '+' }
}

/** "£20-30", "$1m–$2m", "5–10€". */
function readRange(core: string, context: Context): string | null {
  const before = RANGE.exec(core)
  const after = RANGE_AFTER.exec(core)
  const [, mark, sign, from, fromScale, to, toScale] =
    before ?? (after ? ['', after[1], after[6], after[2], after[3], after[4], after[5]] : [])
  const currency = currencyOf(sign ?? '')
  if (!currency || from === undefined || to === undefined) return null
  const isNamedLater = isScaleWord(context.at(1).core) || isNamedBehind(context)
  const start = phrase(SIGNS.get(mark ?? '') ?? '', decimal(from), scaleSuffix(fromScale))
  return phrase(start, 'to', decimal(to), scaleSuffix(toScale), isNamedLater ? '' : currency.many)
}

/** "EUR 5", "$ 5": the sign or code is silent and the currency said behind the number, or behind its "million". */
function readApart(core: string, { piece, at }: Context): string | null {
  if (isSignApart(piece, at(1), at(-1))) return ''
  if (!isNumber(core) || !isSignApart(at(-1), piece, at(-2)) || isScaleWord(at(1).core)) return null
  return readAmount(core, '', currencyOf(at(-1).core)!, false)
}

/** Whether the piece is the "USD" of "USD 20". */
const isSignApart = (sign: Piece, after: Piece, before: Piece): boolean =>
  currencyOf(sign.core) !== undefined && sign.closing === '' && isNumber(after.core) && !isNumber(before.core)

/** The "USD" of "20 USD", the "€" of "5 €", the "USD" of "$5 USD" and of "5 bn USD". */
export const readCurrencyBehind: Reader = (core, { at }) => {
  const currency = currencyOf(core)
  const before = at(-1)
  if (!currency || before.closing !== '') return null
  if (!/\d[kmbt]?$/i.test(before.core) && !isScaleWord(before.core)) return null
  return /^1$/.test(before.core) ? currency.one : currency.many
}

/** "$5 USD": a code behind it says the currency more exactly. */
const isNamedBehind = ({ piece, at }: Context): boolean =>
  piece.closing === '' && /^[A-Z]{3}$/.test(at(1).core) && currencyOf(at(1).core) !== undefined

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

/** The "million" after "$3", after "$1-2" and after "EUR 3": says the currency too. */
function readScaleOfMoney(core: string, context: Context): string | null {
  if (!isScaleWord(core)) return null
  const { at } = context
  const before = at(-1)
  if (!runsOn(before) || isNamedBehind(context)) return null
  const amount = amountOf(before.core)
  if (amount?.scale !== undefined) return null
  const currency = amount?.currency ?? rangeCurrency(before.core) ?? signApart(at(-2), before, at(-3))
  return currency ? `${scaleSuffix(core)} ${isAdjective(context, 0) ? currency.one : currency.many}` : null
}

function rangeCurrency(core: string): Currency | undefined {
  return currencyOf(RANGE.exec(core)?.[2] ?? '')
}

function signApart(sign: Piece, number: Piece, before: Piece): Currency | undefined {
  return isSignApart(sign, number, before) ? currencyOf(sign.core) : undefined
}

/** "a $5 bill", "a 10 km run": the noun that follows makes what is counted singular. `own`: how far back the amount began. */
export function isAdjective({ piece, at }: Context, own: number): boolean {
  const article = at(own - 2).core.toLowerCase()
  const next = at(1).core.toLowerCase()
  const goesOn = runsOn(piece) || (piece.closing === '.' && /^[a-z]/.test(at(1).core))
  return ['a', 'an', 'another'].includes(article) && goesOn && /^[a-z]/.test(next) && !LINKING.has(next)
}

export const LINKING = new Set(
  'a an the in on at of for from to and or per by with as is was are were each every more less than over'.split(' '),
)
