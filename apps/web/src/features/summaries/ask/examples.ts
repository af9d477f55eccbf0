import type { SummaryContent, SummarySection } from '@recaps/contract'
import { texts } from './texts.ts'

const most = 3
/** A longer title makes a question that nobody would ask. */
const longestTitle = 80

/**
 * Questions to begin with, made of the titles of this summary, in the order of the video: those whose words its sections say
 * most of, because an answer is found by the words of the question.
 */
export function exampleQuestions({ sections }: SummaryContent): string[] {
  const best = sections
    .map(section => ({ section, share: shareSaid(section) }))
    .filter(({ section, share }) => share !== null && section.title.length <= longestTitle)
    .toSorted((one, other) => other.share! - one.share!)
    .slice(0, most)
    .toSorted((one, other) => one.section.startMs - other.section.startMs)
  return [...new Set(best.map(({ section }) => texts.example(plain(section.title))))]
}

const plain = (title: string) => title.trim().replace(/[.?!…:]+$/, '')

/** Part of the words of its title that a section says; null for a title that nothing can be found by. */
function shareSaid({ title, sentences }: SummarySection): number | null {
  const asked = new Set(stemsOf(title))
  const said = new Set(stemsOf(sentences.map(({ text }) => text).join(' ')))
  return asked.size === 0 ? null : [...asked].filter(stem => said.has(stem)).length / asked.size
}

const saysLittle = new Set(
  `about and another any anything are did does for from had has have how into its not one out that the their there they
  this was were what when where which who why with you your`.split(/\s+/),
)

/** Words that mean something, cut where their endings may begin. */
const stemsOf = (text: string): string[] =>
  (text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? [])
    .filter(word => !saysLittle.has(word))
    .map(word => word.slice(0, word.length > 5 ? 5 : 4))
