import MiniSearch from 'minisearch'
import { isRefuted } from '../choosing/denials.ts'
import { porterStem } from '../choosing/porter.ts'
import { bareWord, STOP_WORDS } from '../choosing/terms.ts'
import type { Sentence } from '../types.ts'
import { createClaimChecker } from './claims.ts'
import { type Manuscript, passageText } from './manuscript.ts'
import type { Line } from './passages.ts'

/** Passages that may answer a question, best first. */
export interface FoundPassages {
  passages: number[]
  /** Share of the question's content words that the best passage and its neighbours contain, 0 to 1. */
  share: number
}

/** Finds the passages most similar to a question, by BM25 over word stems. Neighbouring passages count a little. */
export function findPassages({ passages }: Manuscript, question: string, maxPassages: number): FoundPassages {
  const index = new MiniSearch<{ id: number; text: string; around: string }>({
    fields: ['text', 'around'],
    tokenize: text => text.split(/[\s—–/-]+/),
    processTerm: word => {
      const bare = bareWord(word)
      return bare === '' || STOP_WORDS.has(bare) ? null : porterStem(bare)
    },
  })
  const texts = passages.map(passageText)
  index.addAll(texts.map((text, id) => ({ id, text, around: `${texts[id - 1] ?? ''} ${texts[id + 1] ?? ''}` })))
  const results = index.search(question, { boost: { text: 3 }, prefix: false, fuzzy: false }).slice(0, maxPassages)
  const questionStems = new Set(stemsOf(question))
  const passageStems = new Set(results[0] ? withNeighbours(texts, results[0].id).flatMap(stemsOf) : [])
  const shared = [...questionStems].filter(stem => passageStems.has(stem)).length
  return {
    passages: results.map(result => result.id as number),
    share: questionStems.size === 0 ? 0 : shared / questionStems.size,
  }
}

const withNeighbours = (texts: readonly string[], i: number) => texts.slice(Math.max(0, i - 1), i + 2)

const stemsOf = (text: string): string[] =>
  text.split(/[\s—–/-]+/).flatMap(word => {
    const bare = bareWord(word)
    return bare === '' || STOP_WORDS.has(bare) ? [] : [porterStem(bare)]
  })

function isLineRefuted(line: Line, lines: readonly Line[]): boolean {
  const at = lines.indexOf(line)
  return isRefuted(
    line.text.split(' '),
    lines.slice(at + 1, at + 6).map(({ text }) => text.split(' ')),
  )
}

/** Minimum share of the question's words for the built-in engine to answer. */
const MIN_SHARE = 0.5
const MAX_SENTENCES = 3

/** Answers a question with the most similar spoken sentences, in the order of the video. Empty if the video does not answer it. */
export function builtInAnswer(manuscript: Manuscript, question: string): Sentence[] {
  const { passages, share } = findPassages(manuscript, question, 4)
  if (share < MIN_SHARE) return []
  const questionStems = new Set(stemsOf(question))
  const check = createClaimChecker(manuscript)
  const lines = manuscript.passages.flatMap(passage => passage.lines)
  return passages
    .flatMap(number =>
      manuscript.passages[number]!.lines.map(line => ({
        number,
        line,
        shared: new Set(stemsOf(line.text).filter(stem => questionStems.has(stem))).size,
      })),
    )
    .filter(({ line, shared }) => shared > 0 && line.text.split(' ').length >= 4 && !isLineRefuted(line, lines))
    .sort((a, b) => b.shared - a.shared)
    .slice(0, MAX_SENTENCES)
    .sort((a, b) => a.line.startMs - b.line.startMs)
    .flatMap(({ number, line }): Sentence[] => {
      const claim = check({ text: line.text, cites: [`s${number + 1}`] })
      const cites = [{ startMs: line.startMs, endMs: line.endMs }]
      return claim ? [{ text: claim.text, cites, support: claim.missing.length === 0 ? 'verified' : 'weak' }] : []
    })
}
