import type { SummaryItem } from '@recaps/contract'
import { lazy, Suspense, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useClient } from '../../../api/ConnectionContext.tsx'
import { problemOf } from '../../../api/problem.ts'
import { Button } from '../../../ui/Button.tsx'
import { useToast } from '../../../ui/Toast.tsx'
import { useIsLeft } from '../../../ui/useIsLeft.ts'
import { allItems } from '../cache.ts'
import { readAll, useSummaryList } from '../queries.ts'
import { texts as shared } from '../texts.ts'
import { canShare } from './can-share.ts'
import { filterOf } from './model.ts'
import { texts } from './texts.ts'
import { useRowActions } from './useRowActions.ts'
import type { Selection } from './useSelection.ts'

const ShareManySheet = lazy(() => import('../sharing/ShareManySheet.tsx'))

/** What can be done with the ticked ones; it lies above the player while selecting. */
export default function BulkBar({ items, selection }: { items: readonly SummaryItem[]; selection: Selection }) {
  const actions = useRowActions()
  const { others, isReading, selectAll } = useSelectAll(items, selection)
  const chosen = [...items, ...others].filter(item => selection.ids.has(item.id))
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
      <Button kind="quiet" isSmall isBusy={isReading} onClick={() => void selectAll()}>
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

/** All that the filter leaves, also what has not been scrolled to; what stands on top of the list is not of it. */
function useSelectAll(items: readonly SummaryItem[], selection: Selection) {
  const client = useClient()
  const [search] = useSearchParams()
  const filter = filterOf(search)
  const { data, hasNextPage } = useSummaryList(filter)
  const toast = useToast()
  const isLeft = useIsLeft()
  const [read, setRead] = useState<{ of: string; all: readonly SummaryItem[] } | null>(null)
  const [isReading, setReading] = useState(false)
  const here = new Set(allItems(data).map(({ id }) => id))
  // Under another filter they are not among what is seen.
  const others = read?.of === String(search) ? read.all.filter(({ id }) => !here.has(id)) : []
  const selectAll = async () => {
    const shown = items.map(({ id }) => id)
    if (!hasNextPage) return selection.set(shown)
    setReading(true)
    try {
      const all = (await readAll(client, filter)).filter(({ id, deleted }) => !deleted && !here.has(id))
      if (isLeft()) return
      setRead({ of: String(search), all })
      selection.set([...shown, ...all.map(({ id }) => id)])
    } catch (error) {
      toast({ text: problemOf(error).sentence, tone: 'danger' })
    } finally {
      setReading(false)
    }
  }
  return { others, isReading, selectAll }
}
