import type { Schedule, SummaryItem } from '@recaps/contract'
import { Link } from 'react-router'
import { Icon } from '../../ui/Icon.tsx'
import { LengthChip } from '../../ui/LengthChip.tsx'
import { Thumbnail } from '../../ui/Thumbnail.tsx'
import { itemDurations } from '../summaries/history/model.ts'
import { texts as summaryTexts } from '../summaries/texts.ts'
import { spokenLanguage } from '../summaries/video-facts.ts'
import { videoTitle } from '../summaries/video-title.ts'
import { CardActions } from './CardActions.tsx'
import { texts } from './texts.ts'

export interface PopularCardProps {
  item: SummaryItem
  rank: number
  /** Null if the user has none; undefined while loading. */
  schedule: Schedule | null | undefined
  isOutOfReads: boolean
  onPlay(item: SummaryItem): void
  onEnqueue(items: readonly SummaryItem[]): void
}

/** A popular summary, marked as the user's own, opened, or locked when no community reads are left. */
export function PopularCard({ item, rank, schedule, isOutOfReads, onPlay, onEnqueue }: PopularCardProps) {
  const { channel, thumbnailUrl } = item.videoInfo
  const title = videoTitle(item.videoInfo)
  const { video, read } = itemDurations(item)
  const language = spokenLanguage(item.language)
  return (
    <article className="popular-card" aria-label={title}>
      <span className="popular-card__rank" aria-hidden="true">
        {rank}
      </span>
      <span className="popular-card__picture">
        <Thumbnail src={thumbnailUrl} />
        {read && <LengthChip>{read}</LengthChip>}
      </span>
      <div className="popular-card__words">
        <h2 className="popular-card__title">
          <Link className="popular-card__link clip-lines" to={`/history-detail/${item.id}`}>
            <span className="visually-hidden">{texts.rank(rank)} </span>
            <bdi>{title}</bdi>
          </Link>
        </h2>
        {item.headline && <p className="popular-card__headline clip-lines">{item.headline}</p>}
        <p className="popular-card__meta">
          <span className="popular-card__source">
            <span className="clip" dir="auto">
              {channel}
            </span>
            {video && (
              <span className="popular-card__facts">
                {' · '}
                {video}
                {read && <span className="becomes">{summaryTexts.becomes(read)}</span>}
              </span>
            )}
          </span>
          <span className="popular-card__fact">{texts.views(item.viewCount)}</span>
          {language !== null && <span className="popular-card__fact">{texts.spoken(language)}</span>}
        </p>
        <AccessStatus item={item} isOutOfReads={isOutOfReads} />
      </div>
      <CardActions item={item} schedule={schedule} onPlay={onPlay} onEnqueue={onEnqueue} />
    </article>
  )
}

function AccessStatus({ item: { access, unread }, isOutOfReads }: Pick<PopularCardProps, 'item' | 'isOutOfReads'>) {
  if (access === 'own') return <StatusLabel icon="check" text={texts.own} />
  if (!unread) return <StatusLabel icon="eye" text={texts.opened} />
  return isOutOfReads ? <StatusLabel icon="lock" text={texts.locked} /> : null
}

const StatusLabel = ({ icon, text }: { icon: 'check' | 'eye' | 'lock'; text: string }) => (
  <p className="popular-card__mark" data-icon={icon}>
    <Icon name={icon} />
    {text}
  </p>
)
