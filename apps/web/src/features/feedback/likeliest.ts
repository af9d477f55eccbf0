import type { Question } from '../help/questions.ts'

const shownAtMost = 2
/** One word in common is chance. */
const leastInCommon = 2

/** The questions that have most words in common with what is written; the words of the question itself count twice. */
export function likeliest(questions: readonly Question[], written: string): Question[] {
  const asked = stemsIn(written)
  return questions
    .map(question => ({ question, score: scoreOf(question, asked) }))
    .filter(({ score }) => score >= leastInCommon)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, shownAtMost)
    .map(({ question }) => question)
}

function scoreOf({ id, question, answer }: Question, asked: ReadonlySet<string>): number {
  const own = stemsIn(`${id} ${question}`)
  const others = stemsIn(JSON.stringify(answer))
  return [...asked].reduce((sum, stem) => sum + (own.has(stem) ? 2 : others.has(stem) ? 0.5 : 0), 0)
}

/** The beginnings of the words that say something: `cancelling` and `cancelled` begin alike. */
const stemsIn = (text: string): Set<string> =>
  new Set(
    (text.toLowerCase().match(/[a-z]{4,}/g) ?? []).filter(word => !saysLittle.has(word)).map(word => word.slice(0, 5)),
  )

const saysLittle = new Set(
  'about after again also been before could does dont from have here into just like made make more much please should some something summarized summary summaries than that their them then there they this video videos want what when where which will with would your'.split(
    ' ',
  ),
)
