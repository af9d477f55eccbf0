import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { canSaveOffline } from '../../device/offline-support.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { formatBytes } from '../../ui/format-bytes.ts'
import { PartFailed } from '../../ui/PartFailed.tsx'
import { Bone, Skeleton } from '../../ui/Skeleton.tsx'
import { useFocusNextRow } from '../../ui/useFocusNextRow.ts'
import { cardTexts } from './card-texts.ts'
import { type OfflineSummary, useOfflineSummaries, useRemoveOffline } from './queries.ts'
import './offline-card.css'

/** Settings card: the summaries saved on this device and the space they take. */
export function OfflineCard() {
  const saved = useOfflineSummaries()
  if (!canSaveOffline()) return null
  return (
    <Card title={cardTexts.title}>
      <p className="offline-card__lead">{cardTexts.lead}</p>
      {saved.isPending && (
        <Skeleton label={cardTexts.loading}>
          <Bone width="14rem" />
        </Skeleton>
      )}
      {saved.isError && !saved.data && (
        <PartFailed query={saved} retry={cardTexts.retry} tone="warning">
          {cardTexts.failed}
        </PartFailed>
      )}
      {saved.data && <SavedSummaries summaries={saved.data} />}
    </Card>
  )
}

function SavedSummaries({ summaries }: { summaries: readonly OfflineSummary[] }) {
  const removeOffline = useRemoveOffline()
  const noteFocus = useFocusNextRow()
  const total = summaries.reduce((sum, { bytes }) => sum + bytes, 0)
  return (
    <>
      {summaries.length > 0 && (
        <ul className="offline-card__list" aria-label={cardTexts.title} onFocus={noteFocus}>
          {summaries.map(({ id, bytes, summary: { videoInfo } }) => (
            <li className="offline-card__row" key={id}>
              <Link className="offline-card__title" to={`/history-detail/${id}`}>
                <bdi className="clip-lines">{videoInfo.title}</bdi>
              </Link>
              <span className="offline-card__size">{formatBytes(bytes)}</span>
              <Button
                kind="quiet"
                isSmall
                aria-label={cardTexts.removeOne(videoInfo.title)}
                onClick={() => removeOffline([id])}
              >
                {cardTexts.remove}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <p className="offline-card__facts">
        {summaries.length === 0 ? cardTexts.none : cardTexts.total(summaries.length, formatBytes(total))}{' '}
        <FreeSpace usedBytes={total} />
      </p>
      {summaries.length > 1 && (
        <Button kind="danger" onFocus={noteFocus} onClick={() => removeOffline(summaries.map(({ id }) => id))}>
          {cardTexts.removeAll}
        </Button>
      )}
    </>
  )
}

/** Free space on this device, measured again whenever a summary is saved or removed. */
function FreeSpace({ usedBytes }: { usedBytes: number }) {
  const { data: bytes } = useQuery({
    queryKey: ['offline', 'free-space', usedBytes],
    queryFn: async () => (await import('../../device/offline-files.ts')).freeBytes(),
    retry: false,
  })
  return typeof bytes === 'number' ? cardTexts.available(formatBytes(bytes)) : null
}
