export type Currency = { one: string; many: string; cent?: [one: string, many: string] }

const inCents = (one: string, many = `${one}s`): Currency => ({ one, many, cent: ['cent', 'cents'] })
const inPence = (one: string): Currency => ({ one, many: `${one}s`, cent: ['penny', 'pence'] })
const whole = (one: string, many = one): Currency => ({ one, many })

/** By sign or by code; capitals matter. Codes that are words or names of other things (TRY, PHP) are left out. */
const CURRENCIES = new Map<string, Currency>(
  Object.entries({
    $: inCents('dollar'),
    US$: inCents('U S dollar'),
    USD: inCents('U S dollar'),
    C$: inCents('canadian dollar'),
    CA$: inCents('canadian dollar'),
    CAD: inCents('canadian dollar'),
    A$: inCents('australian dollar'),
    AU$: inCents('australian dollar'),
    AUD: inCents('australian dollar'),
    NZ$: inCents('new zealand dollar'),
    NZD: inCents('new zealand dollar'),
    HK$: inCents('hong kong dollar'),
    HKD: inCents('hong kong dollar'),
    S$: inCents('singapore dollar'),
    SGD: inCents('singapore dollar'),
    NT$: whole('taiwan dollar', 'taiwan dollars'),
    TWD: whole('taiwan dollar', 'taiwan dollars'),
    R$: whole('real', 'reais'),
    BRL: whole('real', 'reais'),
    MX$: whole('mexican peso', 'mexican pesos'),
    MXN: whole('mexican peso', 'mexican pesos'),
    '€': inCents('euro'),
    EUR: inCents('euro'),
    '£': inPence('pound'),
    GBP: inPence('pound'),
    '¥': whole('yen'),
    JPY: whole('yen'),
    CNY: whole('yuan'),
    RMB: whole('yuan'),
    CHF: { one: 'franc', many: 'francs', cent: ['centime', 'centimes'] },
    '₹': whole('rupee', 'rupees'),
    INR: whole('rupee', 'rupees'),
    '₽': whole('ruble', 'rubles'),
    RUB: whole('ruble', 'rubles'),
    '₩': whole('won'),
    KRW: whole('won'),
    '₿': whole('bitcoin', 'bitcoins'),
    BTC: whole('bitcoin', 'bitcoins'),
    '₺': whole('lira'),
    '₪': whole('shekel', 'shekels'),
    '₴': whole('hryvnia'),
    UAH: whole('hryvnia'),
    '₱': whole('peso', 'pesos'),
    '₦': whole('naira'),
    NGN: whole('naira'),
    '฿': whole('baht'),
    THB: whole('baht'),
    '₫': whole('dong'),
    VND: whole('dong'),
    '₡': whole('colon', 'colons'),
    '₸': whole('tenge'),
    ZAR: whole('rand'),
    zł: whole('zloty', 'zlotys'),
    PLN: whole('zloty', 'zlotys'),
    Kč: whole('crown', 'crowns'),
    CZK: whole('crown', 'crowns'),
    kr: whole('crown', 'crowns'),
    SEK: whole('swedish crown', 'swedish crowns'),
    NOK: whole('norwegian crown', 'norwegian crowns'),
    DKK: whole('danish crown', 'danish crowns'),
  }),
)

/** Matches a sign or a code of a currency, longest first. */
export const CURRENCY = `(?:${[...CURRENCIES.keys()]
  .sort((a, b) => b.length - a.length)
  .map(sign => sign.replace('$', String.raw`\$`))
  .join('|')})`

export function currencyOf(sign: string): Currency | undefined {
  return CURRENCIES.get(sign)
}
