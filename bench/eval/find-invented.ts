import { tokenize } from '@recaps/summarizer/checking/tokens'
import { normaliseSegments, readTurns } from '@recaps/summarizer/reading/turns'
import type { SpokenDocument } from '@recaps/summarizer/training/documents'
import type { Unit } from './units.ts'

/** Numbers and names in a summary that its recording doesn't contain. */
export function findInvented(document: SpokenDocument, summary: readonly Unit[]): string[] {
  const written = document.segments.map(segment => segment.text.replace(/[_-]/g, ' ')).join(' ')
  // Spelled-out letters ("T_V_") are read as one word.
  const read = readTurns(normaliseSegments(document)).flatMap(turn => turn.words.map(word => word.text))
  const spoken = tokenize(`${written} ${read.join(' ')}`, true)
  const forms = new Set(spoken.flatMap(token => [token.form, ...token.form.split(/['.-]/)]))
  return summary
    .flatMap(({ text }) => tokenize(text))
    .filter(({ kind }) => kind === 'number' || kind === 'name')
    .filter(({ form }) => !form.split(/[-.' ]/).every(part => forms.has(part)) && !forms.has(form))
    .map(token => token.written)
}
