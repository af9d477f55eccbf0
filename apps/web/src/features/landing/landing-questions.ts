import { planById } from '@recaps/domain/plans'
import { thirdParties } from '@recaps/domain/third-parties'
import type { Installation } from '../help/installation.ts'
import { type Question, questionGroups } from '../help/questions.ts'

/** Optional features of a server. Named after the prefixes of `thirdParties` (packages/domain). */
export type OptionalFeature = 'model' | 'hearing' | 'payments'

/** A question with its answers for servers with and without a feature. The page contains both; CSS shows the right one. */
export interface LandingQuestion extends Pick<Question, 'id' | 'question'> {
  feature?: OptionalFeature
  /** `with` or `without` is null if the question is not asked on servers with, or without, the feature. */
  with: Question['answer'] | null
  without: Question['answer'] | null
}

const selection: readonly [id: string, feature?: OptionalFeature][] = [
  ['length'],
  ['language', 'model'],
  ['captions', 'hearing'],
  ['gone'],
  ['cancel', 'payments'],
  ['failed'],
  ['email'],
  ['right'],
]

/** The questions of the FAQ that the landing page shows. */
export const landingQuestions = (): LandingQuestion[] =>
  selection.map(([id, feature]) => {
    const found = { with: full.find(item => item.id === id), without: bare.find(item => item.id === id) }
    const either = found.with ?? found.without
    if (!either) throw new Error(`The FAQ has no question with id ${id}.`)
    return {
      id,
      question: either.question,
      ...(feature && { feature }),
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
