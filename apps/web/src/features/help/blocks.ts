/**
 * One part of a text page: a paragraph, a bulleted list, or rows of terms with their descriptions. Texts can contain links:
 * `[label](/path)`, also with a `mailto:` or `https:` URL.
 */
export type Block = string | readonly string[] | { rows: TermRows }

export type TermRows = readonly (readonly [term: string, description: string])[]

export interface TextSection {
  /** The URL fragment. */
  id: string
  title: string
  blocks: readonly Block[]
}

export const mailtoLink = (address: string): string => `[${address}](mailto:${address})`

/** `one`, `one and two`, `one, two and three`. */
export const formatList = (items: readonly string[]): string =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`
