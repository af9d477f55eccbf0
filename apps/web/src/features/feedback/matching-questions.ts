import type { Question } from '../help/questions.ts'

const maxResults = 2
/** One word of a question, or four words of its answer. */
const minScore = 2

/** The FAQ questions that share the most words with the text. Words of a question count more than words of its answer. */
export function findMatchingQuestions(questions: readonly Question[], written: string): Question[] {
  const stems = stemsIn(written)
  return questions
    .map(question => ({ question, score: scoreOf(question, stems) }))
    .filter(({ score }) => score >= minScore)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, maxResults)
    .map(({ question }) => question)
}

function scoreOf({ id, question, answer }: Question, stems: ReadonlySet<string>): number {
  const inQuestion = stemsIn(`${id} ${question}`)
  const inAnswer = stemsIn(JSON.stringify(answer))
  return [...stems].reduce((sum, stem) => sum + (inQuestion.has(stem) ? 2 : inAnswer.has(stem) ? 0.5 : 0), 0)
}

/** The first five letters of each word that isn't a stop word: `cancelling` and `cancelled` have the same stem. */
const stemsIn = (text: string): Set<string> =>
  new Set(
    (text.toLowerCase().match(/[a-z]{4,}/g) ?? []).filter(word => !stopWords.has(word)).map(word => word.slice(0, 5)),
  )

const stopWords = new Set(
  'about after again also been before could does dont from have here into just like made make more much please should some something summarized summary summaries than that their them then there they this video videos want what when where which will with would your'.split(
    ' ',
  ),
)
