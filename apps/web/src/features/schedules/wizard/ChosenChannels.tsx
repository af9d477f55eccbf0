import type { VideoChannel } from '@recaps/contract'
import { useState } from 'react'
import { IconButton } from '../../../ui/Button.tsx'
import { PlanLink } from '../../subscriptions/PlanLink.tsx'
import { ChannelAvatar } from '../../youtube/ChannelAvatar.tsx'
import type { Room } from './room.ts'
import { texts } from './texts.ts'

/** As many stand in view before the others unfold. */
const shownAtFirst = 12

interface Props {
  channels: readonly VideoChannel[]
  room: Room | null
  onRemove(id: string): void
}

/** What is chosen so far, newest first, and how much room the plan leaves. */
export function ChosenChannels({ channels, room, onRemove }: Props) {
  const [isUnfolded, setUnfolded] = useState(false)
  const newest = channels.toReversed()
  const shown = isUnfolded ? newest : newest.slice(0, shownAtFirst)
  return (
    <section className="chosen" aria-labelledby="chosen">
      <header className="chosen__head">
        <h2 className="wizard__heading" id="chosen">
          {texts.chosen}
        </h2>
        {room && (
          <p className="chosen__count" role="status">
            {texts.ofLimit(channels.length, room.limit)}
          </p>
        )}
      </header>
      {channels.length === 0 && <p className="wizard__hint">{texts.noneChosen}</p>}
      {channels.length > 0 && (
        <ul className="chosen__list" data-unfolded={isUnfolded ? '' : undefined} aria-label={texts.chosen}>
          {shown.map(channel => (
            <li key={channel.id} className="chosen__one">
              <ChannelAvatar channel={channel} />
              <span className="clip" dir="auto">
                {channel.title}
              </span>
              <IconButton icon="close" label={texts.removeOne(channel.title)} onClick={() => onRemove(channel.id)} />
            </li>
          ))}
        </ul>
      )}
      {shown.length < channels.length && (
        <button type="button" className="text-button" onClick={() => setUnfolded(true)}>
          {texts.showAllChosen(channels.length)}
        </button>
      )}
      {room?.left === 0 && (
        <p className="chosen__full">
          {texts.full(room.limit)}{' '}
          {room.larger && (
            <>
              {texts.lifts(room.larger.title, room.larger.channelLimit)} <PlanLink planId={room.larger.id} />
            </>
          )}
        </p>
      )}
    </section>
  )
}
