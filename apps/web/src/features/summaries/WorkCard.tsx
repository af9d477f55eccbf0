import type { SummaryItem } from '@recaps/contract'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { problemOf, problemOfSummary } from '../../api/problem.ts'
import { Button } from '../../ui/Button.tsx'
import { Thumbnail } from '../../ui/Thumbnail.tsx'
import { useToast } from '../../ui/Toast.tsx'
import { dayAndTime } from '../../ui/time.ts'
import { NextAction } from './NextAction.tsx'
import { isInWork, isReadable } from './progress.ts'
import { useCancel, useDelete, useRetry } from './queries.ts'
import { StageTrack } from './StageTrack.tsx'
import { texts } from './texts.ts'
import './work-card.css'

/** An entry in work, or one that failed: what is happening, or one sentence why not and one action. */
export function WorkCard({ item, children }: { item: SummaryItem; children?: ReactNode }) {
  const { title, channel, thumbnailUrl } = item.videoInfo
  return (
    <article className="work-card" aria-label={title}>
      <span className="work-card__picture">
        <Thumbnail src={thumbnailUrl} />
      </span>
      <div className="work-card__words">
        <p className="work-card__title clip-2">
          {isReadable(item.state) ? <Link to={`/history-detail/${item.id}`}>{title}</Link> : title}
        </p>
        {channel && <p className="work-card__channel clip">{channel}</p>}
      </div>
      <div className="work-card__state">{children ?? <State item={item} />}</div>
    </article>
  )
}

function State({ item }: { item: SummaryItem }) {
  const cancel = useCancel()
  const toast = useToast()
  const problem = problemOfSummary(item)
  if (!isInWork(item.state)) return <Ended item={item} />
  return (
    <>
      <div className="work-card__track">
        {item.state === 'deferred' ? (
          <p className="work-card__sentence">
            {problem?.sentence} {item.retryAt && texts.looksAgain(dayAndTime(item.retryAt))}
          </p>
        ) : (
          <StageTrack item={item} />
        )}
      </div>
      <Button
        kind="quiet"
        isSmall
        isBusy={cancel.isPending}
        onClick={() =>
          cancel.mutate(item.id, { onError: error => toast({ text: problemOf(error).sentence, tone: 'danger' }) })
        }
      >
        {texts.actions.cancel}
      </Button>
    </>
  )
}

function Ended({ item }: { item: SummaryItem }) {
  const retry = useRetry()
  const remove = useDelete()
  const toast = useToast()
  const problem = problemOfSummary(item)
  return (
    <>
      <p className="work-card__sentence work-card__track">{problem?.sentence ?? texts.cancelled}</p>
      <span className="work-card__actions">
        {problem && (
          <NextAction
            problem={problem}
            isBusy={retry.isPending}
            onRetry={() =>
              retry.mutate(item.id, { onError: error => toast({ text: problemOf(error).sentence, tone: 'danger' }) })
            }
          />
        )}
        <Button kind="quiet" isSmall onClick={() => remove.mutate([item])}>
          {texts.actions.remove}
        </Button>
      </span>
    </>
  )
}
