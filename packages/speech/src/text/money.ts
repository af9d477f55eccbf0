import { type Context, type Reader, runsOn } from './context.ts'
import { cardinal, decimal } from './numbers.ts'
import { isScaleWord, scaleSuffix } from './scales.ts'

type Currency = { one: string; many: string; cent?: [one: string, many: string] }

const CURRENCIES = new Map<string, Currency>(
  Object.entries({
    $: { one: 'dollar', many: 'dollars', cent: ['cent', 'cents'] },
    US$: { one: 'U S dollar', many: 'U S dollars', cent: ['cent', 'cents'] },
    C$: { one: 'canadian dollar', many: 'canadian dollars', cent: ['cent', 'cents'] },
    A$: { one: 'australian dollar', many: 'australian dollars', cent: ['cent', 'cents'] },
    '€': { one: 'euro', many: 'euros', cent: ['cent', 'cents'] },
    '£': { one: 'pound', many: 'pounds', cent: ['penny', 'pence'] },
    '¥': { one: 'yen', many: 'yen' },
    '₹': { one: 'rupee', many: 'rupees' },
    '₽': { one: 'ruble', many: 'rubles' },
    '₩': { one: 'won', many: 'won' },
    '₿': { one: 'bitcoin', many: 'bitcoins' },
    '₺': { one: 'lira', many: 'lira' },
    '₪': { one: 'shekel', many: 'shekels' },
  }),
)
const SIGNS = '(US\\$|C\\$|A\\$|[$€£¥₹₽₩₿₺₪])'
const AMOUNT = '(\\d[\\d,]*(?:\\.\\d+)?|\\.\\d+)'
const BEFORE = new RegExp(`^(-?)${SIGNS}(-?)${AMOUNT}(k|m|mn|b|bn|t|tn|million|billion|trillion|thousand)?(\\+?)$`, 'i')
const RANGE = new RegExp(`^${SIGNS}${AMOUNT}([kmbt]|bn|mn|tn)?[-–—]${SIGNS}?${AMOUNT}([kmbt]|bn|mn|tn)?$`, 'i')
const AFTER = new RegExp(`^${AMOUNT}(k|m|mn|b|bn|t|tn)?${SIGNS}$`, 'i')
const CENTS = /^(\d+)¢$/

/** "$4.99", "€3m", "£20-30", "50¢"; with the next word "$3.5 million", where the currency is said after the "million". */
export const readMoney: Reader = (core, context) => {
  const scale = readScaleOfMoney(core, context)
  if (scale !== null) return scale
  const cents = CENTS.exec(core)
  if (cents) return `${cardinal(cents[1]!)} ${cents[1] === '1' ? 'cent' : 'cents'}`

  const range = RANGE.exec(core)
  if (range) {
    const [, sign, from, fromScale, , to, toScale] = range
    const start = `${decimal(from!)} ${scaleSuffix(fromScale)}`.trim()
    const end = `${decimal(to!)} ${scaleSuffix(toScale)}`.trim()
    return isScaleWord(context.at(1).core) ? `${start} to ${end}` : `${start} to ${end} ${currencyOf(sign!).many}`
  }

  const before = BEFORE.exec(core.replace(/-(?=[mbt]\w*illion$|thousand$)/i, ''))
  const after = AFTER.exec(core)
  if (!before && !after) return null
  const [sign, amount, suffix] = before ? [before[2]!, before[4]!, before[5]] : [after![3]!, after![1]!, after![2]]
  const minus = before && (before[1] || before[3]) ? 'minus ' : ''
  const more = before?.[6] ? ' plus' : ''
  if (suffix === undefined && isScaleWord(context.at(1).core) && runsOn(context.piece)) return minus + decimal(amount)
  return minus + readAmount(amount, scaleSuffix(suffix), currencyOf(sign), isAdjective(context, 1)) + more
}

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

/** The "million" after "$3": says the currency too. */
function readScaleOfMoney(core: string, context: Context): string | null {
  if (!isScaleWord(core)) return null
  const before = context.at(-1)
  const amount = BEFORE.exec(before.core) ?? RANGE.exec(before.core)
  if (!amount || !runsOn(before) || (BEFORE.test(before.core) && amount[5])) return null
  const currency = currencyOf(BEFORE.test(before.core) ? amount[2]! : amount[1]!)
  return `${scaleSuffix(core)} ${isAdjective(context, 0) ? currency.one : currency.many}`
}

/** "a $5 bill", "a 10 km run": the noun that follows makes what is counted singular. `own`: how far back the amount began. */
export function isAdjective({ piece, at }: Context, own: number): boolean {
  const article = at(own - 2).core.toLowerCase()
  const next = at(1).core.toLowerCase()
  return ['a', 'an', 'another'].includes(article) && runsOn(piece) && /^[a-z]/.test(next) && !LINKING.has(next)
}

const LINKING = new Set(
  'a an the in on at of for from to and or per by with as is was are were each every more less than over'.split(' '),
)

function currencyOf(sign: string): Currency {
  return CURRENCIES.get(sign.toUpperCase())!
}
