/** One part of a guide. Texts can contain `code` and links: `[label](https://…)`. */
export type GuidePiece =
  | { kind: 'title' | 'subtitle' | 'text' | 'code'; text: string }
  | { kind: 'list'; isOrdered: boolean; items: readonly string[] }
  | { kind: 'table'; head: readonly string[]; rows: readonly (readonly string[])[] }
