import type { Client, Schedule, VideoChannel, VideoInfo } from '@recaps/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { useClient } from '../../api/ConnectionContext.tsx'
import { useIsUnmounted } from '../../ui/useIsUnmounted.ts'
import { useErrorToastAfterClose } from '../auth/useErrorToastAfterClose.ts'
import { cacheSchedule } from './queries.ts'
import { rebaseDraft } from './wizard/draft.ts'
import { paths } from './wizard/paths.ts'
import { useStoredDraft } from './wizard/useDraft.ts'

type Video = Pick<VideoInfo, 'channel' | 'channelId'>

/**
 * Follows the channel of a video: adds it to the user's schedule, or starts the wizard for a new schedule with it.
 * Calls are saved one at a time.
 */
export function useFollow(schedule: Schedule | null, video: Video, onFollowed: () => void) {
  const client = useClient()
  const cache = useQueryClient()
  const navigate = useNavigate()
  const [storedDraft, setDraft] = useStoredDraft()
  const isUnmounted = useIsUnmounted()
  const onError = useErrorToastAfterClose()
  return useMutation({
    scope: { id: 'schedule' },
    mutationFn: async () => {
      const channel = await fetchChannel(client, video)
      return { channel, changed: schedule && (await addChannel(client, schedule.id, channel)) }
    },
    onSuccess({ channel, changed }) {
      // Also add it to an unsaved draft, which would otherwise remove the channel again when saved.
      if (!changed || storedDraft?.id === changed.id) {
        const draft = rebaseDraft(storedDraft, changed)
        const others = draft.channels.filter(({ id }) => id !== channel.id)
        setDraft({ ...draft, channels: [...others, channel] })
      }
      // A user who has moved on to another page stays there. The wizard has the channel when they open it.
      if (!changed) return isUnmounted() ? undefined : void navigate(paths.channels)
      cacheSchedule(cache, changed)
      onFollowed()
    },
    onError,
  })
}

export const isFollowed = (schedule: Schedule | null, { channelId }: Video): boolean =>
  schedule?.channelList.some(({ id }) => id === channelId) ?? false

/** Adds a channel to the server's current list, because another window may have changed it. */
async function addChannel(client: Client, id: number, channel: VideoChannel): Promise<Schedule> {
  const current = await client.schedules.detail({ params: { id } })
  if (isFollowed(current, { channel: channel.title, channelId: channel.id })) return current
  return await client.schedules.change({ params: { id }, body: { channelList: [...current.channelList, channel] } })
}

/** The channel with picture and description. If YouTube doesn't return it, only with the id and name from the video. */
async function fetchChannel(client: Client, { channel, channelId }: Video): Promise<VideoChannel> {
  const id = channelId ?? ''
  const { items } = await client.youtube.channels({ query: { query: id } }).catch(() => ({ items: [] }))
  const none = { default: '', medium: '', high: '' }
  return items.find(found => found.id === id) ?? { id, title: channel, description: '', thumbnails: none }
}
