import type { SummaryContent, SummarySection } from '@recaps/contract'
import { texts } from './texts.ts'

const maxExamples = 3
/** Longer titles make unnatural questions. */
const maxTitleLength = 80

/**
 * Suggested questions made of section titles, in video order. Prefers titles whose words appear most in their sections, because
 * answers are found by the words of the question.
 */
export function exampleQuestions({ sections }: SummaryContent): string[] {
  const best = sections
    .map(section => ({ section, share: titleWordShare(section) }))
    .filter(({ section, share }) => share !== null && section.title.length <= maxTitleLength)
    .toSorted((one, other) => other.share! - one.share!)
    .slice(0, maxExamples)
    .toSorted((one, other) => one.section.startMs - other.section.startMs)
  return [...new Set(best.map(({ section }) => texts.example(plain(section.title))))]
}

const plain = (title: string) => title.trim().replace(/[.?!…:]+$/, '')

/** Fraction of the title's words that appear in the section. Null for a title without meaningful words. */
function titleWordShare({ title, sentences }: SummarySection): number | null {
  const titleStems = new Set(stemsOf(title))
  const sectionStems = new Set(stemsOf(sentences.map(({ text }) => text).join(' ')))
  return titleStems.size === 0 ? null : [...titleStems].filter(stem => sectionStems.has(stem)).length / titleStems.size
}

const stopWords = new Set(
  `about and another any anything are did does for from had has have how into its not one out that the their there they
  this was were what when where which who why with you your`.split(/\s+/),
)

/** Words without stop words, truncated as a simple form of stemming. */
const stemsOf = (text: string): string[] =>
  (text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? [])
    .filter(word => !stopWords.has(word))
    .map(word => word.slice(0, word.length > 5 ? 5 : 4))
