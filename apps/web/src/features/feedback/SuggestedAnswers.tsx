import { useInstallation } from '../help/installation.ts'
import { QuestionList } from '../help/QuestionList.tsx'
import { questionGroups } from '../help/questions.ts'
import { findMatchingQuestions } from './matching-questions.ts'
import { texts } from './texts.ts'

/** FAQ answers that match the message while it is being written. */
export default function SuggestedAnswers({ written }: { written: string }) {
  const questions = questionGroups(useInstallation()).flatMap(group => group.questions)
  const found = findMatchingQuestions(questions, written)
  if (found.length === 0) return null
  return (
    <section className="feedback__answers" aria-label={texts.suggestions}>
      <p className="feedback__lead">{texts.suggestions}</p>
      <QuestionList questions={found} />
    </section>
  )
}
