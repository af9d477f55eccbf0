import { contentStems, fillBudget, type System, splitIntoUnits } from './units.ts'

/** The first units. */
export const lead: System = (document, words) => {
  const units = splitIntoUnits(document)
  return fillBudget(
    units,
    units.map((_, i) => i),
    words,
  )
}

/** Random units, always the same for the same document. */
export const random: System = (document, words) => {
  const units = splitIntoUnits(document)
  const next = seededNumbers(document.id)
  return fillBudget(units, byScore(Float64Array.from(units, next)), words)
}

/**
 * LexRank (G. Erkan, D. Radev, JAIR 22, 2004): units are linked if the cosine of their tf·idf vectors exceeds 0.15, and
 * ranked by the stationary distribution of a random walk over the links.
 */
export const lexrank: System = (document, words) => {
  const units = splitIntoUnits(document)
  return fillBudget(units, byScore(pageRank(cosineLinks(units.map(unit => contentStems(unit.text))))), words)
}

/** TextRank (R. Mihalcea, P. Tarau, EMNLP 2004): the weight of a link is the number of shared words over the sum of both log lengths. */
export const textrank: System = (document, words) => {
  const units = splitIntoUnits(document)
  return fillBudget(units, byScore(pageRank(overlapLinks(units.map(unit => contentStems(unit.text))))), words)
}

const byScore = (scores: Float64Array): number[] =>
  Array.from(scores, (_, i) => i).sort((a, b) => scores[b]! - scores[a]! || a - b)

/** A generator of numbers in [0, 1) that repeats for the same seed (mulberry32). */
export function seededNumbers(seed: string): () => number {
  let state = [...seed].reduce((hash, letter) => Math.imul(hash ^ letter.charCodeAt(0), 16777619), 2166136261)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** The neighbours of a node and the weights of the links to them. */
interface Links {
  to: Int32Array
  weight: Float64Array
}

function pageRank(links: readonly Links[]): Float64Array {
  const count = links.length
  const damping = 0.85
  const total = links.map(({ weight }) => weight.reduce((sum, value) => sum + value, 0))
  let rank = new Float64Array(count).fill(1 / count)
  for (let round = 0; round < 30; round++) {
    const next = new Float64Array(count).fill((1 - damping) / count)
    links.forEach(({ to, weight }, from) => {
      if (total[from] === 0) return
      const share = (damping * rank[from]!) / total[from]!
      for (let k = 0; k < to.length; k++) next[to[k]!]! += share * weight[k]!
    })
    rank = next
  }
  return rank
}

/** Compares every pair of units, as published. */
function overlapLinks(texts: readonly string[][]): Links[] {
  const length = texts.map(text => Math.log(text.length))
  const sets = texts.map(text => new Set(text))
  const links = texts.map(() => ({ to: [] as number[], weight: [] as number[] }))
  for (let i = 0; i < sets.length; i++)
    for (let j = i + 1; j < sets.length; j++) {
      const scale = length[i]! + length[j]!
      const shared = scale > 0 && Number.isFinite(scale) ? countShared(sets[i]!, sets[j]!) : 0
      if (shared === 0) continue
      links[i]!.to.push(j)
      links[i]!.weight.push(shared / scale)
      links[j]!.to.push(i)
      links[j]!.weight.push(shared / scale)
    }
  return links.map(({ to, weight }) => ({ to: Int32Array.from(to), weight: Float64Array.from(weight) }))
}

function countShared(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const [smaller, larger] = a.size < b.size ? [a, b] : [b, a]
  let count = 0
  for (const word of smaller) if (larger.has(word)) count++
  return count
}

function cosineLinks(texts: readonly string[][]): Links[] {
  const documentFrequency = new Map<string, number>()
  for (const text of texts)
    for (const word of new Set(text)) documentFrequency.set(word, (documentFrequency.get(word) ?? 0) + 1)
  const vectors = texts.map(text => {
    const vector = new Map<string, number>()
    for (const word of text)
      vector.set(word, (vector.get(word) ?? 0) + Math.log(texts.length / documentFrequency.get(word)!))
    const norm = Math.sqrt([...vector.values()].reduce((sum, value) => sum + value * value, 0)) || 1
    return [...vector].map(([word, value]) => [word, value / norm] as const)
  })
  return linkByProduct(vectors, cosine => (cosine > 0.15 ? 1 : 0))
}

/** Links texts that share a word. `weigh` turns the product of their vectors into a weight; 0 means no link. */
function linkByProduct(
  vectors: readonly (readonly (readonly [string, number])[])[],
  weigh: (product: number, i: number, j: number) => number,
): Links[] {
  const textsByWord = new Map<string, { text: number; value: number }[]>()
  vectors.forEach((vector, text) => {
    for (const [word, value] of vector) {
      const list = textsByWord.get(word)
      if (list) list.push({ text, value })
      else textsByWord.set(word, [{ text, value }])
    }
  })
  const product = new Float64Array(vectors.length)
  return vectors.map((vector, i) => {
    const touched: number[] = []
    for (const [word, value] of vector)
      for (const occurrence of textsByWord.get(word)!) {
        if (product[occurrence.text] === 0) touched.push(occurrence.text)
        product[occurrence.text]! += value * occurrence.value
      }
    const to: number[] = []
    const weight: number[] = []
    for (const j of touched) {
      const link = j === i ? 0 : weigh(product[j]!, i, j)
      if (link > 0) {
        to.push(j)
        weight.push(link)
      }
      product[j] = 0
    }
    return { to: Int32Array.from(to), weight: Float64Array.from(weight) }
  })
}
