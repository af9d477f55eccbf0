import { chooseBest, chooseEvenly, titleOf } from './choose.ts'
import type { Line, Prompt } from './prompt.ts'
import { contentWordsOf, countsOf, isEnglish, numbersOf, sentenceOf, shortened } from './words.ts'

/** Into English, for tests that bring a dictionary. */
export type Translate = (text: string) => string

/** What the model answers, taken from the words of the prompt itself. Undefined for a task it has no rule for. */
export function answerTo(prompt: Prompt, translate: Translate = text => text): object | undefined {
  const told = prompt.points.length > 0 ? prompt.points : prompt.segments
  const english = isEnglish(told.map(({ text }) => text))
  const inEnglish = (line: Line): Line => {
    const text = english ? line.text : translate(line.text)
    return { ...line, text: prompt.limits.words ? shortened(text, prompt.limits.words) : text }
  }
  switch (prompt.task) {
    case 'chunk':
      return chunk(prompt, inEnglish)
    case 'merge':
      return merge(prompt, told.map(inEnglish))
    case 'final':
      return summary(prompt, told.map(inEnglish), prompt.limits.sentences ?? 40)
    case 'single':
      return summary(prompt, told.map(inEnglish), atMostHalf(told, prompt.limits.sentences ?? 40))
    case 'judge':
      return {
        verdicts: prompt.claims.map(claim => ({ id: claim.id, supported: isSupported(claim, prompt.segments) })),
      }
    case 'answer':
      return answer(prompt, told.map(inEnglish))
    default:
      return undefined
  }
}

/** Sentences from the beginning to the end of what stands in the transcript, marked or not, as plain text of the length that is asked for. */
export function proseOf({ transcript, limits }: Prompt): string {
  const sentences = transcript.split(/(?<=[.!?])\s+|\n/).flatMap(text => {
    const words = text.trim().split(/\s+/)
    return Array.from({ length: Math.ceil(words.length / 40) }, (_, i) => words.slice(i * 40, (i + 1) * 40).join(' '))
  })
  const spoken = sentences.join(' ').split(' ').length
  const share = Math.min(1, (limits.words ?? 200) / spoken)
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

function chunk({ segments, limits, focus }: Prompt, inEnglish: (line: Line) => Line): object {
  const points = chooseEvenly(segments, atMostHalf(segments, limits.points ?? 12), focus).map(inEnglish)
  return {
    title: titleOf(points.map(({ text }) => text)),
    points: points.map(told),
    // Word for word, in the language that was spoken.
    quotes: chooseBest(segments, limits.quotes ?? 2).map(({ text, id }) => ({ text, cite: id })),
  }
}

function merge({ limits, focus }: Prompt, points: Line[]): object {
  const kept = chooseEvenly(points, limits.points ?? Math.ceil(points.length / 2), focus)
  return { title: titleOf(kept.map(({ text }) => text)), points: kept.map(told) }
}

function summary({ limits, focus }: Prompt, lines: Line[], count: number): object {
  const sentences = chooseEvenly(lines, count, focus)
  const sectionCount = Math.min(limits.sections ?? 8, Math.ceil(sentences.length / 6))
  const taken = new Set<string>()
  return {
    headline: titleOf(sentences.map(({ text }) => text)),
    keyPoints: chooseEvenly(sentences, limits['key points'] ?? 3, focus).map(told),
    sections: Array.from({ length: sectionCount }, (_, index) => {
      const [from, to] = [index, index + 1].map(edge => Math.floor((edge * sentences.length) / sectionCount))
      const own = sentences.slice(from, to)
      return {
        title: titleOf(
          own.map(({ text }) => text),
          taken,
        ),
        sentences: own.map(told),
      }
    }),
  }
}

/** Six in ten of the words, and every number, stand in what is cited or two segments beside it. */
function isSupported(claim: Line, evidence: Line[]): boolean {
  const cited = claim.cites.map(numberOf)
  const near = evidence.filter(({ id }) => cited.some(number => Math.abs(number - numberOf(id)) <= 2))
  const words = new Set(near.flatMap(({ text }) => [...contentWordsOf(text), ...countsOf(text)]))
  const wanted = contentWordsOf(claim.text)
  const isThere = (word: string) => words.has(word)
  return numbersOf(claim.text).every(isThere) && wanted.filter(isThere).length >= 0.6 * wanted.length
}

function answer({ question, limits }: Prompt, lines: Line[]): object {
  const asked = new Set(contentWordsOf(question))
  const needed = Math.min(2, asked.size)
  const shared = new Map(
    lines.map(line => [line, new Set(contentWordsOf(line.text).filter(word => asked.has(word))).size]),
  )
  const fitting = lines
    .filter(line => needed > 0 && shared.get(line)! >= needed)
    .toSorted((a, b) => shared.get(b)! - shared.get(a)!)
    .slice(0, limits.sentences ?? 3)
  return { found: fitting.length > 0, sentences: lines.filter(line => fitting.includes(line)).map(told) }
}

const told = ({ text, cites }: Line) => ({ text: sentenceOf(text), cites })

/** A summary of six sentences is not their repetition. */
const atMostHalf = (lines: readonly Line[], limit: number): number =>
  Math.min(limit, Math.max(3, Math.ceil(lines.length / 2)))

const numberOf = (id: string): number => Number(id.slice(1))
