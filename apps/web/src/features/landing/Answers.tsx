import { Icon } from '../../ui/Icon.tsx'
import { Blocks } from '../help/Blocks.tsx'
import type { Question } from '../help/questions.ts'
import { type Answered, answers } from './answers.ts'
import { texts } from './texts.ts'

const faqTexts = texts.faq

export const Answers = () => (
  <section className="landing-section" id="faq" aria-labelledby="faq-title">
    <h2 className="landing-section__title" id="faq-title">
      {faqTexts.title}
    </h2>
    <div className="question-list">
      {answers().map(item => (
        <FaqItem key={item.id} {...item} />
      ))}
    </div>
    <p className="landing-section__more">
      <a href="/faq">{faqTexts.all}</a>
    </p>
  </section>
)

const FaqItem = ({ question, task, ...answer }: Answered) => (
  <details
    className="question"
    data-with={answer.without ? undefined : task}
    data-without={answer.with ? undefined : task}
  >
    <summary className="question__summary">
      <span>{question}</span>
      <Icon name="chevron" />
    </summary>
    {answer.with && <Answer blocks={answer.with} data-with={task} />}
    {task && answer.without && <Answer blocks={answer.without} data-without={task} />}
  </details>
)

const Answer = ({
  blocks,
  ...shown
}: {
  blocks: Question['answer']
  'data-with'?: string
  'data-without'?: string
}) => (
  <div className="question__answer" {...shown}>
    <Blocks blocks={blocks} />
  </div>
)
