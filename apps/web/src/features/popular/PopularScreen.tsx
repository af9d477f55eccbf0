import { type Timeframe, timeframes } from '@recaps/domain/popularity'
import { lazy, Suspense, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { toProblem } from '../../api/problem.ts'
import { Chip } from '../../ui/Chip.tsx'
import { Choice } from '../../ui/Choice.tsx'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { NothingHere } from '../../ui/NothingHere.tsx'
import { Page } from '../../ui/Page.tsx'
import { useFocusNextRow } from '../../ui/useFocusNextRow.ts'
import { allItems } from '../summaries/cache.ts'
import { isKnownHidden, parseTimeframe, withoutDuplicates } from './model.ts'
import { PopularList } from './PopularList.tsx'
import { PopularSkeleton } from './PopularSkeleton.tsx'
import { usePendingHiddenChannels } from './pending-hidden.ts'
import { usePopular } from './queries.ts'
import { ReadsLine } from './ReadsLine.tsx'
import { texts } from './texts.ts'
import './popular.css'

const HiddenHint = lazy(() => import('./hidden/HiddenHint.tsx'))

const choices = timeframes.map(value => ({ value, label: texts.timeframes[value] }))

export default function PopularScreen() {
  const [search, setSearch] = useSearchParams()
  const timeframe = parseTimeframe(search)
  const isHiding = isKnownHidden(search)
  const list = usePopular(timeframe, isHiding)
  const pendingHidden = usePendingHiddenChannels()
  const noteFocus = useFocusNextRow()
  const items = useMemo(
    () =>
      withoutDuplicates(allItems(list.data)).filter(
        ({ videoInfo }) => !pendingHidden.includes(videoInfo.channelId ?? ''),
      ),
    [list.data, pendingHidden],
  )
  // An empty placeholder belongs to the previous timeframe: show the skeleton instead of the empty state.
  const isLoading = list.isPending || (list.isPlaceholderData && items.length === 0)
  const show = (chosen: Timeframe, hides: boolean) =>
    setSearch({ timeframe: chosen, ...(hides && { hide: 'known' }) }, { replace: true })
  return (
    <Page title={texts.title}>
      <div className="popular">
        <Choice
          label={texts.timeframe}
          options={choices}
          value={timeframe}
          onChoose={chosen => show(chosen, isHiding)}
        />
        <p>
          <Chip isOn={isHiding} onToggle={() => show(timeframe, !isHiding)}>
            {texts.newToMe}
          </Chip>
        </p>
        {items.length > 0 && <ReadsLine />}
        {isLoading && <PopularSkeleton />}
        {list.isError && !list.data && (
          <LoadFailed texts={texts.failed} {...toProblem(list.error)} onRetry={list.refetch} />
        )}
        {list.data && items.length === 0 && !isLoading && (
          <>
            <EmptyList timeframe={timeframe} isHiding={isHiding} />
            <Suspense>
              <HiddenHint />
            </Suspense>
          </>
        )}
        {items.length > 0 && <PopularList items={items} list={list} onFocus={noteFocus} />}
      </div>
    </Page>
  )
}

function EmptyList({ timeframe, isHiding }: { timeframe: Timeframe; isHiding: boolean }) {
  if (isHiding) return <NothingHere icon="popular" texts={texts.allKnown} to={`?timeframe=${timeframe}`} />
  if (timeframe === 'all') return <NothingHere icon="popular" texts={texts.empty} to="/tabs/summarize" />
  return <NothingHere icon="popular" texts={texts.nothing(timeframe)} to="?timeframe=all" />
}
