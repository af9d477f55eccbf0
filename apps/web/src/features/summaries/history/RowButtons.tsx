import type { SummaryItem } from '@recaps/contract'
import { lazy, Suspense, useState } from 'react'
import { type Action, Actions } from '../../../ui/actions/Actions.tsx'
import { IconButton } from '../../../ui/Button.tsx'
import { texts as offlineTexts } from '../../offline/texts.ts'
import { useIsPlaying } from '../../player/PlayerContext.tsx'
import { isReadable } from '../progress.ts'
import { texts as shared } from '../texts.ts'
import { videoTitle } from '../video-title.ts'
import { canShare } from './can-share.ts'
import type { RowSheetKind } from './RowSheet.tsx'
import { texts } from './texts.ts'
import type { RowActions } from './useRowActions.ts'

const RowSheet = lazy(() => import('./RowSheet.tsx'))

/** Actions of a summary row: a play button, and a menu for the rest. */
export function RowButtons({ item, actions }: { item: SummaryItem; actions: RowActions }) {
  const title = videoTitle(item.videoInfo)
  const isPlaying = useIsPlaying(item)
  const [sheet, setSheet] = useState<RowSheetKind | null>(null)
  const [isOpen, setOpen] = useState(false)
  const hasAudio = item.audio === 'ready'
  const isOffline = actions.isOffline(item)
  const open = (next: RowSheetKind) => () => {
    setSheet(next)
    setOpen(true)
  }
  const more: Action[] = [
    ...(hasAudio ? [{ label: texts.addToQueue, icon: 'queue' as const, onSelect: () => actions.enqueue([item]) }] : []),
    ...(canShare(item) ? [shareAction(item, open('share'))] : []),
    ...(isReadable(item.state) ? [{ label: shared.download, icon: 'file' as const, onSelect: open('download') }] : []),
    ...(isOffline === null ? [] : [offlineAction(item, actions, isOffline)]),
    {
      label: item.unread ? texts.markRead : texts.markUnread,
      icon: 'check',
      onSelect: () => actions.setUnread([item], !item.unread),
    },
    { label: texts.remove, icon: 'trash', isDanger: true, onSelect: () => actions.remove([item]) },
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
      {sheet && (
        <Suspense>
          <RowSheet kind={sheet} item={item} isOpen={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

const shareAction = (item: SummaryItem, onSelect: () => void): Action =>
  item.shared ? { label: shared.shared, icon: 'link', onSelect } : { label: shared.share, icon: 'upload', onSelect }

const offlineAction = (item: SummaryItem, { keepOffline, removeOffline }: RowActions, isOffline: boolean): Action =>
  isOffline
    ? { label: offlineTexts.remove, icon: 'device', onSelect: () => removeOffline(item) }
    : { label: offlineTexts.save, icon: 'download', onSelect: () => keepOffline(item) }
