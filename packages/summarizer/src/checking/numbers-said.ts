import type { Token } from './tokens.ts'

/** Numbers of a spoken text with those that are put together only in writing: "six euro fifty", "seven twenty", "three to four thousand". */
export function numbersIn(cited: readonly Token[]): Set<string> {
  const numbers = new Set<string>()
  cited.forEach((token, i) => {
    if (DECADE.has(token.form)) numbers.add(String(DECADE.get(token.form)))
    if (NOTHING.test(token.form)) numbers.add('0')
    if (token.kind !== 'number' || MANY.test(token.written)) return
    numbers.add(token.form)
    addJoined(cited, i, numbers)
    addRange(cited, i, numbers)
    if (token.form === '1/2') addHalves(cited, i, numbers)
  })
  return numbers
}

/** "Thousands" are no thousand. */
export const MANY = /^(hundred|thousand|million|billion|trillion)s$/i

const DECADE = new Map(
  ['twenties', 'thirties', 'forties', 'fifties', 'sixties', 'seventies', 'eighties', 'nineties'].map((word, i) => [
    word,
    1920 + 10 * i,
  ]),
)

const NOTHING = /^(no|not|none|nothing|nil|oh|nobody|never)$/

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
  const most = cited[i + 2]
  if (!/^(to|or|and)$/.test(cited[i + 1]?.form ?? '') || most?.kind !== 'number' || !(value < 1000)) return
  for (const scale of [100, 1e3, 1e6, 1e9]) if (Number(most.form) >= scale) numbers.add(String(value * scale))
}

/** "Half a million", "a metre and a half", "two hours and a half". */
function addHalves(cited: readonly Token[], i: number, numbers: Set<string>): void {
  const scale = cited.slice(i + 1, i + 3).find(token => token.kind === 'number')
  if (scale && Number(scale.form) >= 100) numbers.add(String(Number(scale.form) / 2))
  if (cited[i - 1]?.form !== 'a' || cited[i - 2]?.form !== 'and') return
  const count = cited[i - 4]
  numbers.add(String((count?.kind === 'number' ? Number(count.form) : 1) + 0.5))
}

/** "Half" is 50 percent, and the other way round. */
export function isPartOf(form: string, cited: readonly Token[]): boolean {
  const own: string[] = SHARES.filter(([part, percent]) => part === form || percent === form).flat()
  return own.length > 0 && cited.some(token => token.kind === 'number' && own.includes(token.form))
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
