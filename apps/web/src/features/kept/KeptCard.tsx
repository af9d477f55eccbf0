import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { canKeep } from '../../device/can-keep.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { PartFailed } from '../../ui/PartFailed.tsx'
import { Bone, Skeleton } from '../../ui/Skeleton.tsx'
import { sizeOf } from '../../ui/size.ts'
import { useFocusBeside } from '../../ui/useFocusBeside.ts'
import { cardTexts } from './card-texts.ts'
import { type Pin, useKept, useUnkeep } from './queries.ts'
import './kept-card.css'

/** Settings card: the summaries saved on this device and the space they take. */
export function KeptCard() {
  const kept = useKept()
  if (!canKeep()) return null
  return (
    <Card title={cardTexts.title}>
      <p className="kept__lead">{cardTexts.lead}</p>
      {kept.isPending && (
        <Skeleton label={cardTexts.loading}>
          <Bone width="14rem" />
        </Skeleton>
      )}
      {kept.isError && !kept.data && (
        <PartFailed of={kept} retry={cardTexts.retry} tone="warning">
          {cardTexts.failed}
        </PartFailed>
      )}
      {kept.data && <Pins pins={kept.data} />}
    </Card>
  )
}

function Pins({ pins }: { pins: readonly Pin[] }) {
  const unkeep = useUnkeep()
  const noteFocus = useFocusBeside()
  const total = pins.reduce((sum, { bytes }) => sum + bytes, 0)
  return (
    <>
      {pins.length > 0 && (
        <ul className="kept__list" aria-label={cardTexts.title} onFocus={noteFocus}>
          {pins.map(({ id, bytes, summary: { videoInfo } }) => (
            <li className="kept__row" key={id}>
              <Link className="kept__title" to={`/history-detail/${id}`}>
                <bdi className="clip-lines">{videoInfo.title}</bdi>
              </Link>
              <span className="kept__size">{sizeOf(bytes)}</span>
              <Button
                kind="quiet"
                isSmall
                aria-label={cardTexts.removeOne(videoInfo.title)}
                onClick={() => unkeep([id])}
              >
                {cardTexts.remove}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <p className="kept__facts">
        {pins.length === 0 ? cardTexts.none : cardTexts.total(pins.length, sizeOf(total))}{' '}
        <FreeSpace usedBytes={total} />
      </p>
      {pins.length > 1 && (
        <Button kind="danger" onFocus={noteFocus} onClick={() => unkeep(pins.map(({ id }) => id))}>
          {cardTexts.removeAll}
        </Button>
      )}
    </>
  )
}

/** Free space on this device, measured again whenever a summary is saved or removed. */
function FreeSpace({ usedBytes }: { usedBytes: number }) {
  const { data: bytes } = useQuery({
    queryKey: ['kept', 'room', usedBytes],
    queryFn: async () => (await import('../../device/kept-sounds.ts')).freeBytes(),
    retry: false,
  })
  return typeof bytes === 'number' ? cardTexts.room(sizeOf(bytes)) : null
}
