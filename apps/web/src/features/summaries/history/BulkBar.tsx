import type { SummaryItem } from '@recaps/contract'
import { lazy, Suspense, useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { texts as shared } from '../texts.ts'
import { canShare } from './can-share.ts'
import { texts } from './texts.ts'
import { useRowActions } from './useRowActions.ts'
import type { Selection } from './useSelection.ts'

const ShareManySheet = lazy(() => import('../sharing/ShareManySheet.tsx'))

/** What can be done with the ticked ones; it lies above the player while selecting. */
export default function BulkBar({ items, selection }: { items: readonly SummaryItem[]; selection: Selection }) {
  const actions = useRowActions()
  const chosen = items.filter(item => selection.ids.has(item.id))
  const isNone = chosen.length === 0
  const sharable = chosen.filter(canShare)
  const [isSharing, setSharing] = useState(false)
  const [wasSharing, setShared] = useState(false)
  const share = () => {
    setShared(true)
    setSharing(true)
  }
  const act = (action: (chosen: readonly SummaryItem[]) => void) => () => {
    action(chosen)
    selection.end()
  }
  return (
    <section className="bulk-bar" aria-label={texts.selected(chosen.length)}>
      <p className="bulk-bar__count" role="status">
        {texts.selected(chosen.length)}
      </p>
      <Button kind="quiet" isSmall onClick={() => selection.set(items.map(item => item.id))}>
        {texts.selectAll}
      </Button>
      <span className="bulk-bar__actions">
        <Button kind="quiet" isSmall icon="queue" disabled={isNone} onClick={act(actions.enqueue)}>
          {texts.addToQueue}
        </Button>
        <Button
          kind="quiet"
          isSmall
          icon="check"
          disabled={isNone}
          onClick={act(list => actions.setUnread(list, false))}
        >
          {texts.markRead}
        </Button>
        <Button kind="quiet" isSmall icon="upload" disabled={sharable.length === 0} onClick={share}>
          {shared.share}
        </Button>
        <Button kind="danger" isSmall icon="trash" disabled={isNone} onClick={act(actions.remove)}>
          {texts.remove}
        </Button>
      </span>
      {/* Mounted from then on: what was made there can be taken back as long as they are ticked. */}
      {wasSharing && (
        <Suspense>
          <ShareManySheet
            items={sharable}
            leftOut={chosen.length - sharable.length}
            isOpen={isSharing}
            onClose={() => setSharing(false)}
          />
        </Suspense>
      )}
    </section>
  )
}
