import type { SummaryItem } from '@recaps/contract'
import { type FocusEventHandler, type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { problemOfSummary } from '../../api/problem.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Thumbnail } from '../../ui/Thumbnail.tsx'
import { useDelete } from './deletion.ts'
import { NextAction } from './NextAction.tsx'
import { isInWork } from './progress.ts'
import { useCancel, useRetry } from './queries.ts'
import { StageTrack } from './StageTrack.tsx'
import { texts } from './texts.ts'
import { titleOf } from './title.ts'
import { Waiting } from './Waiting.tsx'
import './work-card.css'

interface Props {
  item: SummaryItem
  /** In place of the state. */
  children?: ReactNode
  /** For a page that shows nothing else. */
  onRemoved?: (() => void) | undefined
  onFocus?: FocusEventHandler
}

/** An entry in work, or one that failed: what is happening, or one sentence why not and one action. */
export default function WorkCard({ item, children, onRemoved, onFocus }: Props) {
  const { thumbnailUrl } = item.videoInfo
  const title = titleOf(item.videoInfo)
  const { card, onAsked } = useFocusAfter(isInWork(item.state))
  return (
    <article className="work-card" aria-label={title} onFocus={onFocus} ref={card} tabIndex={-1}>
      <span className="work-card__picture">
        <Thumbnail src={thumbnailUrl} />
      </span>
      <p className="work-card__title clip-lines" dir="auto">
        <Link to={`/history-detail/${item.id}`}>{title}</Link>
      </p>
      {children ??
        (isInWork(item.state) ? (
          <Working item={item} onAsked={onAsked} />
        ) : (
          <Ended item={item} onAsked={onAsked} onRemoved={onRemoved} />
        ))}
    </article>
  )
}

/** The button that was pressed is gone with the state it belonged to: whoever uses the keyboard goes on from the card. */
function useFocusAfter(isWorking: boolean) {
  const card = useRef<HTMLElement>(null)
  const askedWhile = useRef<boolean>(null)
  useEffect(() => {
    if (askedWhile.current === null || askedWhile.current === isWorking) return
    askedWhile.current = null
    if (document.activeElement === document.body) card.current?.focus({ preventScroll: true })
  }, [isWorking])
  const onAsked = () => {
    askedWhile.current = isWorking
  }
  return { card, onAsked }
}

interface StateProps {
  item: SummaryItem
  /** Called when its owner wants another state. */
  onAsked(): void
}

function Working({ item, onAsked }: StateProps) {
  const cancel = useCancel()
  return (
    <div className="work-card__state work-card__state--working">
      {item.state === 'deferred' ? <Waiting item={item} /> : <StageTrack item={item} />}
      <Button
        kind="quiet"
        isSmall
        isBusy={cancel.isPending}
        onClick={() => {
          onAsked()
          cancel.mutate(item.id)
        }}
      >
        {item.refundable ? texts.actions.cancel : texts.actions.cancelCounted}
      </Button>
    </div>
  )
}

function Ended({ item, onAsked, onRemoved }: StateProps & Pick<Props, 'onRemoved'>) {
  const retry = useRetry()
  const remove = useDelete()
  const problem = problemOfSummary(item)
  const removeIt = () => {
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
              onAsked()
              retry.mutate(item.id)
            }}
          />
        )}
      </div>
      <span className="work-card__corner">
        <IconButton icon="trash" label={texts.actions.remove} onClick={removeIt} />
      </span>
    </>
  )
}
