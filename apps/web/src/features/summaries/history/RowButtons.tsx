import type { SummaryItem } from '@recaps/contract'
import { lazy, Suspense, useState } from 'react'
import { type Action, Actions } from '../../../ui/actions/Actions.tsx'
import { IconButton } from '../../../ui/Button.tsx'
import { texts as keptTexts } from '../../kept/texts.ts'
import { useIsPlaying } from '../../player/PlayerContext.tsx'
import { isReadable } from '../progress.ts'
import { texts as shared } from '../texts.ts'
import { titleOf } from '../title.ts'
import { canShare } from './can-share.ts'
import type { RowSheetKind } from './RowSheet.tsx'
import { texts } from './texts.ts'
import type { RowActions } from './useRowActions.ts'

const RowSheet = lazy(() => import('./RowSheet.tsx'))

/** Actions of a summary row: a play button, and a menu for the rest. */
export function RowButtons({ item, actions }: { item: SummaryItem; actions: RowActions }) {
  const title = titleOf(item.videoInfo)
  const isPlaying = useIsPlaying(item)
  const [sheet, setSheet] = useState<RowSheetKind | null>(null)
  const [isOpen, setOpen] = useState(false)
  const hasAudio = item.audio === 'ready'
  const isKept = actions.isKept(item)
  const open = (next: RowSheetKind) => () => {
    setSheet(next)
    setOpen(true)
  }
  const more: Action[] = [
    ...(hasAudio ? [{ label: texts.addToQueue, icon: 'queue' as const, onSelect: () => actions.enqueue([item]) }] : []),
    ...(canShare(item) ? [shareAction(item, open('share'))] : []),
    ...(isReadable(item.state) ? [{ label: shared.download, icon: 'file' as const, onSelect: open('download') }] : []),
    ...(isKept === null ? [] : [keepAction(item, actions, isKept)]),
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

const keepAction = (item: SummaryItem, { keep, unkeep }: RowActions, isKept: boolean): Action =>
  isKept
    ? { label: keptTexts.unkeep, icon: 'device', onSelect: () => unkeep(item) }
    : { label: keptTexts.keep, icon: 'download', onSelect: () => keep(item) }
