import type { SummaryItem } from '@recaps/contract'
import { memo } from 'react'
import { Link } from 'react-router'
import { formatAge } from '../../../ui/age.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { LengthChip } from '../../../ui/LengthChip.tsx'
import { Thumbnail } from '../../../ui/Thumbnail.tsx'
import { useSwipe } from '../../../ui/useSwipe.ts'
import { isReadable } from '../progress.ts'
import { texts as shared } from '../texts.ts'
import { videoTitle } from '../video-title.ts'
import { itemDurations, listenedFraction } from './model.ts'
import { RowButtons } from './RowButtons.tsx'
import { texts } from './texts.ts'
import type { RowActions } from './useRowActions.ts'

interface Props {
  item: SummaryItem
  actions: RowActions
  isSelecting: boolean
  isSelected: boolean
  onSelect(id: number): void
}

/** A summary in the list. Uses few elements, because lists have thousands of rows. */
export const SummaryRow = memo(function SummaryRow({ item, actions, isSelecting, isSelected, onSelect }: Props) {
  const { channel, thumbnailUrl } = item.videoInfo
  const title = videoTitle(item.videoInfo)
  const swipe = useSwipe({
    isOn: !isSelecting,
    onLeft: () => actions.remove([item]),
    onRight: () => actions.setUnread([item], !item.unread),
  })
  const fraction = listenedFraction(item)
  return (
    <div
      className="swipe-row summary-row"
      data-unread={item.unread ? '' : undefined}
      data-left={texts.remove}
      data-right={item.unread ? texts.markRead : texts.markUnread}
      {...swipe}
    >
      <span className="summary-row__picture">
        <Thumbnail src={thumbnailUrl} />
        {item.readMinutes !== null && <LengthChip>{shared.minutes(item.readMinutes)}</LengthChip>}
      </span>
      <div className="summary-row__words">
        {isSelecting ? (
          <label className="summary-row__title clip-lines">
            <input
              type="checkbox"
              className="summary-row__checkbox"
              checked={isSelected}
              aria-label={texts.selectOne(title)}
              onChange={() => onSelect(item.id)}
            />
            <bdi>{title}</bdi>
          </label>
        ) : (
          <Link className="summary-row__title clip-lines" to={`/history-detail/${item.id}`}>
            {item.unread && <span className="visually-hidden">{texts.isUnread} </span>}
            <bdi>{title}</bdi>
          </Link>
        )}
        <p className="summary-row__meta">
          <span className="clip" dir="auto">
            {channel || shared.uploaded}
          </span>
          <Facts item={item} />
        </p>
        {fraction !== null && (
          <progress className="summary-row__heard" aria-label={texts.listenProgress} max={1} value={fraction} />
        )}
      </div>
      {isSelecting ? (
        <span className="summary-row__tick" data-on={isSelected ? '' : undefined}>
          <Icon name="check" />
        </span>
      ) : (
        <RowButtons item={item} actions={actions} />
      )}
    </div>
  )
})

/** `· 2 h 05 → 6 min · 4 min listen · 3 days ago`, or why there is no text. */
function Facts({ item }: { item: SummaryItem }) {
  const { video, read, heard } = isReadable(item.state)
    ? itemDurations(item)
    : { video: item.error, read: null, heard: null }
  return (
    <span className="summary-row__facts">
      <span className="summary-row__dot"> · </span>
      {video ?? read}
      {video && read && <span className="summary-row__becomes">{shared.becomes(read)}</span>}
      {heard && <span className="summary-row__aloud">{texts.listenTime(heard)}</span>}
      {(video ?? read) && ' · '}
      {formatAge(item.createdAt)}
    </span>
  )
}
