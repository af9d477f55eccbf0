import { porterStem } from '@recaps/summarizer/choosing/porter'

export interface RougeScores {
  rouge1: number
  rouge2: number
  rougeL: number
}

/**
 * F measures of ROUGE-1, ROUGE-2 and ROUGE-L, as google-research/rouge_score computes them with `use_stemmer=True`
 * (C.-Y. Lin, "ROUGE: a package for automatic evaluation of summaries", 2004): lower-cased runs of a–z and 0–9, words of
 * more than three letters stemmed, ROUGE-L over the whole text as one sequence. Between 0 and 1.
 */
export function rouge(reference: string, summary: string, stemmed = true): RougeScores {
  const referenceTokens = rougeTokens(reference, stemmed)
  const summaryTokens = rougeTokens(summary, stemmed)
  return {
    rouge1: overlap(counts(referenceTokens, 1), counts(summaryTokens, 1)),
    rouge2: overlap(counts(referenceTokens, 2), counts(summaryTokens, 2)),
    rougeL: fMeasure(
      longestCommonSubsequence(referenceTokens, summaryTokens),
      referenceTokens.length,
      summaryTokens.length,
    ),
  }
}

const stems = new Map<string, string>()

export function rougeTokens(text: string, stemmed = true): string[] {
  const tokens = text.toLowerCase().match(/[a-z0-9]+/g) ?? []
  if (!stemmed) return tokens
  return tokens.map(token => {
    if (token.length <= 3) return token
    let stem = stems.get(token)
    if (stem === undefined) {
      stem = porterStem(token)
      stems.set(token, stem)
    }
    return stem
  })
}

export function counts(tokens: readonly string[], n: number): Map<string, number> {
  const result = new Map<string, number>()
  for (let i = 0; i + n <= tokens.length; i++) {
    const gram = n === 1 ? tokens[i]! : tokens.slice(i, i + n).join(' ')
    result.set(gram, (result.get(gram) ?? 0) + 1)
  }
  return result
}

function overlap(reference: Map<string, number>, summary: Map<string, number>): number {
  let shared = 0
  for (const [gram, count] of reference) shared += Math.min(count, summary.get(gram) ?? 0)
  return fMeasure(shared, sum(reference), sum(summary))
}

const sum = (grams: Map<string, number>) => [...grams.values()].reduce((total, count) => total + count, 0)

function fMeasure(shared: number, inReference: number, inSummary: number): number {
  return shared === 0
    ? 0
    : (2 * (shared / inSummary) * (shared / inReference)) / (shared / inSummary + shared / inReference)
}

function longestCommonSubsequence(a: readonly string[], b: readonly string[]): number {
  let row = new Int32Array(b.length + 1)
  for (const token of a) {
    const next = new Int32Array(b.length + 1)
    for (let j = 0; j < b.length; j++) next[j + 1] = token === b[j] ? row[j]! + 1 : Math.max(row[j + 1]!, next[j]!)
    row = next
  }
  return row[b.length]!
}
