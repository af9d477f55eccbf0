import { planById } from '@recaps/domain/plans'
import { thirdParties } from '@recaps/domain/third-parties'
import type { Installation } from '../help/installation.ts'
import { type Question, questionGroups } from '../help/questions.ts'

/** What an installation may have set up, as its third parties begin (packages/domain, `third-parties`). */
export type Task = 'model' | 'hearing' | 'payments'

/** A question whose answer depends on what is set up: the page holds both, and its style sheet shows the one that is true here. */
export interface Answered extends Pick<Question, 'id' | 'question'> {
  task?: Task
  /** Null where the question is only asked with, or only without, what it depends on. */
  with: Question['answer'] | null
  without: Question['answer'] | null
}

const chosen: readonly [id: string, task?: Task][] = [
  ['length'],
  ['language', 'model'],
  ['captions', 'hearing'],
  ['gone'],
  ['cancel', 'payments'],
  ['failed'],
  ['email'],
  ['right'],
]

/** From the questions of the FAQ, by their ids there. */
export const answers = (): Answered[] =>
  chosen.map(([id, task]) => {
    const found = { with: full.find(one => one.id === id), without: bare.find(one => one.id === id) }
    const asked = found.with ?? found.without
    if (!asked) throw new Error(`The FAQ has no question ${id}`)
    return {
      id,
      question: asked.question,
      ...(task && { task }),
      with: found.with?.answer ?? null,
      without: found.without?.answer ?? null,
    }
  })

const installation = (change: Partial<Installation>): Installation => ({
  productName: '%product-name%',
  supportEmail: '%support-email%',
  defaultPlan: planById('free'),
  parties: new Set(),
  isSold: false,
  isCounted: false,
  isDemo: false,
  ...change,
})
const questionsOf = (here: Installation): Question[] => questionGroups(here).flatMap(group => group.questions)
const bare = questionsOf(installation({}))
const full = questionsOf(installation({ parties: new Set(thirdParties), isSold: true }))
