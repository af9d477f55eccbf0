import type { Cue, CueFile, Mark } from './cue.ts'
import { readCueText } from './cue-text.ts'

/** Receives the elements of one document in order. */
export interface ElementReader {
  open(tag: string, attributes: Record<string, string>): void
  text(text: string): void
  close(tag: string): void
  file(): CueFile
}

/** The name of an element or attribute without its namespace. */
export const localName = (name: string): string => name.slice(name.indexOf(':') + 1).toLowerCase()

/** The decoded XML text may itself contain markup and escapes, which are resolved here. */
export const resolveMarkup = (cue: Cue): Cue => {
  if (!/[<&]/.test(cue.text)) return cue
  if (cue.marks.length === 0) return { ...cue, text: readCueText(cue.text, 'known').text }
  const marks: Mark[] = []
  let text = ''
  cue.marks.forEach((mark, index) => {
    if (index === 0) text += readCueText(cue.text.slice(0, mark.at), 'known').text
    marks.push({ at: text.length, ms: mark.ms })
    text += readCueText(cue.text.slice(mark.at, cue.marks[index + 1]?.at), 'known').text
  })
  return { ...cue, text, marks }
}
