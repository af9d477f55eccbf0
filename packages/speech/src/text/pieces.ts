import { cleanWord } from './clean.ts'
import type { Piece } from './context.ts'

const OPENING = /^["'([{¿¡—–]+/
const CLOSING = /["')\]},.;:!?…—–]+$/

/** Where one written word is several: "well—almost", "so…and", "yes,no", "Mr.Chair", "7.7million". */
const JOINTS = new RegExp(
  [
    String.raw`(?<=\p{L}['")]*[—–…,;!?]+)(?=["'(]*\p{L})`,
    String.raw`(?<=\p{L}[–—])(?=\d)`,
    String.raw`(?<=[—…])(?=\S)`,
    String.raw`(?<=\d)(?=—\d*\p{L})`,
    String.raw`(?<=^["'(]*(?:Mr|Mrs|Ms|Dr|Prof|St)\.)(?=\p{Lu})`,
    String.raw`(?<=^["'(]*[$€£]?\d[\d,.]*)(?!x[\da-f]+$)(?=\p{L}{4,}[)"'.,;:!?]*$)`,
  ].join('|'),
  'u',
)

const ADDRESS = /:\/\/|^www\.|\S@\S/i

/** Cleans a written word and cuts it at its joints; ranges, numbers and addresses stay whole. */
export function toPieces(written: string, word: number): Piece[] {
  const cleaned = cleanWord(written)
  const parts = ADDRESS.test(cleaned) ? [cleaned] : cleaned.split(JOINTS)
  return parts.map(part => {
    const opening = OPENING.exec(part)?.[0] ?? ''
    const rest = part.slice(opening.length)
    const closing = CLOSING.exec(rest)?.[0] ?? ''
    return { word, opening, core: rest.slice(0, rest.length - closing.length), closing }
  })
}
