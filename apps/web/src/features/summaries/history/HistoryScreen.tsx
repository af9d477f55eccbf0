import { lazy, Suspense, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { toProblem } from '../../../api/problem.ts'
import { Button } from '../../../ui/Button.tsx'
import { Regions } from '../../../ui/ErrorBoundary.tsx'
import { LoadFailed } from '../../../ui/LoadFailed.tsx'
import { NothingHere } from '../../../ui/NothingHere.tsx'
import { Page } from '../../../ui/Page.tsx'
import { allItems } from '../cache.ts'
import { isReadable } from '../progress.ts'
import { useSummaryList } from '../queries.ts'
import { FilterBar } from './FilterBar.tsx'
import { ListSkeleton } from './ListSkeleton.tsx'
import { parseFilter } from './model.ts'
import { Overview } from './Overview.tsx'
import { SummaryList } from './SummaryList.tsx'
import { texts } from './texts.ts'
import { useFocusAfterRemoval } from './useFocusAfterRemoval.ts'
import { useSelection } from './useSelection.ts'
import './history.css'

const PlayRunFromUrl = lazy(() => import('./PlayRunFromUrl.tsx'))
const InProgressSection = lazy(() => import('./InProgressSection.tsx'))
const BulkBar = lazy(() => import('./BulkBar.tsx'))

export default function HistoryScreen() {
  const [search] = useSearchParams()
  const filter = useMemo(() => parseFilter(search), [search])
  const list = useSummaryList(filter)
  const selection = useSelection()
  const isFiltered = Object.keys(filter).length > 0

  const items = useMemo(() => allItems(list.data), [list.data])
  // Placeholder data of the previous filter: if it is empty, this filter may still have results.
  const isLoading = list.isPending || (list.isPlaceholderData && items.length === 0)
  const onFocus = useFocusAfterRemoval(items, selection.isOn)
  // Only summaries of the first page that are in progress or failed go on top: later pages must not push the list down.
  const onTop = useMemo(() => {
    const newest = isFiltered ? [] : (list.data?.pages[0]?.data ?? [])
    return newest.filter(item => !item.deleted && !isReadable(item.state))
  }, [list.data, isFiltered])
  const rows = useMemo(() => {
    const ids = new Set(onTop.map(item => item.id))
    return items.filter(item => !ids.has(item.id))
  }, [items, onTop])

  const selectButton = rows.length > 0 && (
    <Button kind="quiet" aria-pressed={selection.isOn} onClick={selection.toggleMode}>
      {selection.isOn ? texts.selectDone : texts.select}
    </Button>
  )
  return (
    <Page title={texts.title} actions={selectButton}>
      {search.has('play') && (
        <Suspense>
          <PlayRunFromUrl />
        </Suspense>
      )}
      <Regions name="my summaries">
        {(items.length > 0 || isFiltered) && <FilterBar items={items} />}
        {onTop.length > 0 && (
          <Suspense>
            <InProgressSection items={onTop} onFocus={onFocus} />
          </Suspense>
        )}
        {!selection.isOn && <Overview items={items} list={list} filter={filter} />}
      </Regions>
      {isLoading && <ListSkeleton isFiltered={isFiltered} />}
      {list.isError && !list.data && (
        <LoadFailed texts={texts.failed} {...toProblem(list.error)} onRetry={list.refetch} />
      )}
      {list.data && items.length === 0 && !isLoading && <Nothing isFiltered={isFiltered} />}
      {rows.length > 0 && (
        <SummaryList
          items={rows}
          list={list}
          selection={selection}
          isStale={list.isPlaceholderData}
          onFocus={onFocus}
        />
      )}
      {selection.isOn && (
        <Suspense>
          <BulkBar items={rows} selection={selection} />
        </Suspense>
      )}
    </Page>
  )
}

const Nothing = ({ isFiltered }: { isFiltered: boolean }) =>
  isFiltered ? (
    <NothingHere icon="search" texts={texts.nothing} to="?" />
  ) : (
    <NothingHere icon="library" texts={texts.empty} to="/tabs/summarize" />
  )
