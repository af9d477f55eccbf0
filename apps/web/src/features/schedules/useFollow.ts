import type { Client, Schedule, VideoChannel, VideoInfo } from '@recaps/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { useClient } from '../../api/ConnectionContext.tsx'
import { useIsLeft } from '../../ui/useIsLeft.ts'
import { useToldAfterwards } from '../auth/told-afterwards.ts'
import { keepSchedule } from './queries.ts'
import { presentDraft } from './wizard/draft.ts'
import { paths } from './wizard/paths.ts'
import { useStoredDraft } from './wizard/useDraft.ts'

type Video = Pick<VideoInfo, 'channel' | 'channelId'>

/**
 * Follows the channel of a video: in the schedule that there is, or as one of those of a schedule that is begun with it.
 * Presses one after the other are saved one after the other.
 */
export function useFollow(schedule: Schedule | null, video: Video, onFollowed: () => void) {
  const client = useClient()
  const cache = useQueryClient()
  const navigate = useNavigate()
  const [begun, setDraft] = useStoredDraft()
  const isLeft = useIsLeft()
  const onError = useToldAfterwards()
  return useMutation({
    scope: { id: 'schedule' },
    mutationFn: async () => {
      const channel = await channelOf(client, video)
      return { channel, changed: schedule && (await withChannel(client, schedule.id, channel)) }
    },
    onSuccess({ channel, changed }) {
      // What was being changed and is not saved yet must not lose the channel again.
      if (!changed || begun?.id === changed.id) {
        const draft = presentDraft(begun, changed)
        const others = draft.channels.filter(({ id }) => id !== channel.id)
        setDraft({ ...draft, channels: [...others, channel] })
      }
      // Whoever went on to another page stays there: the channel is chosen when they come to it.
      if (!changed) return isLeft() ? undefined : void navigate(paths.channels)
      keepSchedule(cache, changed)
      onFollowed()
    },
    onError,
  })
}

export const isFollowed = (schedule: Schedule | null, { channelId }: Video): boolean =>
  schedule?.channelList.some(({ id }) => id === channelId) ?? false

/** Added to what is followed this instant, whatever another window has made of it. */
async function withChannel(client: Client, id: number, channel: VideoChannel): Promise<Schedule> {
  const now = await client.schedules.detail({ params: { id } })
  if (isFollowed(now, { channel: channel.title, channelId: channel.id })) return now
  return await client.schedules.change({ params: { id }, body: { channelList: [...now.channelList, channel] } })
}

/** With its picture and description; where YouTube does not tell them, what the video tells. */
async function channelOf(client: Client, { channel, channelId }: Video): Promise<VideoChannel> {
  const id = channelId ?? ''
  const { items } = await client.youtube.channels({ query: { query: id } }).catch(() => ({ items: [] }))
  const none = { default: '', medium: '', high: '' }
  return items.find(found => found.id === id) ?? { id, title: channel, description: '', thumbnails: none }
}
