import type { ChannelPreview, ChannelSearchResult } from '@recaps/contract'
import { type ReactNode, useState } from 'react'
import { ChannelAvatar } from '../../youtube/ChannelAvatar.tsx'
import { useChannelPreviews } from '../queries.ts'
import { NewestVideos } from './NewestVideos.tsx'
import { texts } from './texts.ts'
import { formatUploadRate } from './upload-rate.ts'

interface Props {
  channel: ChannelSearchResult
  /** What the server knows without querying YouTube. */
  preview: ChannelPreview | undefined
  /** Add or Remove button. */
  action: ReactNode
}

/** Search result for a channel, with subscribers, upload rate if known, and its latest videos on demand. */
export function ChannelResult({ channel, preview, action }: Props) {
  const [isOpen, setOpen] = useState(false)
  const loaded = useChannelPreviews(isOpen ? [channel.id] : [], true)
  const rate = formatUploadRate((loaded.data?.get(channel.id) ?? preview)?.videosPerWeek)
  return (
    <li className="channel-result">
      <ChannelAvatar channel={channel} />
      <div className="channel-result__words">
        <p className="channel-result__title clip-lines" dir="auto">
          {channel.title}
        </p>
        <p className="channel-result__description clip-lines" dir="auto">
          {channel.description}
        </p>
      </div>
      {action}
      <div className="channel-result__facts">
        {channel.subscribers !== null && <span>{texts.subscribers(channel.subscribers)}</span>}
        {rate && <span>{rate}</span>}
        <button
          type="button"
          className="text-button"
          aria-expanded={isOpen}
          aria-label={texts.newestOf(channel.title)}
          onClick={() => setOpen(!isOpen)}
        >
          {texts.newest}
        </button>
        {isOpen && <NewestVideos channelId={channel.id} title={channel.title} />}
      </div>
    </li>
  )
}
