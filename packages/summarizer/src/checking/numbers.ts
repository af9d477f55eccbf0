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

/** The scale a word such as "million" stands for. */
export const scaleOf = (word: string): number | undefined =>
  SCALES[word] ?? (word.endsWith('s') ? SCALES[word.slice(0, -1)] : undefined)

/**
 * The value of a written number: `25`, `3,400`, `4.7`, `21st`, `twenty-five`, `25k`. Undefined for other words. Units that
 * stick to the digits (`5km`, `50%`) are for the caller to cut off first.
 */
export function numberOf(word: string): number | undefined {
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

/** Whether `next` continues a number word by word: "twenty" + "five", "three" + "hundred". */
export function continues(current: number, next: number): boolean {
  return current >= 20 && current < 100 && current % 10 === 0 && next > 0 && next < 10
}
