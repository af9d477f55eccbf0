import type { ChannelPreview, VideoChannel } from '@recaps/contract'
import { useState } from 'react'
import { IconButton } from '../../../ui/Button.tsx'
import { useFocusNextRow } from '../../../ui/useFocusNextRow.ts'
import { PlanLink } from '../../subscriptions/PlanLink.tsx'
import { ChannelAvatar } from '../../youtube/ChannelAvatar.tsx'
import { useChannelPreviews } from '../queries.ts'
import type { ChannelLimit } from './channel-limit.ts'
import { NewestVideo } from './NewestVideos.tsx'
import { texts } from './texts.ts'
import { formatUploadRate } from './upload-rate.ts'

/** Channels shown before "Show all" is pressed. */
const initialCount = 12

interface Props {
  channels: readonly VideoChannel[]
  channelLimit: ChannelLimit | null
  onRemove(id: string): void
}

/** The chosen channels, last added first, and how many the plan allows. */
export function ChosenChannels({ channels, channelLimit, onRemove }: Props) {
  const [isExpanded, setExpanded] = useState(false)
  const noteFocus = useFocusNextRow()
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
        {channelLimit && (
          <p className="chosen__count" role="status">
            {texts.ofLimit(channels.length, channelLimit.limit)}
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
      {channelLimit?.left === 0 && (
        <p className="chosen__full">
          {texts.limitReached(channelLimit.limit)}{' '}
          {channelLimit.largerPlan && (
            <PlanLink
              planId={channelLimit.largerPlan.id}
              benefit={texts.largerPlan(channelLimit.largerPlan.title, channelLimit.largerPlan.channelLimit)}
            />
          )}
        </p>
      )}
    </section>
  )
}

/** Upload rate and newest video of a channel, if known. */
function ChosenFacts({ preview }: { preview: ChannelPreview | undefined }) {
  const rate = formatUploadRate(preview?.videosPerWeek)
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
