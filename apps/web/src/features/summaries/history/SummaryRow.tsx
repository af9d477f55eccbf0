import type { SummaryItem } from '@recaps/contract'
import { memo } from 'react'
import { Link } from 'react-router'
import { Actions } from '../../../ui/actions/Actions.tsx'
import { IconButton } from '../../../ui/Button.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { LengthChip } from '../../../ui/LengthChip.tsx'
import { Thumbnail } from '../../../ui/Thumbnail.tsx'
import { usePlayerState } from '../../player/PlayerContext.tsx'
import { isReadable } from '../progress.ts'
import { texts as shared } from '../texts.ts'
import { titleOf } from '../title.ts'
import { heardFraction, lengths } from './model.ts'
import { texts } from './texts.ts'
import type { RowActions } from './useRowActions.ts'
import { useSwipe } from './useSwipe.ts'

interface Props {
  item: SummaryItem
  actions: RowActions
  isSelecting: boolean
  isSelected: boolean
  onSelect(id: number): void
}

/** One summary: few elements, because a thousand of them scroll past. */
export const SummaryRow = memo(function SummaryRow({ item, actions, isSelecting, isSelected, onSelect }: Props) {
  const { channel, thumbnailUrl } = item.videoInfo
  const title = titleOf(item.videoInfo)
  const swipe = useSwipe({
    isOn: !isSelecting,
    onLeft: () => actions.remove([item]),
    onRight: () => actions.setUnread([item], !item.unread),
  })
  const fraction = heardFraction(item)
  return (
    <div
      className="summary-row"
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
          <progress className="summary-row__heard" aria-label={texts.heard} max={1} value={fraction} />
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

/** `· 2 h 05 → 6 min`, or why there is nothing to read. */
function Facts({ item }: { item: SummaryItem }) {
  const { video, read } = isReadable(item.state) ? lengths(item) : { video: item.error, read: null }
  if (!video && !read) return null
  return (
    <span className="summary-row__facts">
      {' · '}
      {video ?? read}
      {video && read && <span className="summary-row__becomes">{shared.becomes(read)}</span>}
    </span>
  )
}

function RowButtons({ item, actions }: { item: SummaryItem; actions: RowActions }) {
  const title = titleOf(item.videoInfo)
  const isPlaying = usePlayerState(state => state.isPlaying && state.queue[0]?.id === item.id)
  const hasAudio = item.audio === 'ready'
  const more = [
    ...(hasAudio ? [{ label: texts.addToQueue, icon: 'queue' as const, onSelect: () => actions.enqueue([item]) }] : []),
    {
      label: item.unread ? texts.markRead : texts.markUnread,
      icon: 'check' as const,
      onSelect: () => actions.setUnread([item], !item.unread),
    },
    { label: texts.remove, icon: 'trash' as const, isDanger: true, onSelect: () => actions.remove([item]) },
  ]
  return (
    <>
      {hasAudio && (
        <IconButton
          icon={isPlaying ? 'pause' : 'play'}
          label={isPlaying ? texts.pause(title) : texts.play(title)}
          isRound
          onClick={() => actions.play(item)}
        />
      )}
      <Actions
        title={title}
        actions={more}
        trigger={props => <IconButton icon="more" label={texts.more(title)} {...props} />}
      />
    </>
  )
}
