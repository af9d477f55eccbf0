/** One letter of these scripts carries as much text as three letters of an alphabet. */
const dense = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u
const DENSE_WEIGHT = 3
/** Share of a row's letters that may be on the wrong side of the script change. */
const STRAY_SHARE = 0.15

export type RowScript = 'latin' | 'foreign' | 'none'

/** Whether a row has mostly Latin letters, mostly letters of another script, or no letters. */
export const detectScript = (text: string): RowScript => {
  if (isAscii.test(text)) return /[A-Za-z]/.test(text) ? 'latin' : 'none'
  const { latin, foreign } = weigh(text)
  return latin > foreign ? 'latin' : foreign > 0 ? 'foreign' : 'none'
}

const isAscii = /^\p{ASCII}*$/u

const weigh = (text: string): { latin: number; foreign: number } => {
  let [latin, foreign] = [0, 0]
  for (const [letter] of text.matchAll(/\p{L}/gu)) {
    const weight = weightOf(letter)
    if (weight > 0) latin += weight
    else foreign -= weight
  }
  return { latin, foreign }
}

/** Positive for Latin letters, negative for all others. */
const weightOf = (letter: string): number =>
  /\p{Script=Latin}/u.test(letter) ? 1 : dense.test(letter) ? -DENSE_WEIGHT : -1

/** Splits a row where it changes from Latin letters to another script or vice versa. */
export const splitScripts = (row: string): string[] => {
  if (isAscii.test(row)) return [row]
  const { latin, foreign } = weigh(row)
  if (latin === 0 || foreign === 0) return [row]
  const letters = [...row.matchAll(/\p{L}/gu)].map(match => ({
    endAt: match.index + match[0].length,
    weight: weightOf(match[0]),
  }))
  let sum = 0
  let [most, least] = [
    { sum: 0, next: 0 },
    { sum: 0, next: 0 },
  ]
  letters.forEach(({ weight }, index) => {
    sum += weight
    if (sum > most.sum) most = { sum, next: index + 1 }
    if (sum < least.sum) least = { sum, next: index + 1 }
  })
  // Weight of letters on the wrong side of the split, for either order of the scripts.
  const strayIfLatinFirst = latin - most.sum
  const strayIfForeignFirst = foreign + least.sum
  const next = strayIfLatinFirst <= strayIfForeignFirst ? most.next : least.next
  const before = letters[next - 1]
  if (Math.min(strayIfLatinFirst, strayIfForeignFirst) > Math.min(latin, foreign) * STRAY_SHARE || before === undefined)
    return [row]
  const end = before.endAt
  const cut = end + (/^[\p{M}\p{N}]*[.,!?;:…)"'”’。，！？；：」』）~]*/u.exec(row.slice(end))?.[0].length ?? 0)
  return [row.slice(0, cut).trim(), row.slice(cut).trim()]
}
