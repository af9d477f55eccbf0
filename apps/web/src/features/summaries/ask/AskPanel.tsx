import type { Summary, SummaryContent } from '@recaps/contract'
import { aiInteractionSentence } from '@recaps/domain/quota'
import { useEffect, useMemo, useRef, useState } from 'react'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Bone, Skeleton } from '../../../ui/Skeleton.tsx'
import { LimitPlanLink } from '../../subscriptions/PlanLink.tsx'
import { useEntitlement } from '../../subscriptions/queries.ts'
import type { SentenceActions } from '../detail/SentenceText.tsx'
import { Answer } from './Answer.tsx'
import { exampleQuestions } from './examples.ts'
import { QuestionBox } from './QuestionBox.tsx'
import { texts } from './texts.ts'
import { useConversation } from './useConversation.ts'
import { useNewestInView } from './useNewestInView.ts'
import './ask.css'

interface Props {
  summary: Summary
  content: SummaryContent
  openAt: SentenceActions['openAt']
  /** False while another tab is shown. The conversation is kept. */
  isShown: boolean
}

/** Questions to the video. Users whose plan lacks this see which plan has it. */
export default function AskPanel(props: Props) {
  const entitlement = useEntitlement()
  if (entitlement.isPending) {
    return (
      <Skeleton label={texts.loading}>
        <Bone height="4rem" />
      </Skeleton>
    )
  }
  // If the plan could not be loaded, the server decides.
  if (entitlement.data && !entitlement.data.activePlan.aiInteraction) return <NotInPlan isShown={props.isShown} />
  return <Conversation {...props} />
}

function NotInPlan({ isShown }: { isShown: boolean }) {
  const frame = useRef<HTMLDivElement>(null)
  useNewestInView(frame, { isShown })
  return (
    <div ref={frame}>
      <EmptyState icon="support" title={texts.notInPlan} action={<LimitPlanLink code="plan_required" />}>
        {aiInteractionSentence()}
      </EmptyState>
    </div>
  )
}

function Conversation({ summary, content, openAt, isShown }: Props) {
  const { exchanges, isAnswering, ask, stop } = useConversation(summary.id)
  const [text, setText] = useState('')
  const newest = useRef<HTMLElement>(null)
  const examples = useMemo(() => exampleQuestions(content), [content])
  const actions = useMemo(() => ({ openAt }), [openAt])
  const last = exchanges.at(-1)
  const length = (last?.sentences.length ?? 0) + (last?.ending ? 1 : 0)
  useNewestInView(newest, { key: last?.key ?? 0, length, isShown })

  // The pressed button may be gone: move the focus to the question.
  useEffect(() => {
    if (last?.key && document.activeElement === document.body) {
      newest.current?.querySelector('h3')?.focus({ preventScroll: true })
    }
  }, [last?.key])

  const send = async (question: string) => {
    setText(current => (current.trim() === question ? '' : current))
    const ending = await ask(question)
    const isAnswered = ending?.kind === 'answered' || ending?.kind === 'not_said'
    if (!isAnswered) setText(current => current || question)
  }

  return (
    <div className="ask">
      {exchanges.length === 0 && (
        <section className="ask__start" ref={newest} aria-label={texts.intro}>
          <p className="ask__about">{texts.about}</p>
          {examples.length > 0 && (
            <ul className="ask__examples" aria-label={texts.examples}>
              {examples.map(question => (
                <li key={question}>
                  <button type="button" className="ask__example" onClick={() => void send(question)}>
                    {question}
                  </button>
                </li>
              ))}
            </ul>
          )}
        </section>
      )}
      <div className="ask__log" role="log" aria-label={texts.log}>
        {exchanges.map(exchange => (
          <article className="exchange" key={exchange.key} ref={exchange === last ? newest : null}>
            <h3 className="exchange__question" tabIndex={-1} dir="auto">
              <span className="visually-hidden">{texts.asked} </span>
              {exchange.question}
            </h3>
            <Answer
              exchange={exchange}
              actions={actions}
              onRetry={exchange === last ? () => void send(exchange.question) : undefined}
            />
          </article>
        ))}
      </div>
      <div className="ask__foot">
        <QuestionBox
          text={text}
          onText={setText}
          isAnswering={isAnswering}
          onAsk={question => void send(question)}
          onStop={stop}
        />
      </div>
    </div>
  )
}
