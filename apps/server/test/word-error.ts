/**
 * Word error rate: substitutions, deletions and insertions between what was said and what was heard, by the words said
 * (Levenshtein distance over lower-case words without signs).
 */
export function wordError(said: string, heard: string): number {
  const [reference, hypothesis] = [wordsOf(said), wordsOf(heard)]
  let row = hypothesis.map((_, at) => at + 1)
  row.unshift(0)
  for (const [at, word] of reference.entries()) {
    const next = [at + 1]
    for (const [i, other] of hypothesis.entries())
      next.push(Math.min(row[i + 1]! + 1, next[i]! + 1, row[i]! + (word === other ? 0 : 1)))
    row = next
  }
  return row.at(-1)! / reference.length
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[a-z']+/g) ?? []
