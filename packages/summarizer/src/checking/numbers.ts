const SMALL =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
const ORDINALS =
  'zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth'.split(
    ' ',
  )
const SCALES: Record<string, number> = { hundred: 1e2, thousand: 1e3, million: 1e6, billion: 1e9, trillion: 1e12 }
const SHORT_SCALES: Record<string, string> = { k: 'thousand', m: 'million', b: 'billion', bn: 'billion' }

const VALUES = new Map<string, number>([
  ...SMALL.map((word, value) => [word, value] as const),
  ...TENS.map((word, i) => [word, 20 + 10 * i] as const),
  ...TENS.map((word, i) => [`${word.slice(0, -1)}ieth`, 20 + 10 * i] as const),
  ...ORDINALS.map((word, value) => [word, value] as const),
])

/** The value of a scale word such as "million". */
export const scaleValue = (word: string): number | undefined =>
  SCALES[word] ?? (word.endsWith('s') ? SCALES[word.slice(0, -1)] : undefined)

/**
 * Parses a written number: `25`, `3,400`, `4.7`, `21st`, `twenty-five`, `25k`. Undefined for other words. The caller must remove
 * attached units (`5km`, `50%`) first.
 */
export function parseNumber(word: string): number | undefined {
  const spelled = VALUES.get(word)
  if (spelled !== undefined) return spelled
  const digits = /^(\d{1,3}(?:,\d{3})+|\d+)(\.\d+)?(st|nd|rd|th|s)?$/.exec(word)
  if (digits) return Number(digits[1]!.replaceAll(',', '') + (digits[2] ?? ''))
  const scaled = /^(\d+(?:\.\d+)?)(k|m|bn?)$/.exec(word)
  if (scaled) return Number(scaled[1]) * SCALES[SHORT_SCALES[scaled[2]!]!]!
  const [tens, ones] = word.split('-')
  const value = VALUES.get(tens!)
  const rest = ones === undefined ? undefined : VALUES.get(ones)
  return value !== undefined && value >= 20 && rest !== undefined && rest < 10 ? value + rest : undefined
}

/** Parses a fraction of one or two words: `1/2` for "half", `1/3` for "a third of", `3/4` for "three quarters". */
export function parseFractionAt(
  words: readonly NumberWord[],
  from: number,
): { form: string; words: number } | undefined {
  const [first, second, third] = [words[from]!, words[from + 1], words[from + 2]]
  if (first.form === 'half') return { form: '1/2', words: 1 }
  if (!second || first.comma) return undefined
  const parts = PARTS.get(second.form.replace(/s$/, ''))
  if (parts === undefined) return undefined
  const isPlural = second.form.endsWith('s')
  const count = parseNumber(first.form)
  if (isPlural && count !== undefined && count > 1 && count < parts) return { form: `${count}/${parts}`, words: 2 }
  // "A third time" and "a fifth one" are ordinals.
  const isPart = first.form === 'one' || (first.form === 'a' && (parts === 4 || third?.form === 'of'))
  return isPart && !isPlural ? { form: `1/${parts}`, words: 2 } : undefined
}

const PARTS = new Map([
  ['third', 3],
  ['quarter', 4],
  ['fifth', 5],
  ['tenth', 10],
])

/** A number of one or more spoken words: "four hundred and twenty", "4.9 million", "eighteen sixty nine". */
export interface SpokenNumber {
  value: number
  /** Number of words. */
  words: number
}

/** One lower-case word of a number. A comma after it ends the number. */
interface NumberWord {
  form: string
  comma: boolean
}

/** Parses the number that begins at a word; undefined if none does. */
export function parseNumberAt(words: readonly NumberWord[], from: number): SpokenNumber | undefined {
  const first = words[from]!.form
  const scale = scaleValue(first)
  const value = parseNumber(first)
  if (first === 'dozen') return { value: 12, words: 1 }
  if (value === undefined && scale === undefined) return undefined
  if (value !== undefined && isSpelled(first)) {
    const year = yearAt(words, from, value)
    if (year) return year
  }
  // "three hundred thousand and five": 300,000 is stored in `total` while `current` counts the 5.
  let total = scale !== undefined && scale > 100 ? scale : 0
  let current = value ?? (scale === 100 ? 100 : 0)
  let limit = total > 0 ? total : Number.POSITIVE_INFINITY
  let at = from + 1
  while (at < words.length && !words[at - 1]!.comma) {
    const { form } = words[at]!
    const by = scaleValue(form)
    const decimals = form === 'point' ? decimalsAt(words, at + 1) : ''
    if (decimals !== '' && Number.isInteger(current)) {
      current = Number(`${current}.${decimals}`)
      at += 1 + decimals.length
      continue
    }
    // "Three and a half", "three and a half thousand".
    if (form === 'and' && words[at + 1]?.form === 'a' && words[at + 2]?.form === 'half' && current > 0) {
      current += 0.5
      at += 3
      continue
    }
    const and = form === 'and' && canAdd(total, current, 99) && scaleValue(words[at + 2]?.form ?? '') === undefined
    const next = words[and ? at + 1 : at]
    const more = next && isSpelled(next.form) ? parseNumber(next.form) : undefined
    if (form === 'dozen' && current > 0 && current < 100) current *= 12
    else if (by === 100 && current > 0 && current < 100) current *= 100
    else if (by !== undefined && by > 100 && by < limit && current > 0) {
      total += current * by
      current = 0
      limit = by
    } else if (more !== undefined && isSpelled(first) && canExtend(total, current, more)) {
      current += more
      if (and) at++
    } else break
    at++
  }
  return { value: total + current, words: at - from }
}

/** Digits spoken one by one: "point one five". */
function decimalsAt(words: readonly NumberWord[], from: number): string {
  let digits = ''
  for (let i = from; i < words.length && digits.length < 4; i++) {
    const value = parseNumber(words[i]!.form)
    if (
      value === undefined ||
      value > 9 ||
      !/^(\d|[a-z]+)$/.test(words[i]!.form) ||
      /(th|st|nd|rd)$/.test(words[i]!.form)
    )
      break
    digits += value
    if (words[i]!.comma) break
  }
  return digits
}

const isSpelled = (form: string) => /^\p{L}/u.test(form)

const canAdd = (total: number, current: number, addend: number) =>
  (current >= 100 && current % 100 === 0 && addend < 100) || (current === 0 && total > 0)

/** "twenty" + "five", "three hundred" + "twelve", "two thousand" + "five". */
const canExtend = (total: number, current: number, more: number) =>
  more > 0 &&
  ((current >= 20 && current < 100 && current % 10 === 0 && more < 10) ||
    (current % 100 === 0 && canAdd(total, current, more)))

/** "eighteen sixty nine": a year spoken as two numbers. */
function yearAt(words: readonly NumberWord[], from: number, century: number): SpokenNumber | undefined {
  const decade = words[from + 1]
  if (century < 16 || century > 20 || words[from]!.comma || !decade || !isSpelled(decade.form)) return undefined
  const value = parseNumber(decade.form)
  if (value === undefined || value < 10 || value > 99) return undefined
  const year = words[from + 2]
  const rest = year && !decade.comma && isSpelled(year.form) ? parseNumber(year.form) : undefined
  const joins = rest !== undefined && value % 10 === 0 && value >= 20 && rest > 0 && rest < 10
  return { value: century * 100 + value + (joins ? rest : 0), words: joins ? 3 : 2 }
}
