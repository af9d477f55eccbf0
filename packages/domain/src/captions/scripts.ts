/** A letter of these says as much as three of an alphabet. */
const dense = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u
const DENSE_WEIGHT = 3
/** Of the letters of a row so many may stand on the wrong side of the place where its script changes. */
const STRAY_SHARE = 0.15

export type RowScript = 'latin' | 'foreign' | 'none'

/** Whether a row is mostly in Latin letters, in those of another script, or has none. */
export const scriptOf = (text: string): RowScript => {
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

/** Above zero for Latin letters, below for others. */
const weightOf = (letter: string): number =>
  /\p{Script=Latin}/u.test(letter) ? 1 : dense.test(letter) ? -DENSE_WEIGHT : -1

/** Parts a row at the place where Latin letters end and those of another script begin, or the other way round. */
export const splitScripts = (row: string): string[] => {
  if (isAscii.test(row)) return [row]
  const { latin, foreign } = weigh(row)
  if (latin === 0 || foreign === 0) return [row]
  const letters = [...row.matchAll(/\p{L}/gu)].map(found => ({
    endAt: found.index + found[0].length,
    weight: weightOf(found[0]),
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
  // Letters on the wrong side: Latin behind the cut or foreign before it, for either order.
  const latinFirst = latin - most.sum
  const foreignFirst = foreign + least.sum
  const next = latinFirst <= foreignFirst ? most.next : least.next
  const before = letters[next - 1]
  if (Math.min(latinFirst, foreignFirst) > Math.min(latin, foreign) * STRAY_SHARE || before === undefined) return [row]
  const end = before.endAt
  const cut = end + (/^[\p{M}\p{N}]*[.,!?;:…)"'”’。，！？；：」』）~]*/u.exec(row.slice(end))?.[0].length ?? 0)
  return [row.slice(0, cut).trim(), row.slice(cut).trim()]
}
