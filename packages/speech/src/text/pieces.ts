import { cleanWord } from './clean.ts'
import type { Piece } from './context.ts'
import { isRange, splitRangeMiddle } from './ranges.ts'

const OPENING = /^["'([{¿¡—–]+/
const CLOSING = /["')\]},.;:!?…—–]+$/

/** Where to split a written word: "well—almost", "so…and", "yes,no", "Mr.Chair", "7.7million". */
const JOINTS = new RegExp(
  [
    String.raw`(?<=\p{L}['")]*[—–…,;!?]+)(?=["'(]*\p{L})`,
    String.raw`(?<=\p{L}[–—])(?=\d)`,
    String.raw`(?<=[—…])(?=\S)`,
    String.raw`(?<=\d)(?=—\d*\p{L})`,
    String.raw`(?<=^["'(]*(?:Mr|Mrs|Ms|Dr|Prof|St)\.)(?=\p{Lu})`,
    String.raw`(?<=^["'(]*(?:[Nn]os?|[Vv]ols?|[Ff]igs?|[Cc]h|[Ee]q|[Ss]ec|[Pp]t|pp?|[Ee]p|[Aa]rt|Rm|Nr)\.)(?=\d)`,
    String.raw`(?<=^["'(]*[$€£]?\d[\d,.]*)(?!x[\da-f]+$)(?=\p{L}{4,}[)"'.,;:!?]*$)`,
  ].join('|'),
  'u',
)

/** Matches "1,2,3" but not the number "1,234". */
const LIST = /^["'(]*\d{1,2}(?:,\d{1,2}){2,}["').,;:!?]*$/

const ADDRESS = /:\/\/|^[wW]{3}\.|\S@\S|^\S+\.\p{Ll}{2,}[/:?]\w/u

/** Cleans a written word and splits it at its joints. Ranges, numbers and addresses are not split. */
export function toPieces(written: string, word: number): Piece[] {
  const cleaned = cleanWord(written)
  return splitAtJoints(cleaned).map(part => {
    const opening = OPENING.exec(part)?.[0] ?? ''
    const rest = part.slice(opening.length)
    const closing = CLOSING.exec(rest)?.[0] ?? ''
    return { word, opening, core: rest.slice(0, rest.length - closing.length), closing }
  })
}

function splitAtJoints(word: string): string[] {
  if (ADDRESS.test(word) || isRange(word)) return [word]
  return splitRangeMiddle(word) ?? word.split(LIST.test(word) ? /(?<=,)(?=\d)/ : JOINTS)
}
