import type { Tags } from '../mp3/id3.ts'

/** What the audio contains, in order: `lead`, then the sections. A section with a title begins with it. */
export type Script<Sentence> = Tags & { lead?: Sentence[]; sections: { title?: Sentence; sentences: Sentence[] }[] }

/** A spoken title or sentence. `section` is null in the lead; `sentence` is the index in the whole script, titles not counted. */
export type ScriptLine<Sentence> = { content: Sentence; section: number | null } & (
  | { kind: 'title' }
  | { kind: 'sentence'; sentence: number }
)

export function scriptLines<Sentence>({ lead = [], sections }: Script<Sentence>): ScriptLine<Sentence>[] {
  const lines: ScriptLine<Sentence>[] = []
  let sentence = 0
  const add = (sentences: Sentence[], section: number | null) => {
    for (const content of sentences) lines.push({ kind: 'sentence', content, section, sentence: sentence++ })
  }
  add(lead, null)
  for (const [section, { title, sentences }] of sections.entries()) {
    if (title !== undefined) lines.push({ kind: 'title', content: title, section })
    add(sentences, section)
  }
  return lines
}
