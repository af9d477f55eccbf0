const UNITS = [
  ...['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'],
  ...['thirteen', 'fourteen', 'fifteen', 'sixteen', 'seventeen', 'eighteen', 'nineteen'],
]
const TENS = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety']
const SCALES = [
  ...['', 'thousand', 'million', 'billion', 'trillion', 'quadrillion', 'quintillion', 'sextillion', 'septillion'],
  ...['octillion', 'nonillion', 'decillion'],
]
const IRREGULAR_ORDINALS = new Map<string, string>(
  Object.entries({
    one: 'first',
    two: 'second',
    three: 'third',
    five: 'fifth',
    eight: 'eighth',
    nine: 'ninth',
    twelve: 'twelfth',
  }),
)

/** "1234" → "one thousand two hundred thirty four". Takes any number of digits; beyond decillions they are read one by one. */
export function cardinal(digits: string): string {
  const significant = digits.replace(/^0+(?=\d)/, '')
  if (significant.length > SCALES.length * 3) return digitByDigit(digits)
  if (significant === '0') return 'zero'
  const groups = significant.padStart(Math.ceil(significant.length / 3) * 3, '0').match(/\d{3}/g) ?? []
  return groups
    .map((group, index) =>
      group === '000' ? '' : `${belowThousand(Number(group))} ${SCALES[groups.length - 1 - index]}`,
    )
    .filter(part => part !== '')
    .join(' ')
    .trim()
}

function belowThousand(value: number): string {
  const hundreds = value >= 100 ? `${UNITS[Math.floor(value / 100)]} hundred` : ''
  return [hundreds, value % 100 === 0 ? '' : belowHundred(value % 100)].filter(part => part !== '').join(' ')
}

function belowHundred(value: number): string {
  if (value < 20) return UNITS[value]!
  return value % 10 === 0 ? TENS[value / 10]! : `${TENS[Math.floor(value / 10)]} ${UNITS[value % 10]}`
}

/** "21" → "twenty first". */
export function ordinal(digits: string): string {
  return changeLastWord(cardinal(digits), last =>
    last.endsWith('y') ? `${last.slice(0, -1)}ieth` : (IRREGULAR_ORDINALS.get(last) ?? `${last}th`),
  )
}

/** "3,050.14" → "three thousand fifty point one four"; ".5" → "point five". */
export function decimal(text: string): string {
  const [whole = '', fraction] = text.replaceAll(',', '').split('.')
  if (fraction === undefined) return cardinal(whole)
  return `${whole === '' ? '' : cardinal(whole)} point ${digitByDigit(fraction)}`.trim()
}

export function digitByDigit(digits: string): string {
  return [...digits].map(digit => UNITS[Number(digit)]).join(' ')
}

/** 1905 → "nineteen oh five", 1900 → "nineteen hundred", 2007 → "two thousand seven", 2024 → "twenty twenty four". */
export function year(value: number): string {
  const century = Math.floor(value / 100)
  const rest = value % 100
  if (century % 10 === 0 && rest < 10) return cardinal(String(value))
  if (rest === 0) return `${cardinal(String(century))} hundred`
  return `${cardinal(String(century))} ${rest < 10 ? `oh ${UNITS[rest]}` : belowHundred(rest)}`
}

/** 1990 → "nineteen nineties", 90 → "nineties", 2000 → "two thousands". */
export function decade(value: number): string {
  return plural(value < 100 ? belowHundred(value) : year(value))
}

export function plural(words: string): string {
  return changeLastWord(words, last =>
    /[^aeiou]y$/.test(last) ? `${last.slice(0, -1)}ies` : /(s|x|ch)$/.test(last) ? `${last}es` : `${last}s`,
  )
}

/** Joins the parts that are not empty. */
export function phrase(...parts: (string | undefined)[]): string {
  return parts.filter(part => part !== undefined && part !== '').join(' ')
}

function changeLastWord(words: string, change: (last: string) => string): string {
  return words.replace(/\S+$/, change)
}
