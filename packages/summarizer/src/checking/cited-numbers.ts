import type { Token } from './tokens.ts'

/** All numbers in a spoken text, including joined ones: "six euro fifty", "seven twenty", "three to four thousand". */
export function extractNumbers(cited: readonly Token[]): Set<string> {
  const numbers = new Set<string>()
  cited.forEach((token, i) => {
    if (DECADES.has(token.form)) numbers.add(String(DECADES.get(token.form)))
    if (ZERO_WORDS.test(token.form)) numbers.add('0')
    if (token.kind !== 'number' || INDEFINITE_NUMBER.test(token.written)) return
    numbers.add(token.form)
    addJoined(cited, i, numbers)
    addRange(cited, i, numbers)
    if (token.form === '1/2') addHalves(cited, i, numbers)
  })
  return numbers
}

/** Indefinite numbers: "thousands" does not mean 1,000. */
export const INDEFINITE_NUMBER = /^(hundred|thousand|million|billion|trillion)s$/i

const DECADES = new Map(
  ['twenties', 'thirties', 'forties', 'fifties', 'sixties', 'seventies', 'eighties', 'nineties'].map((word, i) => [
    word,
    1920 + 10 * i,
  ]),
)

const ZERO_WORDS = /^(no|not|none|nothing|nil|oh|nobody|never)$/

/** "Seven twenty" is 720, "six euro fifty" 6.50. */
function addJoined(cited: readonly Token[], i: number, numbers: Set<string>): void {
  const next = cited[cited[i + 1]?.kind === 'unit' ? i + 2 : i + 1]
  if (next?.kind !== 'number' || !/^[1-9]\d$/.test(next.form) || !/^\d{1,2}$/.test(cited[i]!.form)) return
  const joined = 100 * Number(cited[i]!.form) + Number(next.form)
  numbers.add(String(joined))
  numbers.add(String(joined / 100))
}

/** "Three to four thousand", "between two and three million". */
function addRange(cited: readonly Token[], i: number, numbers: Set<string>): void {
  const value = Number(cited[i]!.form)
  const upper = cited[i + 2]
  if (!/^(to|or|and)$/.test(cited[i + 1]?.form ?? '') || upper?.kind !== 'number' || !(value < 1000)) return
  for (const scale of [100, 1e3, 1e6, 1e9]) if (Number(upper.form) >= scale) numbers.add(String(value * scale))
}

/** "Half a million", "a metre and a half", "two hours and a half". */
function addHalves(cited: readonly Token[], i: number, numbers: Set<string>): void {
  const scale = cited.slice(i + 1, i + 3).find(token => token.kind === 'number')
  if (scale && Number(scale.form) >= 100) numbers.add(String(Number(scale.form) / 2))
  if (cited[i - 1]?.form !== 'a' || cited[i - 2]?.form !== 'and') return
  const count = cited[i - 4]
  numbers.add(String((count?.kind === 'number' ? Number(count.form) : 1) + 0.5))
}

/** Whether the cited text has the same share in the other notation: "half" and 50 percent. */
export function hasEquivalentShare(form: string, cited: readonly Token[]): boolean {
  const equivalents: string[] = SHARES.filter(([part, percent]) => part === form || percent === form).flat()
  return equivalents.length > 0 && cited.some(token => token.kind === 'number' && equivalents.includes(token.form))
}

const SHARES = [
  ['1/2', '50'],
  ['1/3', '33'],
  ['2/3', '67'],
  ['2/3', '66'],
  ['1/4', '25'],
  ['3/4', '75'],
  ['1/5', '20'],
  ['1/10', '10'],
] as const
