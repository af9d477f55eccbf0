/**
 * A piece of text as the readers see it: what stands between its punctuation. A written word is one piece, or several when dashes join
 * them ("well—almost").
 */
export type Piece = {
  /** Index of the written word. */
  word: number
  /** Brackets and quotes before the core. */
  opening: string
  core: string
  /** Punctuation after it. */
  closing: string
}

/** The piece that is `distance` away from the one being read (−1: the one before), with an empty core beyond the ends. */
export type Context = { piece: Piece; at(distance: number): Piece }

/** Says how a piece is read: spoken words in lower case separated by spaces, '' for silence, null when it is not its business. */
export type Reader = (core: string, context: Context) => string | null

const NOTHING: Piece = { word: -1, opening: '', core: '', closing: '' }

export function contextOf(pieces: Piece[], index: number): Context {
  return { piece: pieces[index]!, at: distance => pieces[index + distance] ?? NOTHING }
}

/** Whether nothing ends between the piece and the one that follows it. */
export function runsOn(piece: Piece): boolean {
  return !/[,;:!?…]/.test(piece.closing) && !/\.$/.test(piece.closing)
}

export function isNumber(core: string): boolean {
  return /^\d[\d,]*(\.\d+)?$/.test(core)
}
