/** Keeps what has to be stored and read again, such as the push tokens of devices, from whoever only sees the database. */
export interface Sealer {
  seal(text: string): string
  /** Null for what was not sealed here, or was changed. */
  open(sealed: string): string | null
}
