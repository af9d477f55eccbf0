import type { SummaryItem } from '@recaps/contract'
import { lazy, Suspense, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useClient } from '../../../api/ConnectionContext.tsx'
import { toProblem } from '../../../api/problem.ts'
import { Button } from '../../../ui/Button.tsx'
import { useToast } from '../../../ui/Toast.tsx'
import { useIsUnmounted } from '../../../ui/useIsUnmounted.ts'
import { allItems } from '../cache.ts'
import { fetchAllPages, useSummaryList } from '../queries.ts'
import { texts as shared } from '../texts.ts'
import { canShare } from './can-share.ts'
import { parseFilter } from './model.ts'
import { texts } from './texts.ts'
import { useRowActions } from './useRowActions.ts'
import type { Selection } from './useSelection.ts'

const ShareManySheet = lazy(() => import('../sharing/ShareManySheet.tsx'))

/** Bulk actions for the selected summaries. Placed above the player in selection mode. */
export default function BulkBar({ items, selection }: { items: readonly SummaryItem[]; selection: Selection }) {
  const actions = useRowActions()
  const { others, isFetching, selectAll } = useSelectAll(items, selection)
  const chosen = [...items, ...others].filter(item => selection.ids.has(item.id))
  const isEmpty = chosen.length === 0
  const sharable = chosen.filter(canShare)
  const [isSharing, setSharing] = useState(false)
  const [hasOpenedSharing, setOpenedSharing] = useState(false)
  const share = () => {
    setOpenedSharing(true)
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
      <Button kind="quiet" isSmall isBusy={isFetching} onClick={() => void selectAll()}>
        {texts.selectAll}
      </Button>
      <span className="bulk-bar__actions">
        <Button kind="quiet" isSmall icon="queue" disabled={isEmpty} onClick={act(actions.enqueue)}>
          {texts.addToQueue}
        </Button>
        <Button
          kind="quiet"
          isSmall
          icon="check"
          disabled={isEmpty}
          onClick={act(list => actions.setUnread(list, false))}
        >
          {texts.markRead}
        </Button>
        <Button kind="quiet" isSmall icon="upload" disabled={sharable.length === 0} onClick={share}>
          {shared.share}
        </Button>
        <Button kind="danger" isSmall icon="trash" disabled={isEmpty} onClick={act(actions.remove)}>
          {texts.remove}
        </Button>
      </span>
      {/* Stays mounted once opened: new links can be undone while the summaries are selected. */}
      {hasOpenedSharing && (
        <Suspense>
          <ShareManySheet
            items={sharable}
            skippedCount={chosen.length - sharable.length}
            isOpen={isSharing}
            onClose={() => setSharing(false)}
          />
        </Suspense>
      )}
    </section>
  )
}

/** Selects all summaries that match the filter, including pages not loaded yet, but not the cards above the list. */
function useSelectAll(items: readonly SummaryItem[], selection: Selection) {
  const client = useClient()
  const [search] = useSearchParams()
  const filter = parseFilter(search)
  const { data, hasNextPage } = useSummaryList(filter)
  const toast = useToast()
  const isUnmounted = useIsUnmounted()
  const [fetched, setFetched] = useState<{ search: string; items: readonly SummaryItem[] } | null>(null)
  const [isFetching, setFetching] = useState(false)
  const loadedIds = new Set(allItems(data).map(({ id }) => id))
  // Fetched for another filter: they are not in the current list.
  const others = fetched?.search === String(search) ? fetched.items.filter(({ id }) => !loadedIds.has(id)) : []
  const selectAll = async () => {
    const shown = items.map(({ id }) => id)
    if (!hasNextPage) return selection.set(shown)
    setFetching(true)
    try {
      const rest = (await fetchAllPages(client, filter)).filter(({ id, deleted }) => !deleted && !loadedIds.has(id))
      if (isUnmounted()) return
      setFetched({ search: String(search), items: rest })
      selection.set([...shown, ...rest.map(({ id }) => id)])
    } catch (error) {
      toast({ text: toProblem(error).sentence, tone: 'danger' })
    } finally {
      setFetching(false)
    }
  }
  return { others, isFetching, selectAll }
}
