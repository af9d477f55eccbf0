import { Link } from 'react-router'
import { useInstallation } from './installation.ts'
import { QuestionList } from './QuestionList.tsx'
import { questionGroups } from './questions.ts'
import { TextPage } from './TextPage.tsx'
import { texts } from './texts.ts'

const faqTexts = texts.faq

export default function FaqScreen() {
  const groups = questionGroups(useInstallation())
  return (
    <TextPage
      title={faqTexts.title}
      backTo="/support"
      lead={
        <>
          {faqTexts.lead} <Link to="/feedback">{faqTexts.write}</Link>
        </>
      }
    >
      {groups.map(({ id, title, questions }) => (
        <section className="questions" key={id} aria-labelledby={id}>
          <h2 className="questions__title" id={id} tabIndex={-1}>
            {title}
          </h2>
          <QuestionList questions={questions} />
        </section>
      ))}
    </TextPage>
  )
}
