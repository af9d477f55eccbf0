import { lazy, Suspense } from 'react'
import { Link, useLocation } from 'react-router'
import { useSession } from '../../api/ConnectionContext.tsx'
import { Card } from '../../ui/Card.tsx'
import { useProfile } from '../auth/profile.ts'
import { Blocks } from './Blocks.tsx'
import { mailtoLink } from './blocks.ts'
import { useInstallation } from './installation.ts'
import { QuestionList } from './QuestionList.tsx'
import { questionGroups } from './questions.ts'
import { TextPage } from './TextPage.tsx'
import { texts } from './texts.ts'
import './support.css'

const supportTexts = texts.support

const YoutubeGuide = lazy(() => import('./YoutubeGuide.tsx'))

function AdminGuide() {
  const { data: user } = useProfile()
  const isLinkTarget = useLocation().hash === '#youtube'
  if (!user?.isAdmin) return null
  return (
    <details className="support__guide" id="youtube" open={isLinkTarget}>
      <summary>{supportTexts.youtube}</summary>
      <Suspense>
        <YoutubeGuide />
      </Suspense>
    </details>
  )
}

export default function SupportScreen() {
  const here = useInstallation()
  const isSignedIn = useSession().kind === 'signed_in'
  const { write, quick, creators, safety } = supportTexts
  const all = questionGroups(here).flatMap(({ questions }) => questions)
  const quickQuestions = supportTexts.quickQuestions.flatMap(id => all.find(question => question.id === id) ?? [])
  return (
    <TextPage title={supportTexts.title} lead={supportTexts.lead}>
      <div className="support">
        <Card title={write.title}>
          <Blocks blocks={[write.text, write.answered]} />
          <div className="support__ways">
            <Link className="button button--primary" to="/feedback" state={useLocation().state}>
              {write.form}
            </Link>
            {here.supportEmail && (
              <a className="button button--secondary" href={`mailto:${here.supportEmail}`}>
                {write.mail(here.supportEmail)}
              </a>
            )}
          </div>
        </Card>
        <section className="questions" aria-labelledby="quick">
          <h2 className="questions__title" id="quick">
            {quick.title}
          </h2>
          <QuestionList questions={quickQuestions} />
          <Link className="support__all" to="/faq">
            {quick.all}
          </Link>
        </section>
        <div id="creators">
          <Card title={creators.title}>
            <Blocks blocks={[creators.text]} />
            <Link className="button button--secondary support__act" to="/feedback" state={{ draft: creators.draft }}>
              {creators.action}
            </Link>
          </Card>
        </div>
        <Card title={safety.title}>
          <Blocks
            blocks={[safety.text(here.supportEmail ? mailtoLink(here.supportEmail) : '[contact form](/feedback)')]}
          />
        </Card>
        {isSignedIn && <AdminGuide />}
        {/* Visitors have both links in the footer. */}
        {isSignedIn && <Blocks blocks={[supportTexts.legalLinks]} />}
      </div>
    </TextPage>
  )
}
