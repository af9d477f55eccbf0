import type { SummaryItem } from '@recaps/contract'
import type { FocusEventHandler, ReactNode } from 'react'
import { Link } from 'react-router'
import { problemOf, problemOfSummary } from '../../api/problem.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Thumbnail } from '../../ui/Thumbnail.tsx'
import { useToast } from '../../ui/Toast.tsx'
import { dayAndTime } from '../../ui/time.ts'
import { useDelete } from './deletion.ts'
import { NextAction } from './NextAction.tsx'
import { isInWork } from './progress.ts'
import { useCancel, useRetry } from './queries.ts'
import { StageTrack } from './StageTrack.tsx'
import { texts } from './texts.ts'
import { titleOf } from './title.ts'
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
export function WorkCard({ item, children, onRemoved, onFocus }: Props) {
  const { thumbnailUrl } = item.videoInfo
  const title = titleOf(item.videoInfo)
  return (
    <article className="work-card" aria-label={title} onFocus={onFocus}>
      <span className="work-card__picture">
        <Thumbnail src={thumbnailUrl} />
      </span>
      <p className="work-card__title clip-lines" dir="auto">
        <Link to={`/history-detail/${item.id}`}>{title}</Link>
      </p>
      {children ?? (isInWork(item.state) ? <Working item={item} /> : <Ended item={item} onRemoved={onRemoved} />)}
    </article>
  )
}

function Working({ item }: { item: SummaryItem }) {
  const cancel = useCancel()
  const report = useReport()
  const problem = problemOfSummary(item)
  return (
    <div className="work-card__state work-card__state--working">
      {item.state === 'deferred' ? (
        <p className="work-card__sentence">
          {problem?.sentence} {item.retryAt && texts.looksAgain(dayAndTime(item.retryAt))}
        </p>
      ) : (
        <StageTrack item={item} />
      )}
      <Button
        kind="quiet"
        isSmall
        isBusy={cancel.isPending}
        onClick={() => cancel.mutate(item.id, { onError: report })}
      >
        {texts.actions.cancel}
      </Button>
    </div>
  )
}

function Ended({ item, onRemoved }: Omit<Props, 'children' | 'onFocus'>) {
  const retry = useRetry()
  const remove = useDelete()
  const report = useReport()
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
            onRetry={() => retry.mutate(item.id, { onError: report })}
          />
        )}
      </div>
      <span className="work-card__corner">
        <IconButton icon="trash" label={texts.actions.remove} onClick={removeIt} />
      </span>
    </>
  )
}

function useReport() {
  const toast = useToast()
  return (error: unknown) => toast({ text: problemOf(error).sentence, tone: 'danger' })
}
