import { Icon } from '../../ui/Icon.tsx'
import { Blocks } from './Blocks.tsx'
import type { Question } from './questions.ts'
import './question-list.css'

/** Questions that expand to show their answers. Each can be linked to by its id. */
export const QuestionList = ({ questions }: { questions: readonly Question[] }) => (
  <div className="question-list">
    {questions.map(({ id, question, answer }) => (
      <details className="question" id={id} key={id}>
        <summary className="question__summary">
          <span>{question}</span>
          <Icon name="chevron" />
        </summary>
        <div className="question__answer">
          <Blocks blocks={answer} />
        </div>
      </details>
    ))}
  </div>
)
