import type { ResponseOf, Routes, VideoChannel } from '@recaps/contract'
import { cheapestPlanWith } from '@recaps/domain/plans'
import { useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { PlanLink } from '../../subscriptions/PlanLink.tsx'
import { ChannelAvatar } from '../../youtube/ChannelAvatar.tsx'
import type { ChannelLimit } from './channel-limit.ts'
import { texts } from './texts.ts'

const importTexts = texts.import

interface Props {
  found: readonly VideoChannel[]
  unknown: ResponseOf<Routes['schedules']['importChannels']>['unknown']
  chosen: readonly VideoChannel[]
  channelLimit: ChannelLimit | null
  onAdd(channels: readonly VideoChannel[]): void
  onClose(): void
}

/** Channels found in a list, to select up to the limit of the plan, and the lines that were not recognized. */
export function ImportedChannels({ found, unknown, chosen, channelLimit, onAdd, onClose }: Props) {
  const chosenIds = new Set(chosen.map(({ id }) => id))
  const newChannels = found.filter(({ id }) => !chosenIds.has(id))
  const left = channelLimit?.left ?? newChannels.length
  const [selected, setSelected] = useState<ReadonlySet<string>>(
    () => new Set(newChannels.slice(0, left).map(({ id }) => id)),
  )
  const toggle = (id: string) =>
    setSelected(current => {
      const next = new Set(current)
      if (!next.delete(id)) next.add(id)
      return next
    })
  const isFull = selected.size >= left
  const total = chosen.length + newChannels.length
  const largerPlan = newChannels.length > left ? cheapestPlanWith(plan => plan.channelLimit >= total) : null
  return (
    <div className="imported">
      <div className="imported__head">
        <p className="imported__count" role="status">
          {found.length === 0 ? importTexts.none : importTexts.found(found.length)}{' '}
          {newChannels.length > left && importTexts.allowed(left)} {largerPlan && <PlanLink planId={largerPlan.id} />}
        </p>
        {newChannels.length > 0 && left > 0 && (
          <span className="imported__all">
            <Button
              kind="quiet"
              isSmall
              onClick={() => setSelected(new Set(newChannels.slice(0, left).map(({ id }) => id)))}
            >
              {newChannels.length > left ? importTexts.selectFirst(left) : importTexts.all}
            </Button>
            <Button kind="quiet" isSmall disabled={selected.size === 0} onClick={() => setSelected(new Set())}>
              {importTexts.selectNone}
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
                  checked={selected.has(channel.id) || chosenIds.has(channel.id)}
                  disabled={chosenIds.has(channel.id) || (isFull && !selected.has(channel.id))}
                  onChange={() => toggle(channel.id)}
                />
                <ChannelAvatar channel={channel} />
                <span className="imported__title clip-lines" dir="auto">
                  {channel.title}
                </span>
                {chosenIds.has(channel.id) && <span className="imported__known">{importTexts.alreadyAdded}</span>}
              </label>
            </li>
          ))}
        </ul>
      )}
      {unknown.length > 0 && (
        <details className="imported__unknown">
          <summary>{importTexts.unknown(unknown.length)}</summary>
          <ul>
            {unknown.map(({ text, reason }, at) => (
              // Two lines can be equal.
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
        {selected.size > 0 && (
          <Button kind="primary" isSmall onClick={() => onAdd(newChannels.filter(({ id }) => selected.has(id)))}>
            {importTexts.add(selected.size)}
          </Button>
        )}
        <Button kind="quiet" isSmall onClick={onClose}>
          {importTexts.close}
        </Button>
      </div>
    </div>
  )
}
