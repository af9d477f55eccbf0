export type Currency = { one: string; many: string; cent?: [one: string, many: string] }

const inCents = (one: string, many = `${one}s`): Currency => ({ one, many, cent: ['cent', 'cents'] })
const inPence = (one: string): Currency => ({ one, many: `${one}s`, cent: ['penny', 'pence'] })
const withoutCents = (one: string, many = one): Currency => ({ one, many })

/** Keyed by sign or code, case-sensitive. Codes that are also words or other names (TRY, PHP) are omitted. */
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
    NT$: withoutCents('taiwan dollar', 'taiwan dollars'),
    TWD: withoutCents('taiwan dollar', 'taiwan dollars'),
    R$: withoutCents('real', 'reais'),
    BRL: withoutCents('real', 'reais'),
    MX$: withoutCents('mexican peso', 'mexican pesos'),
    MXN: withoutCents('mexican peso', 'mexican pesos'),
    '€': inCents('euro'),
    EUR: inCents('euro'),
    '£': inPence('pound'),
    GBP: inPence('pound'),
    '¥': withoutCents('yen'),
    JPY: withoutCents('yen'),
    CNY: withoutCents('yuan'),
    RMB: withoutCents('yuan'),
    CHF: { one: 'franc', many: 'francs', cent: ['centime', 'centimes'] },
    '₹': withoutCents('rupee', 'rupees'),
    INR: withoutCents('rupee', 'rupees'),
    '₽': withoutCents('ruble', 'rubles'),
    RUB: withoutCents('ruble', 'rubles'),
    '₩': withoutCents('won'),
    KRW: withoutCents('won'),
    '₿': withoutCents('bitcoin', 'bitcoins'),
    BTC: withoutCents('bitcoin', 'bitcoins'),
    '₺': withoutCents('lira'),
    '₪': withoutCents('shekel', 'shekels'),
    '₴': withoutCents('hryvnia'),
    UAH: withoutCents('hryvnia'),
    '₱': withoutCents('peso', 'pesos'),
    '₦': withoutCents('naira'),
    NGN: withoutCents('naira'),
    '฿': withoutCents('baht'),
    THB: withoutCents('baht'),
    '₫': withoutCents('dong'),
    VND: withoutCents('dong'),
    '₡': withoutCents('colon', 'colons'),
    '₸': withoutCents('tenge'),
    ZAR: withoutCents('rand'),
    zł: withoutCents('zloty', 'zlotys'),
    PLN: withoutCents('zloty', 'zlotys'),
    Kč: withoutCents('crown', 'crowns'),
    CZK: withoutCents('crown', 'crowns'),
    kr: withoutCents('crown', 'crowns'),
    SEK: withoutCents('swedish crown', 'swedish crowns'),
    NOK: withoutCents('norwegian crown', 'norwegian crowns'),
    DKK: withoutCents('danish crown', 'danish crowns'),
  }),
)

/** Regular expression source that matches a currency sign or code, longest first. */
export const CURRENCY = `(?:${[...CURRENCIES.keys()]
  .sort((a, b) => b.length - a.length)
  .map(sign => sign.replace('$', String.raw`\$`))
  .join('|')})`

export function findCurrency(sign: string): Currency | undefined {
  return CURRENCIES.get(sign)
}
