import { Icon } from '../../ui/Icon.tsx'
import { Blocks } from '../help/Blocks.tsx'
import type { Question } from '../help/questions.ts'
import { type LandingQuestion, landingQuestions } from './landing-questions.ts'
import { texts } from './texts.ts'

const faqTexts = texts.faq

export const Faq = () => (
  <section className="landing-section" id="faq" aria-labelledby="faq-title">
    <h2 className="landing-section__title" id="faq-title">
      {faqTexts.title}
    </h2>
    <div className="question-list">
      {landingQuestions().map(item => (
        <FaqItem key={item.id} {...item} />
      ))}
    </div>
    <p className="landing-section__more">
      <a href="/faq">{faqTexts.all}</a>
    </p>
  </section>
)

const FaqItem = ({ question, feature, ...answer }: LandingQuestion) => (
  <details
    className="question"
    data-with={answer.without ? undefined : feature}
    data-without={answer.with ? undefined : feature}
  >
    <summary className="question__summary">
      <span>{question}</span>
      <Icon name="chevron" />
    </summary>
    {answer.with && <Answer blocks={answer.with} data-with={feature} />}
    {feature && answer.without && <Answer blocks={answer.without} data-without={feature} />}
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
