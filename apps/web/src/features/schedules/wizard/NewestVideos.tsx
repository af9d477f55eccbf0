import type { ChannelPreview } from '@recaps/contract'
import { useSettings } from '../../auth/settings.ts'
import { browserTimeZone } from '../../auth/TimeZoneLine.tsx'
import { recentDayShort } from '../dates.ts'
import { useChannelPreviews } from '../queries.ts'
import { texts } from './texts.ts'

/** Titles of a channel's latest videos, which help the user recognize the channel. */
export function NewestVideos({ channelId, title }: { channelId: string; title: string }) {
  const { data, isPending } = useChannelPreviews([channelId], true)
  if (isPending) return <span className="spinner" role="img" aria-label={texts.newestLoading} />
  const preview = data?.get(channelId)
  if (!preview) return <p className="newest-videos__none">{texts.newestUnknown}</p>
  if (preview.newest.length === 0) return <p className="newest-videos__none">{texts.newestNone}</p>
  return (
    <ul className="newest-videos" aria-label={texts.newestOf(title)}>
      {preview.newest.map(video => (
        <li key={video.videoId}>
          <NewestVideo video={video} />
        </li>
      ))}
    </ul>
  )
}

/** `Nov 16 Why bread goes stale` */
export function NewestVideo({ video: { title, publishedAt } }: { video: ChannelPreview['newest'][number] }) {
  const zone = useSettings().data?.timeZone ?? browserTimeZone()
  return (
    <>
      <time className="newest-videos__day" dateTime={publishedAt}>
        {recentDayShort(publishedAt, zone)}
      </time>{' '}
      <bdi>{title}</bdi>
    </>
  )
}
