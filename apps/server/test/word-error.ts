/**
 * Word error rate: substitutions, deletions and insertions between the spoken and the recognized words, divided by the number of
 * spoken words (Levenshtein distance over lower-case words without punctuation).
 */
export function wordError(spoken: string, recognized: string): number {
  const [reference, hypothesis] = [wordsOf(spoken), wordsOf(recognized)]
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
