import { chooseBest, chooseEvenly, createTitle } from './choose.ts'
import type { Line, Prompt } from './prompt.ts'
import { extractContentWords, extractCounts, extractNumbers, formatSentence, isEnglish, shorten } from './words.ts'

/** Translates into English, for tests with a dictionary. */
export type Translate = (text: string) => string

/** Answers a task by rule, with words of the prompt. Undefined for tasks without a rule. */
export function answerByRule(prompt: Prompt, translate: Translate = text => text): object | undefined {
  const lines = prompt.points.length > 0 ? prompt.points : prompt.segments
  const isInputEnglish = isEnglish(lines.map(({ text }) => text))
  const toEnglish = (line: Line): Line => {
    const text = isInputEnglish ? line.text : translate(line.text)
    return { ...line, text: prompt.limits.words ? shorten(text, prompt.limits.words) : text }
  }
  switch (prompt.task) {
    case 'chunk':
      return chunk(prompt, toEnglish)
    case 'merge':
      return merge(prompt, lines.map(toEnglish))
    case 'final':
      return summary(prompt, lines.map(toEnglish), prompt.limits.sentences ?? 40)
    case 'single':
      return summary(prompt, lines.map(toEnglish), atMostHalf(lines, prompt.limits.sentences ?? 40))
    case 'judge':
      return {
        verdicts: prompt.claims.map(claim => ({ id: claim.id, supported: isSupported(claim, prompt.segments) })),
      }
    case 'answer':
      return answer(prompt, lines.map(toEnglish))
    default:
      return undefined
  }
}

/** Sentences spread over the whole transcript, as plain text of about the requested number of words. Segment marks are optional. */
export function summarizeAsProse({ transcript, limits }: Prompt): string {
  const sentences = transcript.split(/(?<=[.!?])\s+|\n/).flatMap(text => {
    const words = text.trim().split(/\s+/)
    return Array.from({ length: Math.ceil(words.length / 40) }, (_, i) => words.slice(i * 40, (i + 1) * 40).join(' '))
  })
  const wordCount = sentences.join(' ').split(' ').length
  const share = Math.min(1, (limits.words ?? 200) / wordCount)
  let due = 0
  return sentences
    .filter(() => {
      due += share
      if (due < 1) return false
      due -= 1
      return true
    })
    .join(' ')
}

function chunk({ segments, limits, focus }: Prompt, toEnglish: (line: Line) => Line): object {
  const points = chooseEvenly(segments, atMostHalf(segments, limits.points ?? 12), focus).map(toEnglish)
  return {
    title: createTitle(points.map(({ text }) => text)),
    points: points.map(toSentence),
    // Quotes are verbatim, in the original language.
    quotes: chooseBest(segments, limits.quotes ?? 2).map(({ text, id }) => ({ text, cite: id })),
  }
}

function merge({ limits, focus }: Prompt, points: Line[]): object {
  const selected = chooseEvenly(points, limits.points ?? Math.ceil(points.length / 2), focus)
  return { title: createTitle(selected.map(({ text }) => text)), points: selected.map(toSentence) }
}

function summary({ limits, focus }: Prompt, lines: Line[], count: number): object {
  const sentences = chooseEvenly(lines, count, focus)
  const sectionCount = Math.min(limits.sections ?? 8, Math.ceil(sentences.length / 6))
  const usedStems = new Set<string>()
  return {
    headline: createTitle(sentences.map(({ text }) => text)),
    keyPoints: chooseEvenly(sentences, limits['key points'] ?? 3, focus).map(toSentence),
    sections: Array.from({ length: sectionCount }, (_, index) => {
      const [from, to] = [index, index + 1].map(edge => Math.floor((edge * sentences.length) / sectionCount))
      const sectionSentences = sentences.slice(from, to)
      return {
        title: createTitle(
          sectionSentences.map(({ text }) => text),
          usedStems,
        ),
        sentences: sectionSentences.map(toSentence),
      }
    }),
  }
}

/** True if 60% of the content words and all numbers occur in the cited segments or within two segments of them. */
function isSupported(claim: Line, evidence: Line[]): boolean {
  const cited = claim.cites.map(numberOf)
  const nearby = evidence.filter(({ id }) => cited.some(number => Math.abs(number - numberOf(id)) <= 2))
  const words = new Set(nearby.flatMap(({ text }) => [...extractContentWords(text), ...extractCounts(text)]))
  const claimWords = extractContentWords(claim.text)
  const isInEvidence = (word: string) => words.has(word)
  return (
    extractNumbers(claim.text).every(isInEvidence) && claimWords.filter(isInEvidence).length >= 0.6 * claimWords.length
  )
}

function answer({ question, limits }: Prompt, lines: Line[]): object {
  const questionWords = new Set(extractContentWords(question))
  const needed = Math.min(2, questionWords.size)
  const shared = new Map(
    lines.map(line => [line, new Set(extractContentWords(line.text).filter(word => questionWords.has(word))).size]),
  )
  const matching = lines
    .filter(line => needed > 0 && shared.get(line)! >= needed)
    .toSorted((a, b) => shared.get(b)! - shared.get(a)!)
    .slice(0, limits.sentences ?? 3)
  return { found: matching.length > 0, sentences: lines.filter(line => matching.includes(line)).map(toSentence) }
}

const toSentence = ({ text, cites }: Line) => ({ text: formatSentence(text), cites })

/** A summary must be shorter than its source, even if the source is short. */
const atMostHalf = (lines: readonly Line[], limit: number): number =>
  Math.min(limit, Math.max(3, Math.ceil(lines.length / 2)))

const numberOf = (id: string): number => Number(id.slice(1))
