import type { ResponseOf, Routes, VideoChannel } from '@recaps/contract'
import { cheapestPlanWith } from '@recaps/domain/plans'
import { useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { PlanLink } from '../../subscriptions/PlanLink.tsx'
import { ChannelAvatar } from '../../youtube/ChannelAvatar.tsx'
import type { Room } from './room.ts'
import { texts } from './texts.ts'

const words = texts.import

interface Props {
  found: readonly VideoChannel[]
  unknown: ResponseOf<Routes['schedules']['importChannels']>['unknown']
  chosen: readonly VideoChannel[]
  room: Room | null
  onAdd(channels: readonly VideoChannel[]): void
  onClose(): void
}

/** What a list held: the channels to tick, as many as the plan has room for, and the lines that say nothing. */
export function ImportedChannels({ found, unknown, chosen, room, onAdd, onClose }: Props) {
  const known = new Set(chosen.map(({ id }) => id))
  const fresh = found.filter(({ id }) => !known.has(id))
  const left = room?.left ?? fresh.length
  const [ticked, setTicked] = useState<ReadonlySet<string>>(() => new Set(fresh.slice(0, left).map(({ id }) => id)))
  const toggle = (id: string) =>
    setTicked(now => {
      const next = new Set(now)
      if (!next.delete(id)) next.add(id)
      return next
    })
  const isFull = ticked.size >= left
  const wanted = chosen.length + fresh.length
  const larger = fresh.length > left ? cheapestPlanWith(plan => plan.channelLimit >= wanted) : null
  return (
    <div className="imported">
      <div className="imported__head">
        <p className="imported__count" role="status">
          {found.length === 0 ? words.none : words.found(found.length)} {fresh.length > left && words.room(left)}{' '}
          {larger && <PlanLink planId={larger.id} />}
        </p>
        {fresh.length > 0 && left > 0 && (
          <span className="imported__all">
            <Button kind="quiet" isSmall onClick={() => setTicked(new Set(fresh.slice(0, left).map(({ id }) => id)))}>
              {fresh.length > left ? words.asMany(left) : words.all}
            </Button>
            <Button kind="quiet" isSmall disabled={ticked.size === 0} onClick={() => setTicked(new Set())}>
              {words.noneOf}
            </Button>
          </span>
        )}
      </div>
      {found.length > 0 && (
        <ul className="imported__list" aria-label={texts.results}>
          {found.map(channel => (
            <li key={channel.id}>
              <label className="imported__one">
                <input
                  type="checkbox"
                  checked={ticked.has(channel.id) || known.has(channel.id)}
                  disabled={known.has(channel.id) || (isFull && !ticked.has(channel.id))}
                  onChange={() => toggle(channel.id)}
                />
                <ChannelAvatar channel={channel} />
                <span className="imported__title clip-lines" dir="auto">
                  {channel.title}
                </span>
                {known.has(channel.id) && <span className="imported__known">{words.known}</span>}
              </label>
            </li>
          ))}
        </ul>
      )}
      {unknown.length > 0 && (
        <details className="imported__unknown">
          <summary>{words.unknown(unknown.length)}</summary>
          <ul>
            {unknown.map(({ text, reason }, at) => (
              // Two lines may read the same.
              // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
              <li key={at}>
                <code className="clip">{text}</code>
                <span>{reason}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
      <div className="import__ways">
        {ticked.size > 0 && (
          <Button kind="primary" isSmall onClick={() => onAdd(fresh.filter(({ id }) => ticked.has(id)))}>
            {words.take(ticked.size)}
          </Button>
        )}
        <Button kind="quiet" isSmall onClick={onClose}>
          {words.close}
        </Button>
      </div>
    </div>
  )
}
