import type { ChannelPreview, VideoChannel } from '@recaps/contract'
import { useState } from 'react'
import { IconButton } from '../../../ui/Button.tsx'
import { useFocusBeside } from '../../../ui/useFocusBeside.ts'
import { PlanLink } from '../../subscriptions/PlanLink.tsx'
import { ChannelAvatar } from '../../youtube/ChannelAvatar.tsx'
import { useChannelPreviews } from '../queries.ts'
import { NewestVideo } from './NewestVideos.tsx'
import type { Room } from './room.ts'
import { texts } from './texts.ts'
import { rateInWords } from './upload-rate.ts'

/** Channels shown before "Show all" is pressed. */
const initialCount = 12

interface Props {
  channels: readonly VideoChannel[]
  room: Room | null
  onRemove(id: string): void
}

/** The chosen channels, last added first, and how many the plan allows. */
export function ChosenChannels({ channels, room, onRemove }: Props) {
  const [isExpanded, setExpanded] = useState(false)
  const noteFocus = useFocusBeside()
  const newest = channels.toReversed()
  const shown = isExpanded ? newest : newest.slice(0, initialCount)
  const previews = useChannelPreviews(
    shown.map(({ id }) => id),
    true,
  )
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
        <ul
          className="chosen__list"
          data-unfolded={isExpanded ? '' : undefined}
          aria-label={texts.chosen}
          onFocus={noteFocus}
        >
          {shown.map(channel => (
            <li key={channel.id} className="chosen__one">
              <ChannelAvatar channel={channel} />
              <span className="chosen__words">
                <span className="clip" dir="auto">
                  {channel.title}
                </span>
                <ChosenFacts preview={previews.data?.get(channel.id)} />
              </span>
              <IconButton icon="close" label={texts.removeOne(channel.title)} onClick={() => onRemove(channel.id)} />
            </li>
          ))}
        </ul>
      )}
      {shown.length < channels.length && (
        <button type="button" className="text-button" onClick={() => setExpanded(true)}>
          {texts.showAllChosen(channels.length)}
        </button>
      )}
      {room?.left === 0 && (
        <p className="chosen__full">
          {texts.full(room.limit)}{' '}
          {room.larger && (
            <PlanLink planId={room.larger.id} lifts={texts.lifts(room.larger.title, room.larger.channelLimit)} />
          )}
        </p>
      )}
    </section>
  )
}

/** Upload rate and newest video of a channel, if known. */
function ChosenFacts({ preview }: { preview: ChannelPreview | undefined }) {
  const rate = rateInWords(preview?.videosPerWeek)
  const [video] = preview?.newest ?? []
  return (
    <>
      {rate && <span className="chosen__fact clip">{rate}</span>}
      {video && (
        <span className="chosen__fact clip">
          <NewestVideo video={video} />
        </span>
      )}
    </>
  )
}
