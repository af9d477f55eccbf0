import type { SummaryItem } from '@recaps/contract'
import { type FocusEventHandler, type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { toSummaryProblem } from '../../api/problem.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Thumbnail } from '../../ui/Thumbnail.tsx'
import { NextAction } from './NextAction.tsx'
import { isInProgress } from './progress.ts'
import { useCancel, useRetry } from './queries.ts'
import { StageTrack } from './StageTrack.tsx'
import { texts } from './texts.ts'
import { useDelete } from './useDelete.ts'
import { videoTitle } from './video-title.ts'
import { WaitingReason } from './WaitingReason.tsx'
import './work-card.css'

interface Props {
  item: SummaryItem
  /** Replaces the progress or failure. */
  children?: ReactNode
  /** Called after removal, by pages that show only this card. */
  onRemoved?: (() => void) | undefined
  onFocus?: FocusEventHandler
}

/** A summary in progress or failed: shows the progress, or the reason for the failure and the next action. */
export default function WorkCard({ item, children, onRemoved, onFocus }: Props) {
  const { thumbnailUrl } = item.videoInfo
  const title = videoTitle(item.videoInfo)
  const { card, onStateRequested } = useFocusAfterStateChange(isInProgress(item.state))
  return (
    <article className="work-card" aria-label={title} onFocus={onFocus} ref={card} tabIndex={-1}>
      <span className="work-card__picture">
        <Thumbnail src={thumbnailUrl} />
      </span>
      <p className="work-card__title clip-lines" dir="auto">
        <Link to={`/history-detail/${item.id}`}>{title}</Link>
      </p>
      {children ??
        (isInProgress(item.state) ? (
          <Working item={item} onStateRequested={onStateRequested} />
        ) : (
          <Ended item={item} onStateRequested={onStateRequested} onRemoved={onRemoved} />
        ))}
    </article>
  )
}

/** Focuses the card when a state change removes the button that was pressed, so that keyboard users keep their place. */
function useFocusAfterStateChange(isWorking: boolean) {
  const card = useRef<HTMLElement>(null)
  const wasWorking = useRef<boolean>(null)
  useEffect(() => {
    if (wasWorking.current === null || wasWorking.current === isWorking) return
    wasWorking.current = null
    if (document.activeElement === document.body) card.current?.focus({ preventScroll: true })
  }, [isWorking])
  const onStateRequested = () => {
    wasWorking.current = isWorking
  }
  return { card, onStateRequested }
}

interface StateProps {
  item: SummaryItem
  /** Called when the user presses Cancel or Try again. */
  onStateRequested(): void
}

function Working({ item, onStateRequested }: StateProps) {
  const cancel = useCancel()
  return (
    <div className="work-card__state work-card__state--working">
      {item.state === 'deferred' ? <WaitingReason item={item} /> : <StageTrack item={item} />}
      <Button
        kind="quiet"
        isSmall
        isBusy={cancel.isPending}
        onClick={() => {
          onStateRequested()
          cancel.mutate(item.id)
        }}
      >
        {item.refundable ? texts.actions.cancel : texts.actions.cancelCounted}
      </Button>
    </div>
  )
}

function Ended({ item, onStateRequested, onRemoved }: StateProps & Pick<Props, 'onRemoved'>) {
  const retry = useRetry()
  const remove = useDelete()
  const problem = toSummaryProblem(item)
  const handleRemove = () => {
    remove.mutate([item])
    onRemoved?.()
  }
  return (
    <>
      <div className="work-card__state">
        <p className="work-card__sentence">{problem?.sentence ?? texts.cancelled}</p>
        {problem && (
          <NextAction
            problem={problem}
            isBusy={retry.isPending}
            onRetry={() => {
              onStateRequested()
              retry.mutate(item.id)
            }}
          />
        )}
      </div>
      <span className="work-card__corner">
        <IconButton icon="trash" label={texts.actions.remove} onClick={handleRemove} />
      </span>
    </>
  )
}
