/** One piece of a written page. In every text `[words](/path)` is a link; mail and web addresses may stand there too. */
export type Block =
  | string
  /** A list. */
  | readonly string[]
  /** What, and what there is to say of it. */
  | { rows: Rows }

export type Rows = readonly (readonly [what: string, words: string])[]

export interface TextSection {
  /** In the address, behind the #. */
  id: string
  title: string
  blocks: readonly Block[]
}

export const mailTo = (address: string): string => `[${address}](mailto:${address})`

/** `one`, `one and two`, `one, two and three`. */
export const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
