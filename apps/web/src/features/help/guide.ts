/** One piece of a guide. Texts may hold `code` and `[words](https://…)`. */
export type GuidePiece =
  | { kind: 'title' | 'subtitle' | 'text' | 'code'; text: string }
  | { kind: 'list'; isOrdered: boolean; items: readonly string[] }
  | { kind: 'table'; head: readonly string[]; rows: readonly (readonly string[])[] }
