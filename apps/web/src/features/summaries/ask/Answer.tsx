import { toClock } from '@recaps/domain/duration'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Bone } from '../../../ui/Skeleton.tsx'
import { LimitPlanLink } from '../../subscriptions/PlanLink.tsx'
import { type SentenceActions, SentenceText } from '../detail/SentenceText.tsx'
import { texts as detail } from '../detail/texts.ts'
import { modelName } from '../engine.ts'
import type { Ending, Exchange } from './conversation.ts'
import { texts } from './texts.ts'

interface Props {
  exchange: Exchange
  actions: SentenceActions
  /** Absent if a later question was asked. */
  onRetry: (() => void) | undefined
}

/** The sentences of an answer as they arrive, then how it ended. */
export function Answer({ exchange: { sentences, ending }, actions, onRetry }: Props) {
  return (
    <div className="answer">
      {sentences.length > 0 && (
        <ul className="answer__sentences">
          {sentences.map((sentence, at) => {
            const atMs = sentence.cites[0]?.startMs
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: sentences are only appended, and their texts may repeat
              <li key={at}>
                <SentenceText sentence={sentence} section={0} index={at} actions={actions} word={null} />
                {!actions.openAt && atMs !== undefined && <span className="time-chip">{toClock(atMs)}</span>}
              </li>
            )
          })}
        </ul>
      )}
      {!ending && <NextSentence isFirst={sentences.length === 0} />}
      {ending && <Ended ending={ending} onRetry={onRetry} />}
      {ending?.kind === 'answered' && sentences.some(({ support }) => support === 'weak') && (
        <p className="answer__note">{detail.weakMeaning}</p>
      )}
    </div>
  )
}

/** Placeholder for the next sentence. */
const NextSentence = ({ isFirst }: { isFirst: boolean }) => (
  <div className="answer__coming">
    {isFirst && <p className="answer__note">{texts.waiting}</p>}
    <span aria-hidden="true">
      <Bone width={isFirst ? '88%' : '40%'} />
    </span>
  </div>
)

function Ended({ ending, onRetry }: { ending: Ending; onRetry: (() => void) | undefined }) {
  switch (ending.kind) {
    case 'answered': {
      const model = modelName(ending.engine)
      return <p className="answer__note">{model ? texts.byModel(model) : texts.byBuiltIn}</p>
    }
    case 'not_said':
      return (
        <>
          <p>{texts.notSaid}</p>
          <p className="answer__note">{texts.otherWords}</p>
        </>
      )
    case 'stopped':
      return <p className="answer__note">{texts.stopped}</p>
    case 'failed': {
      const { next, sentence, code } = ending.problem
      const retry = onRetry && (next === 'retry' || next === 'wait') && (
        <Button isSmall icon="retry" onClick={onRetry}>
          {texts.retry}
        </Button>
      )
      return (
        <Banner tone="danger" action={next === 'upgrade' ? <LimitPlanLink code={code} /> : retry}>
          {sentence}
        </Banner>
      )
    }
  }
}
