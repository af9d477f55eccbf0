/**
 * The unit of text that readers work on: a core with the punctuation around it. A written word is one piece, or several if it contains
 * joints ("well—almost").
 */
export type Piece = {
  /** Index of the written word. */
  word: number
  /** Brackets and quotes before the core. */
  opening: string
  core: string
  /** Punctuation after the core. */
  closing: string
}

export type Context = {
  piece: Piece
  /** The piece at `distance` from the current one (−1: the previous); an empty piece past either end of the text. */
  at(distance: number): Piece
  /** The whole text is in capitals, so that capitals do not mark names or acronyms. */
  isShouting: boolean
}

/** Reads one kind of piece: returns spoken words separated by spaces, '' for silence, null if the piece is of another kind. */
export type Reader = (core: string, context: Context) => string | null

const EMPTY_PIECE: Piece = { word: -1, opening: '', core: '', closing: '' }

export function createContext(pieces: Piece[], index: number, isShouting: boolean): Context {
  return { piece: pieces[index]!, at: distance => pieces[index + distance] ?? EMPTY_PIECE, isShouting }
}

/** The context for reading a part without regard to its neighbours. */
export function withoutNeighbours({ isShouting }: Context): Context {
  return { piece: EMPTY_PIECE, at: () => EMPTY_PIECE, isShouting }
}

/** Whether no punctuation separates the piece from the next one. */
export function runsOn(piece: Piece): boolean {
  return !/[,;:!?…]|\.$/.test(piece.closing)
}

export function isNumber(core: string): boolean {
  return /^\d[\d,]*(\.\d+)?$/.test(core)
}
