import type { Run, SummaryItem } from '@recaps/contract'
import { Link } from 'react-router'
import { toProblem } from '../../../api/problem.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { PartFailed } from '../../../ui/PartFailed.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { allItems } from '../cache.ts'
import { BoneRows } from '../history/ListSkeleton.tsx'
import { SummaryRow } from '../history/SummaryRow.tsx'
import { usePlayList } from '../history/usePlayList.ts'
import { useRowActions } from '../history/useRowActions.ts'
import { isReadable } from '../progress.ts'
import { useSummaryList } from '../queries.ts'
import { texts } from './texts.ts'
import '../history/history.css'
import './latest-run.css'

const maxRows = 3

/** The newest summaries of a schedule run, with a button that plays all of them. */
export default function LatestRunCard({ run: { id, summarised } }: { run: Run }) {
  const list = useSummaryList({ run: id })
  const items = allItems(list.data).filter(({ state }) => isReadable(state))
  return (
    <Card title={texts.title} action={items.some(({ audio }) => audio === 'ready') && <PlayAll run={id} />}>
      {list.isPending && (
        <Skeleton label={texts.loading}>
          <div className="latest-run__list">
            <BoneRows count={Math.min(maxRows, summarised)} />
          </div>
        </Skeleton>
      )}
      {list.isError && !list.data && (
        <PartFailed query={list} retry={texts.retry}>
          {texts.failed} {toProblem(list.error).sentence}
        </PartFailed>
      )}
      {list.data && items.length === 0 && <p className="latest-run__none">{texts.none}</p>}
      {items.length > 0 && <Rows items={items.slice(0, maxRows)} />}
      <Link className="latest-run__all" to="/tabs/history?show=schedule">
        {texts.all}
      </Link>
    </Card>
  )
}

function PlayAll({ run }: { run: number }) {
  const { isPending, mutate } = usePlayList({ run }, { nothing: texts.noAudio, failed: texts.notRead })
  return (
    <Button kind="quiet" isSmall icon="headphones" isBusy={isPending} onClick={() => mutate()}>
      {texts.playAll}
    </Button>
  )
}

function Rows({ items }: { items: readonly SummaryItem[] }) {
  const actions = useRowActions()
  return (
    <ul className="latest-run__list" aria-label={texts.title}>
      {items.map(item => (
        <li key={item.id}>
          <SummaryRow item={item} actions={actions} isSelecting={false} isSelected={false} onSelect={ignore} />
        </li>
      ))}
    </ul>
  )
}

const ignore = () => {}
