/**
 * A piece of text as the readers see it: what stands between its punctuation. A written word is one piece, or several when it has joints
 * ("well—almost").
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

export type Context = {
  piece: Piece
  /** The piece that is `distance` away from the one being read (−1: the one before); an empty one beyond the ends. */
  at(distance: number): Piece
  /** The whole text is in capitals, which then tell nothing. */
  isShouting: boolean
}

/** Says how a piece is read: spoken words separated by spaces, '' for silence, null when it is not its business. */
export type Reader = (core: string, context: Context) => string | null

const NOTHING: Piece = { word: -1, opening: '', core: '', closing: '' }

export function contextOf(pieces: Piece[], index: number, isShouting: boolean): Context {
  return { piece: pieces[index]!, at: distance => pieces[index + distance] ?? NOTHING, isShouting }
}

/** The context of a part that is read for itself. */
export function alone({ isShouting }: Context): Context {
  return { piece: NOTHING, at: () => NOTHING, isShouting }
}

/** Whether nothing ends between the piece and the one that follows it. */
export function runsOn(piece: Piece): boolean {
  return !/[,;:!?…]|\.$/.test(piece.closing)
}

export function isNumber(core: string): boolean {
  return /^\d[\d,]*(\.\d+)?$/.test(core)
}
